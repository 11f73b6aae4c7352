/* venule-vessel-validate.c: which crops and flows make sense, and how they are typed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-vessel.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-number.h"

#define OUTSIDE_TOLERANCE 1.0 /* px */
#define MAX_CORNERS 1000
#define LARGEST_NUMBER 1e9 /* px; nothing typed may overflow later */

/* ---- Shape ---- */

static gboolean
is_usable (double number)
{
  return isfinite (number) && fabs (number) <= LARGEST_NUMBER;
}

static gboolean
numbers_are_finite (const VenuleVessel *self)
{
  if (!is_usable (self->flow_x) || !is_usable (self->flow_y))
    return FALSE;

  if (self->kind == VENULE_CROP_RECTANGLE)
    return is_usable (self->x) && is_usable (self->y) && is_usable (self->width) && is_usable (self->height) &&
           is_usable (self->angle);

  if (self->kind == VENULE_CROP_POLYGON)
    for (guint i = 0; i < self->corners->len; i++)
      {
        const VenulePoint *p = &g_array_index (self->corners, VenulePoint, i);

        if (!is_usable (p->x) || !is_usable (p->y))
          return FALSE;
      }

  return TRUE;
}

/* Clicking twice at one place is no crossing. */
static GArray *
without_repeated_corners (const GArray *corners)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (VenulePoint));

  for (guint i = 0; i < corners->len; i++)
    {
      VenulePoint p = g_array_index (corners, VenulePoint, i);
      VenulePoint next = g_array_index (corners, VenulePoint, (i + 1) % corners->len);

      if (p.x != next.x || p.y != next.y)
        g_array_append_val (out, p);
    }

  return out;
}

/* Twice the signed area of a triangle: on which side of the line a–b the point c lies. */
static double
side (const VenulePoint *a,
      const VenulePoint *b,
      const VenulePoint *c)
{
  return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

static gboolean
lies_between (const VenulePoint *a,
              const VenulePoint *b,
              const VenulePoint *c)
{
  return c->x >= fmin (a->x, b->x) && c->x <= fmax (a->x, b->x) && c->y >= fmin (a->y, b->y) &&
         c->y <= fmax (a->y, b->y);
}

static gboolean
edges_meet (const VenulePoint *a,
            const VenulePoint *b,
            const VenulePoint *c,
            const VenulePoint *d)
{
  double abc = side (a, b, c), abd = side (a, b, d), cda = side (c, d, a), cdb = side (c, d, b);

  if (((abc > 0) != (abd > 0)) && ((cda > 0) != (cdb > 0)) && abc != 0 && abd != 0 && cda != 0 && cdb != 0)
    return TRUE;

  return (abc == 0 && lies_between (a, b, c)) || (abd == 0 && lies_between (a, b, d)) ||
         (cda == 0 && lies_between (c, d, a)) || (cdb == 0 && lies_between (c, d, b));
}

/* The edge b–c runs back over a–b. */
static gboolean
folds_back (const VenulePoint *a,
            const VenulePoint *b,
            const VenulePoint *c)
{
  return side (a, b, c) == 0 && (b->x - a->x) * (c->x - b->x) + (b->y - a->y) * (c->y - b->y) < 0;
}

static gboolean
crosses_itself (const GArray *corners)
{
  const VenulePoint *p = (const VenulePoint *) corners->data;
  guint n = corners->len;

  for (guint i = 0; i < n; i++)
    {
      if (folds_back (&p[i], &p[(i + 1) % n], &p[(i + 2) % n]))
        return TRUE;

      for (guint j = i + 2; j < n; j++)
        if ((j + 1) % n != i && edges_meet (&p[i], &p[(i + 1) % n], &p[j], &p[(j + 1) % n]))
          return TRUE;
    }

  return FALSE;
}

/* Smallest extent over all directions, in steps of a degree (an error of 4e-5 at most). */
static double
smallest_extent (const GArray *outline)
{
  double smallest = INFINITY;

  for (int degree = 0; degree < 180; degree++)
    {
      double c = cos (degree * G_PI / 180), s = sin (degree * G_PI / 180);
      double low = INFINITY, high = -INFINITY;

      for (guint i = 0; i < outline->len; i++)
        {
          const VenulePoint *p = &g_array_index (outline, VenulePoint, i);
          double along = c * p->x + s * p->y;

          low = fmin (low, along);
          high = fmax (high, along);
        }
      smallest = fmin (smallest, high - low);
    }

  return smallest;
}

static double
area_of (const GArray *corners)
{
  double sum = 0;

  for (guint i = 0, j = corners->len - 1; i < corners->len; j = i++)
    {
      const VenulePoint *p = &g_array_index (corners, VenulePoint, j);
      const VenulePoint *q = &g_array_index (corners, VenulePoint, i);

      sum += p->x * q->y - q->x * p->y;
    }

  return fabs (sum) / 2;
}

gboolean
venule_vessel_has_area (const VenuleVessel *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->kind == VENULE_CROP_RECTANGLE)
    return self->width > 0 && self->height > 0;

  return self->kind == VENULE_CROP_WHOLE || area_of (self->corners) > 0;
}

static gboolean
validate_polygon (const VenuleVessel  *self,
                  GError             **error)
{
  g_autoptr(GArray) corners = without_repeated_corners (self->corners);

  if (corners->len < 3)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                           _("The polygon needs at least three different corners."));
      return FALSE;
    }

  if (corners->len > MAX_CORNERS)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("The polygon has %u corners; %d is the most. Draw it with fewer."), corners->len, MAX_CORNERS);
      return FALSE;
    }

  if (crosses_itself (corners))
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                           _("The polygon crosses itself. Move its corners so that the outline goes round once."));
      return FALSE;
    }

  return TRUE;
}

static gboolean
validate_inside (const GArray  *outline,
                 int            frame_width,
                 int            frame_height,
                 GError       **error)
{
  for (guint i = 0; i < outline->len; i++)
    {
      const VenulePoint *p = &g_array_index (outline, VenulePoint, i);

      if (p->x < -0.5 - OUTSIDE_TOLERANCE || p->x > frame_width - 0.5 + OUTSIDE_TOLERANCE ||
          p->y < -0.5 - OUTSIDE_TOLERANCE || p->y > frame_height - 0.5 + OUTSIDE_TOLERANCE)
        {
          g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                       _("The crop reaches outside the video: one corner is at (%.1f, %.1f), and the video has "
                         "%d × %d px. Draw the crop within the picture."),
                       p->x, p->y, frame_width, frame_height);
          return FALSE;
        }
    }

  return TRUE;
}

static gboolean
validate_size (const VenuleVessel  *self,
               const GArray        *outline,
               double               cell_diameter,
               GError             **error)
{
  double extent = smallest_extent (outline);

  if (extent >= cell_diameter - 1e-3 && area_of (outline) >= G_PI / 4 * cell_diameter * cell_diameter)
    return TRUE;

  if (self->kind == VENULE_CROP_WHOLE)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                 _("The video is only %.0f px wide or high, smaller than a cell of %.1f px. Nothing can be found "
                   "in it."),
                 extent, cell_diameter);
  else
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                 _("The crop is smaller than a cell: it is %.1f px at its thinnest, and a cell is expected to have "
                   "%.1f px. Draw a larger crop or correct the cell diameter."),
                 extent, cell_diameter);
  return FALSE;
}

gboolean
venule_vessel_validate (const VenuleVessel  *self,
                        int                  frame_width,
                        int                  frame_height,
                        double               cell_diameter,
                        GError             **error)
{
  g_autoptr(GArray) outline = NULL;

  g_return_val_if_fail (self != NULL, FALSE);

  if (!numbers_are_finite (self))
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                           _("The crop or the flow holds a number that makes no sense. Draw it again."));
      return FALSE;
    }

  if (self->kind == VENULE_CROP_RECTANGLE && !venule_vessel_has_area (self))
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("A crop of %g × %g px is empty: its width and height must be above zero."), self->width,
                   self->height);
      return FALSE;
    }

  if (self->kind == VENULE_CROP_POLYGON && !validate_polygon (self, error))
    return FALSE;

  outline = venule_vessel_dup_outline (self, frame_width, frame_height);

  return validate_inside (outline, frame_width, frame_height, error) &&
         validate_size (self, outline, cell_diameter, error);
}

/* ---- As typed on the command line ---- */

/* Numbers separated by commas, with spaces about these alone, the whole text and nothing else; −1 when it is anything
 * else. '.' is the decimal point in any locale. */
static int
parse_numbers (const char *text,
               double     *numbers,
               int         capacity)
{
  int n = 0;

  for (;;)
    {
      double number;
      const char *end = venule_number_scan (text, &number);

      if (end == NULL || !is_usable (number) || n == capacity)
        return -1;
      numbers[n++] = number;

      if (*end == '\0')
        return n;
      end += strspn (end, " ");
      if (*end != ',')
        return -1;
      text = end + 1 + strspn (end + 1, " ");
    }
}

/* Sets a %VENULE_ERROR_INVALID of the @sentence, which has a %s for the @text; always FALSE. */
static gboolean
refuse (const char  *sentence,
        const char  *text,
        GError     **error)
{
  g_autofree char *shown = venule_display_name_dup_excerpt (text);
  g_autoptr(GString) message = g_string_new (sentence);

  g_string_replace (message, "%s", shown, 1);
  g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID, message->str);

  return FALSE;
}

gboolean
venule_vessel_parse_rectangle (VenuleVessel  *self,
                               const char    *text,
                               GError       **error)
{
  double v[5] = { 0 };
  int n;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  n = parse_numbers (text, v, G_N_ELEMENTS (v));
  if (n != 4 && n != 5)
    return refuse (_("“%s” is no crop. It is written X,Y,WIDTH,HEIGHT or X,Y,WIDTH,HEIGHT,ANGLE, in px and degrees."),
                   text, error);
  if (v[2] <= 0 || v[3] <= 0)
    return refuse (_("The crop “%s” is empty: its width and height must be above zero."), text, error);

  venule_vessel_set_rectangle (self, v[0], v[1], v[2], v[3], v[4]);

  return TRUE;
}

gboolean
venule_vessel_parse_polygon (VenuleVessel  *self,
                             const char    *text,
                             GError       **error)
{
  g_auto(GStrv) words = NULL;
  g_autoptr(GArray) corners = NULL;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  words = g_strsplit_set (text, " \t\n", -1);
  corners = g_array_new (FALSE, FALSE, sizeof (VenulePoint));
  for (guint i = 0; words[i] != NULL; i++)
    {
      double v[2];

      if (*words[i] == '\0')
        continue;

      if (parse_numbers (words[i], v, G_N_ELEMENTS (v)) != 2)
        return refuse (_("“%s” is no corner of a polygon. A polygon is written \"X,Y X,Y X,Y …\", in px."), words[i],
                       error);
      g_array_append_val (corners, ((VenulePoint){ v[0], v[1] }));
    }

  if (corners->len < 3)
    return refuse (_("The polygon “%s” has fewer than three corners. It is written \"X,Y X,Y X,Y …\", in px."), text,
                   error);

  venule_vessel_set_polygon (self, (const VenulePoint *) corners->data, corners->len);

  return TRUE;
}

gboolean
venule_vessel_parse_flow (VenuleVessel  *self,
                          const char    *text,
                          GError       **error)
{
  VenuleVessel probe = { 0 };
  double v[2];

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  if (parse_numbers (text, v, G_N_ELEMENTS (v)) != 2)
    return refuse (_("“%s” is no flow direction. It is written DX,DY: 1,0 is to the right, 0,1 is down."), text, error);

  probe.flow_x = v[0];
  probe.flow_y = v[1];
  if (!venule_vessel_has_flow (&probe))
    return refuse (_("The flow “%s” has no length, so it has no direction. It is written DX,DY: 1,0 is to the right, "
                     "0,1 is down."), text, error);

  self->flow_x = v[0];
  self->flow_y = v[1];

  return TRUE;
}

char *
venule_vessel_dup_flow (double flow_x,
                        double flow_y)
{
  char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];

  /* No −0. */
  return g_strdup_printf ("%s,%s", g_ascii_formatd (x, sizeof x, "%.3f", round (1000 * flow_x) / 1000 + 0.0),
                          g_ascii_formatd (y, sizeof y, "%.3f", round (1000 * flow_y) / 1000 + 0.0));
}
