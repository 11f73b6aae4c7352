/* venule-contour-snakes.c: the snakes around the cells of a frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-contour-snakes.h"

#include <math.h>
#include <string.h>

#include "venule-contour.h"

/* A snake is believed less and less from the first to the second of each pair: with a single limit the least rounding
 * would decide between two outlines. */
#define SNAKE_GOOD_SCORE 0.35
#define SNAKE_POOR_SCORE 0.15
#define SNAKE_NEAR 0.3        /* times the radius: a snake whose centre is further off outlines something else */
#define SNAKE_FAR 0.7
#define SNAKE_SMALL 0.8       /* times the radius that the detections saw */
#define SNAKE_TOO_SMALL 0.6
#define SNAKE_LARGE 1.2
#define SNAKE_TOO_LARGE 1.6

/**
 * Outline:
 * @snake: of the tracklet, which may be gone
 * @spot: index of the spot in it
 * @radius: of the spot, px
 * @wanted: a snake is to be laid
 * @trust: how far the one that has been laid is believed, 0 to 1
 * @contour: of it
 */
typedef struct {
  VenuleSnake *snake;
  guint        spot;
  float        radius;
  gboolean     wanted;
  double       trust;
  float        contour[VENULE_CONTOUR_POINTS];
} Outline;

/* Where a point of a spot's contour lies among those of a snake. */
typedef struct {
  int    before, behind;
  double part;
  double cosine, sine;
} Place;

struct _VenuleContourSnakes
{
  double                flow_x, flow_y;
  vnk_mgvf_snake_params track;
  Place                 places[VENULE_CONTOUR_POINTS];
  VenuleHarmonics       harmonics;
  GArray               *snakes; /* of Outline */
  GArray               *cells;  /* of vnk_cell: one for each that is wanted */
};

/* The snake's radii are measured from the flow direction; a spot's from +x. */
static void
lay_out (VenuleContourSnakes *self)
{
  double turn = atan2 (self->flow_y, self->flow_x);

  for (int k = 0; k < VENULE_CONTOUR_POINTS; k++)
    {
      double angle = 2 * G_PI * k / VENULE_CONTOUR_POINTS;
      double at = (angle - turn) / (2 * G_PI) * VNK_ELLIPSE_POINTS;
      double whole = floor (at);
      int i = ((int) whole % VNK_ELLIPSE_POINTS + VNK_ELLIPSE_POINTS) % VNK_ELLIPSE_POINTS;

      self->places[k] = (Place){ i, (i + 1) % VNK_ELLIPSE_POINTS, at - whole, cos (angle), sin (angle) };
    }
}

/**
 * venule_contour_snakes_new:
 * @settings: valid settings
 *
 * Returns: (transfer full): nothing to be outlined yet
 */
VenuleContourSnakes *
venule_contour_snakes_new (const VenuleSettings *settings)
{
  VenuleContourSnakes *self = g_new0 (VenuleContourSnakes, 1);

  venule_vessel_get_flow (settings->vessel, &self->flow_x, &self->flow_y);
  venule_contour_fill_params (&self->track, settings->cell_diameter / 2 / venule_roi_planes_coarse_step (settings),
                              self->flow_x, self->flow_y);
  G_STATIC_ASSERT (VNK_ELLIPSE_POINTS == VENULE_CONTOUR_POINTS);
  lay_out (self);
  venule_harmonics_init (&self->harmonics);
  self->snakes = g_array_new (FALSE, FALSE, sizeof (Outline));
  self->cells = g_array_new (FALSE, FALSE, sizeof (vnk_cell));
  return self;
}

void
venule_contour_snakes_clear (VenuleContourSnakes *self)
{
  for (guint i = 0; i < self->snakes->len; i++)
    venule_snake_unref (g_array_index (self->snakes, Outline, i).snake);
  g_array_set_size (self->snakes, 0);
  g_array_set_size (self->cells, 0);
}

void
venule_contour_snakes_free (VenuleContourSnakes *self)
{
  if (self == NULL)
    return;

  venule_contour_snakes_clear (self);
  g_array_unref (self->snakes);
  g_array_unref (self->cells);
  g_free (self);
}

void
venule_contour_snakes_add (VenuleContourSnakes   *self,
                           const VenuleRoiPlanes *roi,
                           VenuleTracklet        *tracklet,
                           gboolean               wanted)
{
  const VenuleSpot *spot = venule_tracklet_last (tracklet);
  float step = roi->coarse_step;
  guint n = self->snakes->len;

  /* Not by way of the stack: it is large, and most of it is filled later. */
  g_array_set_size (self->snakes, n + 1);
  Outline *outline = &g_array_index (self->snakes, Outline, n);
  outline->snake = venule_snake_ref (tracklet->snake);
  outline->spot = tracklet->spots->len - 1;
  outline->radius = spot->radius;
  outline->wanted = wanted;
  outline->trust = 0;
  if (!wanted)
    return;

  g_array_set_size (self->cells, self->cells->len + 1);
  vnk_cell *cell = &g_array_index (self->cells, vnk_cell, self->cells->len - 1);
  cell->x = (float) (spot->x - roi->x0) / step;
  cell->y = (float) (spot->y - roi->y0) / step;
  cell->path_offset = (float) venule_tracklet_path_offset (tracklet, self->flow_x, self->flow_y, spot->x, spot->y) /
                      step;
}

/* From px of the coarse picture. */
static void
enlarge_cell (vnk_cell *cell,
              float     step)
{
  cell->x *= step;
  cell->y *= step;
  cell->new_x *= step;
  cell->new_y *= step;
  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    cell->new_radii[i] *= step;
}

/* 1 at @good, 0 at @bad and beyond. */
static double
ramp (double value,
      double good,
      double bad)
{
  return CLAMP ((value - bad) / (good - bad), 0, 1);
}

/* How far a snake is believed, 0 to 1. */
static double
snake_trust (const vnk_cell *cell,
             double          radius)
{
  double off = hypot (cell->new_x - cell->x, cell->new_y - cell->y) / radius, sum = 0;

  if (cell->lost)
    return 0;
  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    sum += cell->new_radii[i];

  double size = sum / (VNK_ELLIPSE_POINTS * radius);

  return ramp (cell->score, SNAKE_GOOD_SCORE, SNAKE_POOR_SCORE) * ramp (off, SNAKE_NEAR, SNAKE_FAR) *
         ramp (size, SNAKE_SMALL, SNAKE_TOO_SMALL) * ramp (size, SNAKE_LARGE, SNAKE_TOO_LARGE);
}

/* From @from to @to as far as @trust says; a contour without radii is a circle of @radius. */
static void
mix (float       *from,
     const float *to,
     double       trust,
     float        radius)
{
  for (int i = 0; i < VENULE_CONTOUR_POINTS; i++)
    from[i] = (float) (trust * to[i] + (1 - trust) * (from[i] > 0 ? from[i] : radius));
}

/* From the snake's centre to the spot. */
static void
fill_contour (const VenuleContourSnakes *self,
              const vnk_cell            *cell,
              const float               *radii,
              float                     *contour)
{
  double off_x = cell->new_x - cell->x, off_y = cell->new_y - cell->y;

  for (int k = 0; k < VENULE_CONTOUR_POINTS; k++)
    {
      const Place *place = &self->places[k];
      double radius = (1 - place->part) * radii[place->before] + place->part * radii[place->behind];

      /* To first order in the distance of the two centres. */
      contour[k] = (float) MAX (radius + off_x * place->cosine + off_y * place->sine, 1);
    }
}

/**
 * venule_contour_snakes_run:
 * @self: what is to be outlined
 * @backend: the kernels
 * @roi: planes with the frame
 * @error: return location
 *
 * Lays an MGVF snake (Ray, Acton 2004) around each cell. It gives the outline, not the place: of a cell with a bright
 * and a dark side it would go to the bright one. Where it fails, the outline of the detection or of the frame before
 * stands, and so far as it is in doubt, what is between the two.
 *
 * Returns: %FALSE with a #VenuleError; nothing has changed then
 */
gboolean
venule_contour_snakes_run (VenuleContourSnakes   *self,
                           vnk_backend           *backend,
                           const VenuleRoiPlanes *roi,
                           GError               **error)
{
  vnk_cell *cells = (vnk_cell *) self->cells->data, *cell = cells;

  for (guint i = 0; i < self->snakes->len; i++)
    {
      const Outline *outline = &g_array_index (self->snakes, Outline, i);

      if (!outline->wanted)
        continue;
      for (int k = 0; k < VNK_ELLIPSE_POINTS; k++)
        cell->radii[k] = outline->snake->radii[k] / roi->coarse_step;
      cell++;
    }
  if (cell == cells)
    return TRUE;
  if (!venule_kernels_check (backend->mgvf_snake (backend, roi->coarse_step > 1 ? &roi->coarse : &roi->image,
                                                  &self->track, cells, (int) (cell - cells)), error))
    return FALSE;

  cell = cells;
  for (guint i = 0; i < self->snakes->len; i++)
    {
      Outline *outline = &g_array_index (self->snakes, Outline, i);

      if (!outline->wanted)
        continue;
      enlarge_cell (cell, roi->coarse_step);
      outline->trust = snake_trust (cell, outline->radius);
      if (outline->trust > 0)
        {
          float radii[VNK_ELLIPSE_POINTS];

          venule_contour_smooth (&self->harmonics, cell->new_radii, radii);
          fill_contour (self, cell, radii, outline->contour);
          mix (outline->snake->radii, radii, outline->trust, outline->radius);
        }
      cell++;
    }
  return TRUE;
}

void
venule_contour_snakes_take (VenuleContourSnakes *self)
{
  for (guint i = 0; i < self->snakes->len; i++)
    {
      const Outline *outline = &g_array_index (self->snakes, Outline, i);
      VenuleTracklet *tracklet = outline->snake->tracklet;

      /* What came after the last detection that agreed may have been dropped since. */
      if (tracklet == NULL || outline->spot >= tracklet->spots->len)
        continue;

      VenuleSpot *spot = venule_tracklet_spot (tracklet, outline->spot);

      if (spot->source != VENULE_SPOT_DETECTED)
        memcpy (spot->contour, spot[-1].contour, sizeof spot->contour);
      if (outline->trust > 0)
        mix (spot->contour, outline->contour, outline->trust, spot->radius);
      tracklet->n_outlined = outline->spot + 1;
    }
  venule_contour_snakes_clear (self);
}
