/* venule-text-layout.c: one line of text in a figure
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-text-layout.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#include "venule-xml.h"

/* What journals ask for, or what fontconfig holds to be like it. */
#define DEFAULT_FAMILY "Arial,Helvetica,Liberation Sans,Sans"
#define CAP_HEIGHT 0.72 /* of the em; the usual sans-serif faces lie within 0.70 to 0.73 */
#define LONGEST 10000    /* bytes */

struct _VenuleTextLayout
{
  cairo_t     *cr;
  PangoLayout *layout;
  double       width;
  double       size;
  gboolean     bold;
  char        *family;
};

static const cairo_user_data_key_t markup_key;

void
venule_text_layout_collect (cairo_surface_t *surface,
                            GString         *markup)
{
  cairo_surface_set_user_data (surface, &markup_key, markup, NULL);
}

/* Names that stand for whatever the desktop has of the kind. */
static gboolean
is_general (const char *family)
{
  static const char *const names[] = { "sans", "sans-serif", "serif", "monospace", "mono", "system-ui" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (family, names[i]) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_same_family (const char *a,
                const char *b)
{
  g_autofree char *first = g_utf8_casefold (a, -1);
  g_autofree char *second = g_utf8_casefold (b, -1);

  return g_str_equal (first, second);
}

static gboolean
is_installed (PangoFontMap *map,
              const char   *family)
{
  g_autofree PangoFontFamily **families = NULL;
  gboolean found = is_general (family);
  int n;

  pango_font_map_list_families (map, &families, &n);
  for (int i = 0; i < n && !found; i++)
    found = is_same_family (pango_font_family_get_name (families[i]), family);
  return found;
}

char *
venule_text_layout_dup_substitute (const char *families)
{
  PangoFontMap *map = pango_cairo_font_map_get_default ();
  g_auto (GStrv) names = g_strsplit (families != NULL ? families : "", ",", -1);
  PangoFontDescription *asked, *got;
  PangoContext *context;
  PangoFont *font;
  gboolean found = families == NULL;
  char *used;

  for (guint i = 0; names[i] != NULL && !found; i++)
    found = is_installed (map, g_strstrip (names[i]));
  if (found)
    return NULL;

  asked = pango_font_description_new ();
  pango_font_description_set_family (asked, families);
  pango_font_description_set_absolute_size (asked, 8 * PANGO_SCALE);
  context = pango_font_map_create_context (map);
  font = pango_context_load_font (context, asked);
  got = font != NULL ? pango_font_describe (font) : NULL;
  used = g_strdup (got != NULL ? pango_font_description_get_family (got) : "");
  pango_font_description_free (asked);
  g_clear_pointer (&got, pango_font_description_free);
  g_clear_object (&font);
  g_object_unref (context);
  /* By another of its names. */
  for (guint i = 0; names[i] != NULL && used != NULL; i++)
    if (is_same_family (used, names[i]))
      g_clear_pointer (&used, g_free);
  return used;
}

static void
measure (VenuleTextLayout *self)
{
  PangoRectangle logical;

  pango_layout_get_extents (self->layout, NULL, &logical);
  self->width = (double) logical.width / PANGO_SCALE;
}

/* The beginning of @text with “…”: the time for breaking a word grows with the square of its length, and no page holds
 * so much. */
static char *
dup_beginning (const char *text)
{
  g_autofree char *beginning = g_utf8_make_valid (text, LONGEST);

  return g_strconcat (beginning, "…", NULL);
}

VenuleTextLayout *
venule_text_layout_new (cairo_t    *cr,
                        const char *family,
                        double      size,
                        gboolean    bold,
                        const char *text)
{
  VenuleTextLayout *self = g_new0 (VenuleTextLayout, 1);
  g_autofree char *beginning = strlen (text) > LONGEST ? dup_beginning (text) : NULL;
  PangoFontDescription *font = pango_font_description_new ();
  cairo_font_options_t *options = cairo_font_options_create ();

  self->cr = cairo_reference (cr);
  self->size = size;
  self->bold = bold;
  self->family = g_strdup (family != NULL ? family : DEFAULT_FAMILY);
  self->layout = pango_cairo_create_layout (cr);

  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options (pango_layout_get_context (self->layout), options);
  pango_context_set_round_glyph_positions (pango_layout_get_context (self->layout), FALSE);
  cairo_font_options_destroy (options);

  pango_font_description_set_family (font, self->family);
  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  if (bold)
    pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
  pango_layout_set_font_description (self->layout, font);
  pango_font_description_free (font);

  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
  pango_layout_set_text (self->layout, beginning != NULL ? beginning : text, -1);
  measure (self);

  return self;
}

void
venule_text_layout_free (VenuleTextLayout *self)
{
  if (self == NULL)
    return;

  g_free (self->family);
  g_object_unref (self->layout);
  cairo_destroy (self->cr);
  g_free (self);
}

double
venule_text_layout_get_width (VenuleTextLayout *self)
{
  return self->width;
}

double
venule_text_layout_get_height (VenuleTextLayout *self)
{
  return CAP_HEIGHT * self->size;
}

void
venule_text_layout_ellipsize (VenuleTextLayout *self,
                              double            room)
{
  pango_layout_set_width (self->layout, (int) (room * PANGO_SCALE));
  pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_MIDDLE);
  measure (self);
}

void
venule_text_layout_wrap (VenuleTextLayout *self,
                         double            room)
{
  pango_layout_set_single_paragraph_mode (self->layout, FALSE);
  pango_layout_set_width (self->layout, (int) (room * PANGO_SCALE));
  pango_layout_set_wrap (self->layout, PANGO_WRAP_WORD_CHAR);
  measure (self);
}

double
venule_text_layout_get_depth (VenuleTextLayout *self)
{
  PangoRectangle logical;

  pango_layout_get_extents (self->layout, NULL, &logical);

  return (double) logical.height / PANGO_SCALE;
}

static void
move_to (VenuleTextLayout *self,
         double            x,
         double            y,
         double            align_x,
         double            align_y)
{
  double baseline = (double) pango_layout_get_baseline (self->layout) / PANGO_SCALE;

  cairo_move_to (self->cr, x - align_x * self->width,
                 y + (1 - align_y) * venule_text_layout_get_height (self) - baseline);
}

static void
append_number (GString    *markup,
               const char *name,
               double      number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (markup, " %s=\"%s\"", name, g_ascii_formatd (digits, sizeof digits, "%.3f", number));
}

/* The colour of the present source, black where that is a picture. */
static void
append_color (GString *markup,
              cairo_t *cr)
{
  double r = 0, g = 0, b = 0, a = 1;

  cairo_pattern_get_rgba (cairo_get_source (cr), &r, &g, &b, &a);
  g_string_append_printf (markup, " fill=\"#%02x%02x%02x\"", (int) lround (r * 255), (int) lround (g * 255),
                          (int) lround (b * 255));
  if (a < 1)
    append_number (markup, "fill-opacity", a);
}

/* A <text> where the layout would be drawn. It is anchored where it was aligned, so that it stays in its place with
 * another font. */
static void
append_text (VenuleTextLayout *self,
             GString          *markup,
             double            x,
             double            y,
             double            align_x,
             double            align_y)
{
  const char *anchor = align_x < 0.25 ? "start" : align_x > 0.75 ? "end" : "middle";
  double from_x = x - align_x * self->width + (align_x < 0.25 ? 0 : align_x > 0.75 ? self->width : self->width / 2);
  double baseline = y + (1 - align_y) * venule_text_layout_get_height (self);
  double along_x = 1, along_y = 0;
  g_autofree char *escaped = venule_xml_dup_escaped (pango_layout_get_text (self->layout));
  g_autofree char *family = venule_xml_dup_escaped (self->family);
  double angle;

  cairo_user_to_device (self->cr, &from_x, &baseline);
  cairo_user_to_device_distance (self->cr, &along_x, &along_y);
  angle = atan2 (along_y, along_x) * 180 / G_PI;

  g_string_append (markup, "<text");
  append_number (markup, "x", from_x);
  append_number (markup, "y", baseline);
  append_number (markup, "font-size", self->size * hypot (along_x, along_y));
  g_string_append_printf (markup, " font-family=\"%s,sans-serif\"%s text-anchor=\"%s\"", family,
                          self->bold ? " font-weight=\"bold\"" : "", anchor);
  append_color (markup, self->cr);
  if (fabs (angle) > 0.01)
    {
      char turn[G_ASCII_DTOSTR_BUF_SIZE], at_x[G_ASCII_DTOSTR_BUF_SIZE], at_y[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (markup, " transform=\"rotate(%s %s %s)\"",
                              g_ascii_formatd (turn, sizeof turn, "%.3f", angle),
                              g_ascii_formatd (at_x, sizeof at_x, "%.3f", from_x),
                              g_ascii_formatd (at_y, sizeof at_y, "%.3f", baseline));
    }
  g_string_append_printf (markup, ">%s</text>\n", escaped);
}

void
venule_text_layout_show (VenuleTextLayout *self,
                         double            x,
                         double            y,
                         double            align_x,
                         double            align_y)
{
  GString *markup = cairo_surface_get_user_data (cairo_get_target (self->cr), &markup_key);

  if (markup != NULL)
    {
      append_text (self, markup, x, y, align_x, align_y);
      return;
    }

  move_to (self, x, y, align_x, align_y);
  pango_cairo_show_layout (self->cr, self->layout);
  cairo_new_path (self->cr);
}

void
venule_text_layout_path (VenuleTextLayout *self,
                         double            x,
                         double            y,
                         double            align_x,
                         double            align_y)
{
  move_to (self, x, y, align_x, align_y);
  pango_cairo_layout_path (self->cr, self->layout);
}
