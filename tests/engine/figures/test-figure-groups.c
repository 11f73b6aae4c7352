/* test-figure-groups.c: groups of animals as figures
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>
#include <string.h>

#include "venule-error.h"
#include "venule-figure-groups.h"

#define WIDTH 300
#define HEIGHT 200
#define MARGIN 20 /* around the figure, which must stay white */

static const double few[] = { 40, 45, 52 };
static const double many[] = { 10, 12, 15, 22, 24, 24, 27, 31, 35, 36, 38, 44, 47, 52, 60, 75, 96 };

static cairo_surface_t *
draw (const VenuleFigureGroups *groups,
      gboolean                  dark)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN);
  cairo_t *cr = cairo_create (surface);

  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  cairo_translate (cr, MARGIN, MARGIN);
  venule_figure_draw_groups (cr, WIDTH, HEIGHT, groups, &(VenuleFigureStyle) { .dark = dark });
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint32
pixel (cairo_surface_t *surface,
       int              x,
       int              y)
{
  return *(const guint32 *) (cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface) + 4 *
                             x) &
         0xffffff;
}

/* Pixels that are not white: inside of the figure, and around it. */
static void
count_ink (cairo_surface_t *surface,
           guint           *inside,
           guint           *outside)
{
  *inside = *outside = 0;
  for (int y = 0; y < HEIGHT + 2 * MARGIN; y++)
    for (int x = 0; x < WIDTH + 2 * MARGIN; x++)
      {
        gboolean in = x >= MARGIN && y >= MARGIN && x < WIDTH + MARGIN && y < HEIGHT + MARGIN;

        *(in ? inside : outside) += pixel (surface, x, y) != 0xffffff;
      }
}

static void
test_all_kinds_keep_to_their_place (void)
{
  const double equal[] = { 7, 7, 7, 7, 7, 7 }, below[] = { -40, -10, 20, 30, 31 };
  const VenuleFigureGroup groups[] = {
    { "Wild type", few, 3, many, G_N_ELEMENTS (many) },
    { "A group with quite a long name, longer than its place", few, 1, many, 3 },
    { "equal", equal, 3, equal, 6 },
    { "below 0", below, 5, below, 5 },
    { "none", NULL, 0, few, 0 },
  };

  for (guint kind = 0; kind < VENULE_GROUPS_N_KINDS; kind++)
    for (guint measure = 0; measure < 3; measure++)
      for (guint n = 1; n <= G_N_ELEMENTS (groups); n++)
        {
          const VenuleFigureGroups figure = { kind, measure, NULL, "Rolling velocity (µm/s)", groups, n };
          cairo_surface_t *surface = draw (&figure, measure == 1);
          guint inside, outside;

          count_ink (surface, &inside, &outside);
          g_assert_cmpuint (inside, >, 500);
          g_assert_cmpuint (outside, ==, 0);
          cairo_surface_destroy (surface);
        }
}

static void
test_nothing_is_drawn_of_nothing (void)
{
  const VenuleFigureGroup none[] = { { "none", NULL, 0, NULL, 0 } };

  for (guint kind = 0; kind < VENULE_GROUPS_N_KINDS; kind++)
    for (guint n = 0; n <= 1; n++)
      {
        const VenuleFigureGroups figure = { kind, 0, NULL, "x", none, n };
        cairo_surface_t *surface = draw (&figure, FALSE);
        guint inside, outside;

        count_ink (surface, &inside, &outside);
        g_assert_cmpuint (inside + outside, ==, 0);
        cairo_surface_destroy (surface);
      }
}

static gboolean
is_color (guint32 found,
          guint32 color)
{
  for (int shift = 0; shift < 24; shift += 8)
    if (ABS ((int) (found >> shift & 0xff) - (int) (color >> shift & 0xff)) > 2)
      return FALSE;
  return TRUE;
}

/* Mean height of the pixels of a group's pure colour (of the large points, which are not mixed with anything). */
static double
find_height (cairo_surface_t *surface,
             guint32          color)
{
  double sum = 0;
  guint n = 0;

  for (int y = 0; y < HEIGHT + 2 * MARGIN; y++)
    for (int x = 0; x < WIDTH + 2 * MARGIN; x++)
      if (is_color (pixel (surface, x, y), color))
        {
          sum += y;
          n++;
        }
  g_assert_cmpuint (n, >, 4);
  return sum / n;
}

/* The middle of a figure is where the axis says: 50 lies between 25 and 75, and 75 twice as far from 25 as 50. */
static void
test_points_lie_where_the_axis_says (void)
{
  const double low[] = { 25 }, high[] = { 75 }, middle[] = { 50 };
  const VenuleFigureGroup groups[] = { { "a", low, 1 }, { "b", high, 1 }, { "c", middle, 1 } };
  g_autoptr (VenuleFigureOptions) options = venule_figure_options_new ();
  const VenuleFigureGroups figure = { VENULE_GROUPS_STRIP, 0, options, "x", groups, 3 };
  cairo_surface_t *surface;
  double a, b, c;

  options->y_low = 0;
  options->y_high = 100;
  surface = draw (&figure, FALSE);
  a = find_height (surface, 0x0073b2);
  b = find_height (surface, 0xd65e00);
  c = find_height (surface, 0x009e73);
  g_assert_cmpfloat (a, >, b);
  g_assert_cmpfloat_with_epsilon (c, (a + b) / 2, 0.6);
  cairo_surface_destroy (surface);
}

static void
test_files_are_the_same_each_time (void)
{
  const VenuleFigureGroup groups[] = { { "Wild type", few, 3, many, G_N_ELEMENTS (many) },
                                       { "null", few, 3, many, 9 } };
  static const char *const names[] = { "a.pdf", "a.svg", "a.png" };
  g_autoptr (GError) error = NULL;

  for (guint kind = 0; kind < VENULE_GROUPS_N_KINDS; kind++)
    for (guint i = 0; i < G_N_ELEMENTS (names); i++)
      {
        const VenuleFigureGroups figure = { kind, 0, NULL, "Rolling velocity (µm/s)", groups, 2 };
        g_autoptr (GBytes) first = venule_figure_make_groups (&figure, names[i], NULL);
        g_autoptr (GBytes) second = venule_figure_make_groups (&figure, names[i], NULL);

        g_assert_nonnull (first);
        g_assert_true (g_bytes_equal (first, second));
      }
  g_assert_null (venule_figure_make_groups (&(VenuleFigureGroups) { .label = "x", .groups = groups, .n_groups = 2 },
                                            "a.gif", &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
}

/* Width and height of a PNG stand in its header. */
static void
test_options_say_how_it_looks (void)
{
  const VenuleFigureGroup groups[] = { { "a", few, 3, many, 9 }, { "b", few, 3, many, 9 } };
  g_autoptr (VenuleFigureOptions) options = venule_figure_options_new ();
  const VenuleFigureGroups figure = { VENULE_GROUPS_VIOLIN, 0, options, "x", groups, 2 };
  g_autoptr (GBytes) png = NULL, svg = NULL;
  cairo_surface_t *surface;
  const guint8 *header;
  g_autofree char *text = NULL;

  venule_figure_options_set_preset (options, VENULE_PRESET_TWO_COLUMNS);
  options->dpi = 600;
  options->palette = VENULE_PALETTE_GRAYS;
  options->y_title = g_strdup ("Speed, of mine");
  png = venule_figure_make_groups (&figure, "a.png", NULL);
  header = g_bytes_get_data (png, NULL);
  g_assert_cmpuint (header[16] << 24 | header[17] << 16 | header[18] << 8 | header[19], ==,
                    (guint) ceil (180 / 25.4 * 600));
  svg = venule_figure_make_groups (&figure, "a.svg", NULL);
  text = g_strndup (g_bytes_get_data (svg, NULL), g_bytes_get_size (svg));
  g_assert_nonnull (strstr (text, "Speed, of mine"));

  surface = draw (&figure, FALSE);
  for (int y = 0; y < HEIGHT + 2 * MARGIN; y++)
    for (int x = 0; x < WIDTH + 2 * MARGIN; x++)
      {
        guint32 color = pixel (surface, x, y);

        g_assert_cmpuint (color & 0xff, ==, color >> 8 & 0xff);
        g_assert_cmpuint (color & 0xff, ==, color >> 16);
      }
  cairo_surface_destroy (surface);
}

static void
test_the_values_go_with_it (void)
{
  const VenuleFigureGroup groups[] = { { "a, b", few, 1, many, 2 }, { "c", few + 1, 1, NULL, 0 } };
  const VenuleFigureGroups figure = { VENULE_GROUPS_BOX, 0, NULL, "x", groups, 2 };
  g_autoptr (VenuleTable) values = venule_figure_groups_make_table (&figure);
  g_autoptr (GBytes) table = venule_table_to_csv (values);
  g_autofree char *text = g_strndup (g_bytes_get_data (table, NULL), g_bytes_get_size (table));

  g_assert_cmpstr (text, ==, "group,of,value\r\n\"a, b\",animal,40.000000\r\n\"a, b\",cell,10.000000\r\n"
                             "\"a, b\",cell,12.000000\r\nc,animal,45.000000\r\n");
}

/* Animals that are the same in both groups: the middle between the groups holds ink where lines cross it, and none
 * else. */
static void
test_lines_join_the_same_animals (void)
{
  const double before[] = { 20, 50 }, after[] = { 40, 70 };
  const char *const names[] = { "m1", "m2" };

  for (guint joined = 0; joined < 2; joined++)
    {
      const VenuleFigureGroup groups[] = {
        { "before", before, 2, NULL, 0, names, FALSE },
        { "after", after, 2, NULL, 0, names, joined },
      };
      const VenuleFigureGroups figure = { VENULE_GROUPS_LINES, 0, NULL, "x", groups, 2 };
      cairo_surface_t *surface = draw (&figure, FALSE);
      g_autoptr (VenuleTable) values = venule_figure_groups_make_table (&figure);
      g_autoptr (GBytes) table = venule_table_to_csv (values);
      g_autofree char *text = g_strndup (g_bytes_get_data (table, NULL), g_bytes_get_size (table));
      guint background = pixel (surface, 1, 1), n_lines = 0;
      gboolean in_line = FALSE;
      int axis = MARGIN + HEIGHT / 2, column = MARGIN + WIDTH / 2 + WIDTH / 20;

      /* Down the column, above the axis of groups. */
      for (int y = MARGIN; y < axis + HEIGHT / 5; y++)
        {
          gboolean ink = pixel (surface, column, y) != background;

          n_lines += ink && !in_line;
          in_line = ink;
        }
      g_assert_cmpuint (n_lines, ==, joined ? 2 : 0);
      g_assert_nonnull (strstr (text, "group,of,value,animal\r\nbefore,animal,20.000000,m1\r\n"));
      cairo_surface_destroy (surface);
    }
}

static void
test_kinds_have_names (void)
{
  for (guint i = 0; i < VENULE_GROUPS_N_KINDS; i++)
    {
      VenuleGroupsKind kind;

      g_assert_true (venule_groups_kind_from_string (venule_groups_kind_to_string (i), &kind));
      g_assert_cmpint (kind, ==, i);
    }
  g_assert_false (venule_groups_kind_from_string ("pie", &(VenuleGroupsKind) { 0 }));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/figure-groups/all kinds keep to their place", test_all_kinds_keep_to_their_place);
  g_test_add_func ("/figure-groups/lines join the same animals", test_lines_join_the_same_animals);
  g_test_add_func ("/figure-groups/nothing is drawn of nothing", test_nothing_is_drawn_of_nothing);
  g_test_add_func ("/figure-groups/points lie where the axis says", test_points_lie_where_the_axis_says);
  g_test_add_func ("/figure-groups/files are the same each time", test_files_are_the_same_each_time);
  g_test_add_func ("/figure-groups/options say how it looks", test_options_say_how_it_looks);
  g_test_add_func ("/figure-groups/the values go with it", test_the_values_go_with_it);
  g_test_add_func ("/figure-groups/kinds have names", test_kinds_have_names);

  return g_test_run ();
}
