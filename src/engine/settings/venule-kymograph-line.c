/* venule-kymograph-line.c: the line along which a video is seen as one picture of place and time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-kymograph-line.h"

#include <math.h>

#include "venule-enum-names.h"
#include "venule-number.h"
#include "venule-polyline.h"

#define MARK "VKL1"
/* Of a bend it is of no account; px. */
#define STRAIGHT 0.5
/* A cell whose centre lies so far beyond an end is there; px. */
#define BEYOND 1.0

static const char *const across_names[] = { "change", "mean", "maximum" };

VenuleKymographLine *
venule_kymograph_line_new (void)
{
  VenuleKymographLine *self = g_new0 (VenuleKymographLine, 1);

  self->points = g_array_new (FALSE, FALSE, sizeof (VenulePoint));

  return self;
}

VenuleKymographLine *
venule_kymograph_line_copy (const VenuleKymographLine *self)
{
  VenuleKymographLine *copy = g_new (VenuleKymographLine, 1);

  *copy = *self;
  copy->points = g_array_copy (self->points);

  return copy;
}

void
venule_kymograph_line_free (VenuleKymographLine *self)
{
  g_array_unref (self->points);
  g_free (self);
}

static const VenulePoint *
get_point (const VenuleKymographLine *self,
           guint                      i)
{
  return &g_array_index (self->points, VenulePoint, i);
}

gboolean
venule_kymograph_line_equal (const VenuleKymographLine *a,
                             const VenuleKymographLine *b)
{
  if (a->points->len != b->points->len || a->width != b->width || a->across != b->across)
    return FALSE;
  for (guint i = 0; i < a->points->len; i++)
    if (get_point (a, i)->x != get_point (b, i)->x || get_point (a, i)->y != get_point (b, i)->y)
      return FALSE;

  return TRUE;
}

/* ---- Text ---- */

static void
append_number (GString *text,
               char     before,
               double   number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_c (text, before);
  g_string_append (text, g_ascii_dtostr (digits, sizeof digits, number));
}

char *
venule_kymograph_line_to_text (const VenuleKymographLine *self)
{
  GString *text = g_string_new (MARK);

  append_number (text, ' ', self->width);
  g_string_append_printf (text, " %s", across_names[self->across]);
  for (guint i = 0; i < self->points->len; i++)
    {
      append_number (text, ' ', get_point (self, i)->x);
      append_number (text, ',', get_point (self, i)->y);
    }

  return g_string_free (text, FALSE);
}

static gboolean
read_point (const char  *word,
            VenulePoint *point)
{
  g_auto(GStrv) numbers = g_strsplit (word, ",", 3);

  return g_strv_length (numbers) == 2 && venule_number_read (numbers[0], -1e6, 1e6, &point->x) &&
         venule_number_read (numbers[1], -1e6, 1e6, &point->y);
}

VenuleKymographLine *
venule_kymograph_line_from_text (const char *text)
{
  g_auto(GStrv) words = g_strsplit (text, " ", VENULE_KYMOGRAPH_MAX_POINTS + 4);
  guint n = g_strv_length (words);
  int across;
  g_autoptr(VenuleKymographLine) self = venule_kymograph_line_new ();

  if (n < 3 || n == 4 || !g_str_equal (words[0], MARK) ||
      !venule_number_read (words[1], 0, VENULE_KYMOGRAPH_MAX_WIDTH, &self->width))
    return NULL;

  across = venule_names_find (across_names, G_N_ELEMENTS (across_names), words[2]);
  if (across < 0)
    return NULL;
  self->across = (guint) across;

  for (guint i = 3; i < n; i++)
    {
      VenulePoint point;

      if (!read_point (words[i], &point))
        return NULL;
      g_array_append_val (self->points, point);
    }
  if (n > 3 && !(venule_kymograph_line_length (self) > 0))
    return NULL;

  return g_steal_pointer (&self);
}

/* ---- The axis of the vessel ---- */

/* Through the middle of the crop, along the flow. Returns its width. */
static double
append_axis (GArray               *points,
             const VenuleSettings *settings,
             int                   frame_width,
             int                   frame_height)
{
  g_autoptr(GArray) outline = venule_vessel_dup_outline (settings->vessel, frame_width, frame_height);
  double along[2] = { INFINITY, -INFINITY }, across[2] = { INFINITY, -INFINITY };
  double flow_x, flow_y, middle;

  venule_vessel_get_flow (settings->vessel, &flow_x, &flow_y);
  for (guint i = 0; i < outline->len; i++)
    {
      const VenulePoint *corner = &g_array_index (outline, VenulePoint, i);
      double a = corner->x * flow_x + corner->y * flow_y;
      double b = corner->y * flow_x - corner->x * flow_y;

      along[0] = fmin (along[0], a);
      along[1] = fmax (along[1], a);
      across[0] = fmin (across[0], b);
      across[1] = fmax (across[1], b);
    }
  middle = (across[0] + across[1]) / 2;
  for (guint i = 0; i < 2; i++)
    {
      VenulePoint point = { along[i] * flow_x - middle * flow_y, along[i] * flow_y + middle * flow_x };

      g_array_append_val (points, point);
    }

  return across[1] - across[0];
}

/* Along a vessel that bends, or whose middle was drawn. Returns its width; NaN where its walls are not known. */
static double
append_centreline (GArray                 *points,
                   const VenuleCentreline *centreline)
{
  guint n;
  const VenulePoint *all = venule_centreline_get_points (centreline, &n);

  venule_polyline_append_bends (points, all, n, STRAIGHT);

  return venule_centreline_get_diameter (centreline, NULL);
}

VenuleKymographLine *
venule_kymograph_line_resolve (const VenuleKymographLine *self,
                               const VenuleSettings      *settings,
                               int                        frame_width,
                               int                        frame_height)
{
  VenuleKymographLine *line = venule_kymograph_line_copy (self);
  const VenuleCentreline *centreline = settings->vessel->centreline;
  double width = settings->cell_diameter;

  if (line->points->len < 2 && centreline != NULL && !venule_centreline_is_straight (centreline))
    width = append_centreline (line->points, centreline);
  else if (line->points->len < 2)
    width = append_axis (line->points, settings, frame_width, frame_height);
  if (!(line->width > 0))
    line->width = CLAMP (isfinite (width) ? width : settings->cell_diameter, 1, VENULE_KYMOGRAPH_MAX_WIDTH);

  return line;
}

/* ---- Places ---- */

/* The length of a piece, and its direction. */
static double
get_piece (const VenuleKymographLine *self,
           guint                      i,
           VenulePoint               *direction)
{
  const VenulePoint *a = get_point (self, i), *b = get_point (self, i + 1);
  double length = hypot (b->x - a->x, b->y - a->y);

  *direction = length > 0 ? (VenulePoint){ (b->x - a->x) / length, (b->y - a->y) / length } : (VenulePoint){ 1, 0 };

  return length;
}

double
venule_kymograph_line_length (const VenuleKymographLine *self)
{
  double length = 0;

  for (guint i = 0; i + 1 < self->points->len; i++)
    {
      VenulePoint direction;

      length += get_piece (self, i, &direction);
    }

  return length;
}

VenulePoint
venule_kymograph_line_at (const VenuleKymographLine *self,
                          double                     along,
                          double                     beside,
                          VenulePoint               *direction)
{
  VenulePoint ahead;
  guint i = 0;
  double length = get_piece (self, 0, &ahead);

  while (along > length && i + 2 < self->points->len)
    {
      along -= length;
      length = get_piece (self, ++i, &ahead);
    }
  if (direction != NULL)
    *direction = ahead;

  return (VenulePoint){ get_point (self, i)->x + along * ahead.x - beside * ahead.y,
                        get_point (self, i)->y + along * ahead.y + beside * ahead.x };
}

gboolean
venule_kymograph_line_project (const VenuleKymographLine *self,
                               double                     x,
                               double                     y,
                               double                     reach,
                               double                    *along,
                               double                    *beside)
{
  double nearest = INFINITY, before = 0, side = 0;
  gboolean inside = FALSE;
  guint n = self->points->len;

  for (guint i = 0; i + 1 < n; i++)
    {
      const VenulePoint *a = get_point (self, i);
      VenulePoint ahead;
      double length = get_piece (self, i, &ahead);
      double t = (x - a->x) * ahead.x + (y - a->y) * ahead.y;
      double on = CLAMP (t, 0, length);
      double distance = hypot (x - a->x - on * ahead.x, y - a->y - on * ahead.y);

      if (distance < nearest)
        {
          nearest = distance;
          *along = before + on;
          side = (y - a->y) * ahead.x - (x - a->x) * ahead.y;
          inside = (i > 0 || t >= -BEYOND) && (i + 2 < n || t <= length + BEYOND);
        }
      before += length;
    }
  if (beside != NULL)
    *beside = copysign (nearest, side);

  return inside && nearest <= reach;
}
