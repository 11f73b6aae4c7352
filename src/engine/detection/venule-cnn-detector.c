/* venule-cnn-detector.c: where the centres of cells are in one frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-cnn-detector.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-augmentation-merge.h"
#include "venule-error.h"
#include "venule-maxima.h"
#include "venule-network.h"

/* As in the training of the network: training/cellnet.py has the same. */
#define NORMAL 16.0   /* px, a cell's diameter in the network's input */
#define FLATTEN 32    /* px, half the box of the local mean */
#define NOISE 8.0     /* gray levels, at least */
#define QUIET 0.6     /* gray levels of noise in the input, below which no camera is: the video was compressed … */
#define SILENT 0.3
#define ADDED_NOISE 8.0 /* … and gets so much noise back, from SILENT down */
#define STRIDE 2      /* px of the input a pixel of the maps */
#define LIMIT 8.0f    /* of the flattened gray levels */
#define REACH 1.6     /* pixels of the maps within which a centre is the largest */
#define APART 0.3     /* diameters: two maxima whose centres are nearer are one */

#define CAMERA_NOISE 3.0 /* times the camera's noise, where that is more: noise alone is not blown up into cells */
#define MARGIN 16     /* px of the input around the crop */
#define N_PHASES 4
#define FARTHEST_MOVE 3  /* px, of the input from frame to frame */
#define SQUARE (APART * NORMAL) /* px of the input, of the lattice in which found ones are looked up */
#define MAX_PIXELS (20 * 1024 * 1024) /* of the input: the network's layers take some 160 bytes for each */

enum {
  MAP_SCORE,
  MAP_X,
  MAP_Y,
  MAP_RADIUS,
  N_MAPS
};

struct _VenuleCnnDetector
{
  VenuleNetwork *network;
  double         radius;    /* expected, px */
  double         left, top; /* of the input's first pixel, px of the input along and across the flow */
  double         x, y;      /* the same in this run, px of the frame */
  double         step_x, step_y;
  vnk_plane      input;
  vnk_plane      flat;
  vnk_plane      maps[N_MAPS];
  vnk_plane      dilated;
  GArray        *candidates;    /* of vnk_candidate */
  GArray        *appearances;   /* of vnk_ring_statistics */
  int            columns, rows; /* of the lattice */
  int           *first_in;      /* of those found so far, in each square; −1: none */
  GArray        *next_in;       /* of int: for each found one the next in its square */
  guint          moment;        /* which picture of the run it is: the input moves from one to the next */
};

/* The smallest rectangle along the vessel around the crop, with the margin. */
static void
lay_out (VenuleCnnDetector    *self,
         const VenuleSettings *settings,
         int                   frame_width,
         int                   frame_height,
         int                  *width,
         int                  *height)
{
  g_autoptr(GArray) outline = venule_vessel_dup_outline (settings->vessel, frame_width, frame_height);
  double step = settings->cell_diameter / NORMAL;
  double axis_x, axis_y, left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;

  venule_vessel_get_axis (settings->vessel, &axis_x, &axis_y);
  for (guint i = 0; i < outline->len; i++)
    {
      const VenulePoint *p = &g_array_index (outline, VenulePoint, i);
      double along = (axis_x * p->x + axis_y * p->y) / step;
      double across = (-axis_y * p->x + axis_x * p->y) / step;

      left = fmin (left, along);
      right = fmax (right, along);
      top = fmin (top, across);
      bottom = fmax (bottom, across);
    }

  self->left = floor (left) - MARGIN;
  self->top = floor (top) - MARGIN;
  *width = (int) ceil (right - self->left) + MARGIN + FARTHEST_MOVE;
  *height = (int) ceil (bottom - self->top) + MARGIN + FARTHEST_MOVE;
  self->step_x = step * axis_x;
  self->step_y = step * axis_y;
}

static gboolean
check_size (double    diameter,
            int       width,
            int       height,
            GError  **error)
{
  double shrunk = diameter / NORMAL;

  if ((double) width * height <= MAX_PIXELS)
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("The crop is too large for cells of %.1f px: with %.1f million pixels it may have %.1f at most, "
                 "or the memory would not suffice. Draw a smaller crop around the vessel, or check the cell diameter."),
               diameter, width * shrunk * height * shrunk / 1e6, MAX_PIXELS * shrunk * shrunk / 1e6);
  return FALSE;
}

static void
clear_planes (VenuleCnnDetector *self)
{
  vnk_plane_clear (&self->input);
  vnk_plane_clear (&self->flat);
  for (int i = 0; i < N_MAPS; i++)
    vnk_plane_clear (&self->maps[i]);
  vnk_plane_clear (&self->dilated);
}

static gboolean
take_planes (VenuleCnnDetector  *self,
             vnk_backend        *backend,
             int                 width,
             int                 height,
             GError            **error)
{
  vnk_plane *const large[] = { &self->input, &self->flat };
  vnk_plane *const small[] = { &self->maps[0], &self->maps[1], &self->maps[2], &self->maps[3], &self->dilated };

  G_STATIC_ASSERT (N_MAPS == 4);
  clear_planes (self);
  for (guint i = 0; i < G_N_ELEMENTS (large); i++)
    if (!venule_kernels_check (venule_plane_new (backend, width, height, large[i]), error))
      return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (small); i++)
    if (!venule_kernels_check (venule_plane_new (backend, (width + STRIDE - 1) / STRIDE, (height + STRIDE - 1) / STRIDE,
                                                 small[i]), error))
      return FALSE;
  return TRUE;
}

/**
 * venule_cnn_detector_new:
 * @settings: valid settings
 * @backend: where its planes shall be
 * @frame_width: px
 * @frame_height: px
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the detector; %NULL with %VENULE_ERROR_NO_MEMORY, or %VENULE_ERROR_INVALID when
 *   the crop is too large for cells so small
 */
VenuleCnnDetector *
venule_cnn_detector_new (const VenuleSettings  *settings,
                         vnk_backend           *backend,
                         int                    frame_width,
                         int                    frame_height,
                         GError               **error)
{
  g_autoptr(VenuleCnnDetector) self = g_new0 (VenuleCnnDetector, 1);
  int width, height;

  self->network = venule_network_of_cells ();
  g_assert (self->network->n_outputs == N_MAPS && self->network->net.n_inputs == 1);
  self->radius = settings->cell_diameter / 2;
  lay_out (self, settings, frame_width, frame_height, &width, &height);
  if (!check_size (settings->cell_diameter, width, height, error))
    return NULL;

  self->columns = (int) (width / SQUARE) + 1;
  self->rows = (int) (height / SQUARE) + 1;
  self->first_in = g_new (int, (gsize) self->columns * self->rows);
  self->next_in = g_array_new (FALSE, FALSE, sizeof (int));
  self->candidates = g_array_new (FALSE, FALSE, sizeof (vnk_candidate));
  self->appearances = g_array_new (FALSE, FALSE, sizeof (vnk_ring_statistics));

  if (!take_planes (self, backend, width, height, error))
    return NULL;

  return g_steal_pointer (&self);
}

gboolean
venule_cnn_detector_move (VenuleCnnDetector  *self,
                          vnk_backend        *backend,
                          GError            **error)
{
  return take_planes (self, backend, self->input.width, self->input.height, error);
}

void
venule_cnn_detector_free (VenuleCnnDetector *self)
{
  if (self == NULL)
    return;

  venule_network_free (self->network);
  clear_planes (self);
  g_clear_pointer (&self->candidates, g_array_unref);
  g_clear_pointer (&self->appearances, g_array_unref);
  g_free (self->first_in);
  g_clear_pointer (&self->next_in, g_array_unref);
  g_free (self);
}

/* What they look like in the input. */
static gboolean
describe (VenuleCnnDetector  *self,
          vnk_backend        *backend,
          GArray             *found,
          GError            **error)
{
  double step = self->step_x * self->step_x + self->step_y * self->step_y;

  G_STATIC_ASSERT (VNK_RING_STATISTICS == VENULE_APPEARANCE);
  g_array_set_size (self->appearances, found->len);
  for (guint i = 0; i < found->len; i++)
    {
      const VenuleCandidate *one = &g_array_index (found, VenuleCandidate, i);

      g_array_index (self->appearances, vnk_ring_statistics, i) = (vnk_ring_statistics){
        .x = ((one->x - self->x) * self->step_x + (one->y - self->y) * self->step_y) / step,
        .y = ((one->y - self->y) * self->step_x - (one->x - self->x) * self->step_y) / step,
        .radius = one->radius / sqrt (step),
      };
    }

  if (!venule_kernels_check (backend->ring_statistics (backend, &self->flat,
                                                       (vnk_ring_statistics *) self->appearances->data,
                                                       (int) found->len),
                             error))
    return FALSE;

  for (guint i = 0; i < found->len; i++)
    memcpy (g_array_index (found, VenuleCandidate, i).appearance,
            g_array_index (self->appearances, vnk_ring_statistics, i).values,
            sizeof (float) * VENULE_APPEARANCE);
  return TRUE;
}

/* @augmentation: as in %find_in_augmentations; 0: upright. */
static VenuleAugmentedCandidate
read_maps (const VenuleCnnDetector *self,
           const vnk_candidate     *candidate,
           guint                    augmentation)
{
  /* The maps that venule_maxima_find() was given (vnk_candidate). */
  double u = STRIDE * (candidate->x + CLAMP (candidate->radius, -3, 3));
  double v = STRIDE * (candidate->y + CLAMP (candidate->mean_gradient, -3, 3));
  double growth = exp (CLAMP (candidate->growth, -1, 1));

  if (augmentation == 1 || augmentation == 2)
    u = self->flat.width - 1 - u;
  if (augmentation >= 2)
    v = self->flat.height - 1 - v;

  return (VenuleAugmentedCandidate){
    .x = self->x + u * self->step_x - v * self->step_y,
    .y = self->y + u * self->step_y + v * self->step_x,
    .radius = self->radius * growth,
    .score = 1 / (1 + exp (-candidate->score)),
    .augmentation = augmentation,
  };
}

static void
find_square (const VenuleCnnDetector *self,
             const VenuleCandidate   *one,
             int                     *column,
             int                     *row)
{
  double dx = one->x - self->x, dy = one->y - self->y;
  double size = SQUARE * (self->step_x * self->step_x + self->step_y * self->step_y);

  *column = CLAMP ((int) floor ((dx * self->step_x + dy * self->step_y) / size), 0, self->columns - 1);
  *row = CLAMP ((int) floor ((dy * self->step_x - dx * self->step_y) / size), 0, self->rows - 1);
}

static void
clear_candidates (VenuleCnnDetector *self,
                  GArray            *found)
{
  g_array_set_size (found, 0);
  g_array_set_size (self->next_in, 0);
  for (int i = 0; i < self->columns * self->rows; i++)
    self->first_in[i] = -1;
}

/* Two maxima that point to one place are one cell: the better of them, which came before. */
static void
add_if_new (VenuleCnnDetector     *self,
            GArray                *found,
            const VenuleCandidate *one)
{
  int column, row;

  find_square (self, one, &column, &row);
  for (int y = MAX (row - 1, 0); y <= MIN (row + 1, self->rows - 1); y++)
    for (int x = MAX (column - 1, 0); x <= MIN (column + 1, self->columns - 1); x++)
      for (int i = self->first_in[y * self->columns + x]; i >= 0; i = g_array_index (self->next_in, int, i))
        {
          const VenuleCandidate *other = &g_array_index (found, VenuleCandidate, i);

          if (hypot (other->x - one->x, other->y - one->y) < APART * 2 * self->radius)
            return;
        }

  g_array_append_val (self->next_in, self->first_in[row * self->columns + column]);
  self->first_in[row * self->columns + column] = (int) found->len;
  g_array_append_vals (found, one, 1);
}

/* The network looks at every second pixel, and its errors depend a little on where a cell lies between them: elsewhere
 * in each frame, they average out along a track and do not grow into a velocity. */
static void
move_input (VenuleCnnDetector *self)
{
  static const int moves[N_PHASES][2] = { { 0, 0 }, { 2, 1 }, { 1, 3 }, { 3, 2 } }; /* px of the input, along, across */
  const int *move = moves[self->moment % N_PHASES];

  self->x = self->left * self->step_x - self->top * self->step_y;
  self->y = self->left * self->step_y + self->top * self->step_x;
  self->x -= move[0] * self->step_x - move[1] * self->step_y;
  self->y -= move[0] * self->step_y + move[1] * self->step_x;
}

/* Standard deviation of the camera's noise in the input, gray levels. */
static double
camera_noise (const VenuleCnnDetector *self,
              const VenuleRoiPlanes   *roi)
{
  /* A central difference is half the difference of two pixels; each pixel of the input is a mean over n × n. */
  double n = MAX (ceil (hypot (self->step_x, self->step_y) - 1e-3), 1);

  return sqrt (2 * roi->gradient_noise) / n;
}

/* Gray levels that are added to the spread of the picture. */
static double
noise_of (const VenuleCnnDetector *self,
          const VenuleRoiPlanes   *roi)
{
  return MAX (NOISE, CAMERA_NOISE * camera_noise (self, roi));
}

/* A compressed video has smooth patches where the camera's noise was: on what no camera gives, the network was never
 * trained to stay silent. So a quiet picture gets some noise back, in each frame another, and the same in each run. */
static gboolean
roughen (VenuleCnnDetector  *self,
         vnk_backend        *backend,
         double              sd,
         GError            **error)
{
  /* The sum of a hash's four bytes is nearly normal. */
  float scale = (float) (sd / sqrt (4 * (256.0 * 256 - 1) / 12));
  guint32 seed = 0x9e3779b9u * (self->moment + 1);

  return venule_kernels_check (backend->add_noise (backend, &self->input, scale, seed), error);
}

/* The candidates in the flattened input, the best first, and how large they are. */
static gboolean
find_candidates (VenuleCnnDetector  *self,
                 vnk_backend        *backend,
                 double              threshold,
                 GError            **error)
{
  return venule_kernels_check (backend->network (backend, &self->network->net, &self->flat, self->maps), error) &&
         venule_kernels_check (backend->dilate (backend, &self->maps[MAP_SCORE], (float) REACH, &self->dilated),
                               error) &&
         venule_maxima_find (backend, &self->maps[MAP_SCORE], &self->maps[MAP_X], &self->maps[MAP_Y],
                             &self->maps[MAP_RADIUS], &self->dilated, (float) log (threshold / (1 - threshold)), 0,
                             self->candidates, error);
}

static gboolean
find_once (VenuleCnnDetector  *self,
           vnk_backend        *backend,
           double              threshold,
           GArray             *found,
           GError            **error)
{
  if (!find_candidates (self, backend, threshold, error))
    return FALSE;

  for (guint i = 0; i < self->candidates->len; i++)
    {
      VenuleAugmentedCandidate seen = read_maps (self, &g_array_index (self->candidates, vnk_candidate, i), 0);
      VenuleCandidate one = { .x = seen.x, .y = seen.y, .radius = seen.radius, .score = seen.score };

      add_if_new (self, found, &one);
    }

  return TRUE;
}

/* Upright, mirrored left to right, turned by half a circle, upside down: what the network sees but faintly, it sees in
 * one of these and not in another. A video shows a cell many times; a picture that stands alone, as the first one
 * does, gives these. */
static gboolean
find_in_augmentations (VenuleCnnDetector *self,
                       vnk_backend       *backend,
                       double             threshold,
                       GArray            *found,
                       GError           **error)
{
  g_autoptr(GArray) seen = g_array_new (FALSE, FALSE, sizeof (VenuleAugmentedCandidate));
  g_autoptr(GArray) merged = g_array_new (FALSE, FALSE, sizeof (VenuleCandidate));

  for (guint augmentation = 0; augmentation < VENULE_AUGMENTATIONS; augmentation++)
    {
      if (!find_candidates (self, backend, VENULE_MIN_AUGMENTED_SCORE, error))
        return FALSE;
      for (guint i = 0; i < self->candidates->len; i++)
        {
          VenuleAugmentedCandidate one =
            read_maps (self, &g_array_index (self->candidates, vnk_candidate, i), augmentation);

          g_array_append_val (seen, one);
        }
      /* After the last one it is upright again. */
      if (!venule_kernels_check (backend->flip (backend, &self->flat, augmentation % 2 == 1), error))
        return FALSE;
    }

  venule_augmentation_merge (seen, APART * 2 * self->radius, merged);
  for (guint i = 0; i < merged->len; i++)
    {
      const VenuleCandidate *one = &g_array_index (merged, VenuleCandidate, i);

      if (one->score >= threshold)
        add_if_new (self, found, one);
    }

  return TRUE;
}

/**
 * venule_cnn_detector_run:
 * @self: the detector
 * @backend: the kernels
 * @roi: planes with the frame loaded
 * @moment: number of the picture in the run, from 0
 * @threshold: score of the faintest that is wanted, above 0 and below 1
 * @found: (element-type VenuleCandidate): filled, the best score first
 * @error: return location
 *
 * Returns: %FALSE with a #VenuleError
 */
gboolean
venule_cnn_detector_run (VenuleCnnDetector     *self,
                         vnk_backend           *backend,
                         const VenuleRoiPlanes *roi,
                         guint                  moment,
                         double                 threshold,
                         GArray                *found,
                         GError               **error)
{
  double camera;

  self->moment = moment;
  move_input (self);
  clear_candidates (self, found);
  camera = camera_noise (self, roi);
  if (!venule_kernels_check (backend->resample (backend, &roi->image, (float) (self->x - roi->x0),
                                                (float) (self->y - roi->y0), (float) self->step_x,
                                                (float) self->step_y, &self->input), error))
    return FALSE;
  if (camera < QUIET &&
      !roughen (self, backend, ADDED_NOISE * MIN ((QUIET - camera) / (QUIET - SILENT), 1), error))
    return FALSE;
  if (!venule_kernels_check (backend->local_normalise (backend, &self->input, FLATTEN, (float) noise_of (self, roi),
                                                       LIMIT,
                                                       &self->flat), error))
    return FALSE;
  if (!(moment == 0 ? find_in_augmentations : find_once) (self, backend, threshold, found, error))
    return FALSE;

  return describe (self, backend, found, error);
}
