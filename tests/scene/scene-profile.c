/* scene-profile.c: how a cell looks under the microscope
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "scene-profile.h"

#include <math.h>

#include "scene-look.h"
#include "scene-shading.h"

/* Table of what depends on the distance from the outline alone, in sixteenths of a px. */
#define STEPS_PER_PX 16
/* Beyond this distance outside the outline a cell without blur is not seen, px at a radius of 11. */
#define REACH 6.0
/* Of the radius along an axis: however irregular a cell is, its outline stays one. */
#define LEAST_OUTLINE 0.4

typedef struct {
  const SceneCell *cell;
  double           reach;     /* px outside the outline that are painted */
  int              n;
  float           *even, *odd, *inside;
  double           radius, along_x, along_y, squash, inverse_radius;
  double           bumps[4];
  double           bright_x, bright_y, spot, spot_x, spot_y, spot_scale, spot_length;
  double           turn_x, turn_y, grain, grain_scale;
  SceneShading     shading;
  double           shade, light_x, light_y; /* light_x, light_y: bright side as seen from the axes */
  guint64          grain_seed;
} Brush;

static double
line (double d,
      double at,
      double sigma,
      double blur)
{
  double wide = hypot (sigma, blur);

  return sigma / wide * exp (-(d - at) * (d - at) / (2 * wide * wide));
}

static void
brush_fill_tables (Brush                *brush,
                   const SceneLookTable *look,
                   double                gain,
                   double                asymmetry)
{
  double unit = brush->radius / 11; /* thin lines grow with the cell */
  double blur = brush->cell->blur;

  for (int i = 0; i < brush->n; i++)
    {
      double d = (double) i / STEPS_PER_PX - brush->radius;
      double rho = MIN (i / (STEPS_PER_PX * brush->radius), 1);
      double inside = erfc (d / (G_SQRT2 * hypot (look->softness * unit, blur))) / 2;
      double edge = line (d, look->edge_at * unit, look->edge_width * unit, blur);
      double halo = line (d, look->halo_at * unit, look->halo_width * unit, blur);

      brush->inside[i] = inside;
      brush->even[i] = gain * (inside * (look->body - look->dome * rho * rho) + look->edge * edge + look->halo * halo);
      brush->odd[i] = gain * asymmetry * (inside * look->tilt + halo * look->halo_tilt);
    }
}

static void
brush_init (Brush                  *brush,
            const SceneCell        *cell,
            const SceneDescription *description,
            double                  turned,
            guint64                 seed)
{
  SceneShading shading = { 0 };
  SceneLookTable look = cell->shade != SCENE_SHADE_NONE ? scene_shading_draw (cell, seed, &shading)
                                                        : scene_look_of (cell, description, seed);
  double gain = description->cell_contrast * cell->gain;
  double asymmetry = description->asymmetry;
  double offset = look.spot_at * asymmetry * cell->radius;
  double sharp = look.spot_size * cell->radius;
  double wide = hypot (sharp, cell->blur);

  *brush = (Brush){ .cell = cell, .radius = cell->radius, .inverse_radius = 1 / cell->radius };
  brush->reach = REACH * cell->radius / 11 + 3 * cell->blur;
  if (cell->shade != SCENE_SHADE_NONE)
    brush->reach = MAX (brush->reach, scene_shading_reach (&shading) * cell->radius);
  brush->n = (int) ((cell->radius + brush->reach) * STEPS_PER_PX) + 2;
  brush->even = g_new (float, 3 * brush->n);
  brush->odd = brush->even + brush->n;
  brush->inside = brush->odd + brush->n;
  brush_fill_tables (brush, &look, gain, asymmetry);

  brush->along_x = cos (cell->stretch_angle);
  brush->along_y = sin (cell->stretch_angle);
  brush->squash = cell->stretch;
  brush->bright_x = cos (cell->bright_side);
  brush->bright_y = sin (cell->bright_side);
  brush->spot = gain * look.spot * (sharp / wide) * (sharp / wide);
  brush->spot_x = offset * brush->bright_x;
  brush->spot_y = offset * brush->bright_y;
  brush->spot_scale = -1 / (2 * wide * wide);
  brush->spot_length = cell->spot_length;
  for (gsize i = 0; i < G_N_ELEMENTS (brush->bumps); i++)
    brush->bumps[i] = asymmetry * look.shape * cell->bumps[i];
  brush->turn_x = cos (turned);
  brush->turn_y = sin (turned);
  brush->grain = gain * asymmetry * look.grain;
  brush->grain_scale = look.grain_size / cell->radius;
  brush->grain_seed = seed + (guint64) cell->id * 7919;
  brush->shading = shading;
  brush->shade = cell->shade != SCENE_SHADE_NONE ? gain * asymmetry : 0;
  brush->light_x = cos (cell->bright_side - cell->stretch_angle);
  brush->light_y = sin (cell->bright_side - cell->stretch_angle);
}

/* The cell's radius over its outline's in the direction of (u, v): harmonics without the arctangent. */
static inline double
brush_outline (const Brush *brush,
               double       u,
               double       v,
               double       rho)
{
  double c, s, c2, s2, c3, s3;

  if (rho < 1e-6)
    return 1;
  c = u / rho;
  s = v / rho;
  c2 = c * c - s * s;
  s2 = 2 * c * s;
  c3 = c * c2 - s * s2;
  s3 = c * s2 + s * c2;

  return 1 / MAX (1 + brush->bumps[0] * c2 + brush->bumps[1] * s2 + brush->bumps[2] * c3 + brush->bumps[3] * s3,
                  LEAST_OUTLINE);
}

/* Its distance from the centre if the cell were a disc, of a place at (u, v) with respect to its axes scaled to one
 * length, where lines on the outline have the same breadth all around. */
static inline double
brush_unstretch (const Brush *brush,
                 double       u,
                 double       v,
                 double       rho)
{
  double steepness = hypot (u / brush->squash, v * brush->squash) / MAX (hypot (u, v), 1e-6);

  return MAX (brush->radius + (rho - brush->radius) / steepness, 0);
}

/* The cell at (px, py) from its centre. */
static inline float
brush_sample (const Brush *brush,
              double       px,
              double       py,
              float       *inside)
{
  double u = (px * brush->along_x + py * brush->along_y) / brush->squash;
  double v = (py * brush->along_x - px * brush->along_y) * brush->squash;
  double rho = sqrt (u * u + v * v);
  double straight = rho * brush_outline (brush, u, v, rho);
  double distance = brush->cell->axis_ratio > 1 ? brush_unstretch (brush, u, v, straight) : straight;
  double at = distance * STEPS_PER_PX;
  int i = (int) at;
  double f = at - i;
  double side, value;

  if (i + 1 >= brush->n)
    {
      *inside = 0;
      return 0;
    }

  *inside = brush->inside[i] + f * (brush->inside[i + 1] - brush->inside[i]);
  side = (px * brush->bright_x + py * brush->bright_y) / MAX (rho, brush->radius);
  value = brush->even[i] + f * (brush->even[i + 1] - brush->even[i]);
  value += side * (brush->odd[i] + f * (brush->odd[i + 1] - brush->odd[i]));
  if (brush->shade != 0)
    {
      double scale = straight / MAX (rho, 1e-6) * brush->inverse_radius;

      value += brush->shade * scene_shading_at (&brush->shading, scale * (u * brush->light_x + v * brush->light_y),
                                                scale * (v * brush->light_x - u * brush->light_y),
                                                (distance - brush->radius) * brush->inverse_radius, *inside);
    }
  if (brush->spot != 0)
    {
      double dx = px - brush->spot_x;
      double dy = py - brush->spot_y;
      double sx = (dx * brush->along_x + dy * brush->along_y) / brush->spot_length;
      double sy = dy * brush->along_x - dx * brush->along_y;

      value += *inside * brush->spot * exp ((sx * sx + sy * sy) * brush->spot_scale);
    }
  if (brush->grain != 0)
    {
      double gx = (px * brush->turn_x + py * brush->turn_y) * brush->grain_scale;
      double gy = (py * brush->turn_x - px * brush->turn_y) * brush->grain_scale;

      value += *inside * brush->grain * scene_noise (brush->grain_seed, gx, gy);
    }

  return value;
}

/* Pixels from the first to the last. */
typedef struct {
  int left, right, top, bottom;
} Area;

/* What a stamp may touch whose centre lies within (@dx, @dy) of (@x, @y). */
static Area
brush_area (const Brush       *brush,
            const SceneCanvas *canvas,
            double             x,
            double             y,
            double             dx,
            double             dy)
{
  double extent = (brush->radius + brush->reach) * brush->squash + 1;

  return (Area){
    .left = MAX ((int) floor (x - dx - extent), 0),
    .right = MIN ((int) ceil (x + dx + extent), canvas->width - 1),
    .top = MAX ((int) floor (y - dy - extent), 0),
    .bottom = MIN ((int) ceil (y + dy + extent), canvas->height - 1),
  };
}

/* Twice by twice samples a pixel: the outline is smooth at any position. */
static void
brush_stamp (const Brush       *brush,
             const SceneCanvas *canvas,
             float             *light,
             float             *cover,
             double             x,
             double             y,
             double             weight)
{
  Area area = brush_area (brush, canvas, x, y, 0, 0);

  for (int j = area.top; j <= area.bottom; j++)
    {
      for (int i = area.left; i <= area.right; i++)
        {
          gsize at = (gsize) j * canvas->width + i;

          for (int k = 0; k < 4; k++)
            {
              float inside;
              double px = i - x + (k & 1 ? 0.25 : -0.25);
              double py = j - y + (k & 2 ? 0.25 : -0.25);
              float value = brush_sample (brush, px, py, &inside);

              light[at] += 0.25 * weight * value;
              cover[at] += 0.25 * weight * inside;
            }
        }
    }
}

/* Lays what was painted of this cell alone over those that are there, and takes it away again. */
static void
lay_over (SceneCanvas *canvas,
          Area         area,
          double       opacity)
{
  for (int j = area.top; j <= area.bottom; j++)
    {
      for (int i = area.left; i <= area.right; i++)
        {
          gsize at = (gsize) j * canvas->width + i;
          float hidden = opacity * CLAMP (canvas->own_cover[at], 0, 1);

          canvas->light[at] = (1 - hidden) * canvas->light[at] + canvas->own_light[at];
          canvas->cover[at] += canvas->own_cover[at];
          canvas->own_light[at] = canvas->own_cover[at] = 0;
        }
    }
}

void
scene_profile_paint (const SceneCell        *cell,
                     const ScenePose        *pose,
                     const SceneDescription *description,
                     guint64                 seed,
                     SceneCanvas            *canvas)
{
  int stamps = CLAMP ((int) ceil (hypot (pose->smear_x, pose->smear_y) / 0.8), 1, 48);
  gboolean opaque = description->opacity > 0;
  float *light = opaque ? canvas->own_light : canvas->light;
  float *cover = opaque ? canvas->own_cover : canvas->cover;
  Brush brush;

  brush_init (&brush, cell, description, pose->turned, seed);
  for (int k = 0; k < stamps; k++)
    {
      double when = (k + 0.5) / stamps - 0.5;

      brush_stamp (&brush, canvas, light, cover, pose->x + when * pose->smear_x, pose->y + when * pose->smear_y,
                   1.0 / stamps);
    }
  if (opaque)
    lay_over (canvas, brush_area (&brush, canvas, pose->x, pose->y, fabs (pose->smear_x), fabs (pose->smear_y)),
              description->opacity);
  g_free (brush.even);
}
