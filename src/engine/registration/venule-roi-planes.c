/* venule-roi-planes.c: the analysed part of a frame as planes for the kernels
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-roi-planes.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-error.h"

/* Gray levels between the 1st and the 99th percentile of the crop that all constants in gray levels (the noise term of
 * the detector above all) are meant for: those of the paper's video. */
#define REFERENCE_CONTRAST 160.0
/* A picture of noise must not be blown up into cells: no amplification beyond this of an 8-bit video. */
#define MAX_GAIN 4.0
/* px, diameter of a cell in the coarse picture: finer, its outline would cost more and be no better. */
#define COARSE_DIAMETER 22.0

gboolean
venule_kernels_check (vnk_status status,
                      GError   **error)
{
  if (status == VNK_OK)
    return TRUE;

  g_set_error (error, VENULE_ERROR,
               status == VNK_ERROR_NO_MEMORY ? VENULE_ERROR_NO_MEMORY : VENULE_ERROR_DEVICE,
               status == VNK_ERROR_NO_MEMORY
                 ? _("There is not enough memory for the analysis. Choose a smaller crop or close other programs.")
                 : _("The computation failed: %s."),
               vnk_status_name (status));
  return FALSE;
}

/**
 * venule_plane_new:
 * @backend: (nullable): where the plane shall be; %NULL: in the host's memory
 * @width: px
 * @height: px
 * @plane: (out caller-allocates): a zeroed plane, for vnk_plane_clear()
 *
 * Returns: a status; with any but %VNK_OK there is nothing in @plane
 */
vnk_status
venule_plane_new (vnk_backend *backend,
                  int          width,
                  int          height,
                  vnk_plane   *plane)
{
  if (backend != NULL)
    return backend->plane_new (backend, width, height, plane);

  *plane = vnk_plane_new (width, height);
  return plane->data != NULL ? VNK_OK : VNK_ERROR_NO_MEMORY;
}

double
venule_roi_planes_coarse_step (const VenuleSettings *settings)
{
  return MAX (settings->cell_diameter / COARSE_DIAMETER, 1);
}

void
venule_roi_planes_lay_out (VenuleRoiPlanes      *self,
                           int                   frame_width,
                           int                   frame_height,
                           const VenuleSettings *settings)
{
  int x, y, width, height;
  int margin = (int) ceil (settings->cell_diameter);

  venule_vessel_get_bounds (settings->vessel, frame_width, frame_height, &x, &y, &width, &height);
  memset (self, 0, sizeof *self);
  self->x0 = x - margin;
  self->y0 = y - margin;
  self->width = width + 2 * margin;
  self->height = height + 2 * margin;
  self->scale = 1;
  self->coarse_step = (float) venule_roi_planes_coarse_step (settings);
}

gboolean
venule_roi_planes_new_planes (const VenuleRoiPlanes *self,
                              vnk_backend           *backend,
                              vnk_plane             *image,
                              vnk_plane             *coarse,
                              GError               **error)
{
  float step = self->coarse_step;

  return venule_kernels_check (venule_plane_new (backend, self->width, self->height, image), error) &&
         (step == 1 || venule_kernels_check (venule_plane_new (backend, (int) ceil (self->width / step),
                                                               (int) ceil (self->height / step), coarse), error));
}

gboolean
venule_roi_planes_take_gradients (VenuleRoiPlanes *self,
                                  vnk_backend     *backend,
                                  GError         **error)
{
  vnk_plane_clear (&self->gx);
  vnk_plane_clear (&self->gy);
  return venule_kernels_check (venule_plane_new (backend, self->width, self->height, &self->gx), error) &&
         venule_kernels_check (venule_plane_new (backend, self->width, self->height, &self->gy), error);
}

/**
 * venule_roi_planes_init:
 * @self: (out caller-allocates): the region
 * @backend: (nullable): where the planes shall be
 * @frame_width: px
 * @frame_height: px
 * @settings: valid settings for that size
 * @error: return location
 *
 * Lays out the planes around the crop and takes their memory.
 *
 * Returns: %FALSE with %VENULE_ERROR_NO_MEMORY
 */
gboolean
venule_roi_planes_init (VenuleRoiPlanes      *self,
                        vnk_backend          *backend,
                        int                   frame_width,
                        int                   frame_height,
                        const VenuleSettings *settings,
                        GError              **error)
{
  venule_roi_planes_lay_out (self, frame_width, frame_height, settings);
  if (venule_roi_planes_new_planes (self, backend, &self->image, &self->coarse, error) &&
      venule_kernels_check (venule_plane_new (backend, self->width, self->height, &self->previous), error) &&
      venule_roi_planes_take_gradients (self, backend, error))
    return TRUE;

  venule_roi_planes_clear (self);
  return FALSE;
}

void
venule_roi_planes_clear (VenuleRoiPlanes *self)
{
  vnk_plane_clear (&self->image);
  vnk_plane_clear (&self->previous);
  vnk_plane_clear (&self->coarse);
  vnk_plane_clear (&self->gx);
  vnk_plane_clear (&self->gy);
}

static guint
percentile (const guint *counts,
            guint        n_values,
            guint64      total,
            double       share)
{
  guint64 sum = 0;

  for (guint value = 0; value < n_values; value++)
    {
      sum += counts[value];
      if (sum > share * total)
        return value;
    }
  return n_values - 1;
}

/* Samples of row @y, from @x up to @x_end, as numbers. */
static void
fetch_row (VenuleFrame *frame,
           int          y,
           int          x,
           int          x_end,
           int         *row)
{
  const guint8 *data = frame->data + y * frame->stride;
  const guint16 *wide = (const guint16 *) (const void *) data;

  if (venule_frame_get_sample_bytes (frame) == 1)
    for (int i = x; i < x_end; i++)
      row[i - x] = data[i];
  else
    for (int i = x; i < x_end; i++)
      row[i - x] = wide[i];
}

/* Standard deviation of the camera's noise in @frame, in sample values: mean absolute response of a difference of two
 * Laplacians, in which straight edges and slopes cancel (J. Immerkær, Computer Vision and Image Understanding 64 (1996)
 * 300). */
static double
estimate_noise (const VenuleRoiPlanes *self,
                VenuleFrame           *frame)
{
  int x0 = MAX (self->x0, 0), x_end = MIN (self->x0 + self->width, frame->width);
  int y0 = MAX (self->y0, 0), y_end = MIN (self->y0 + self->height, frame->height);
  int width = x_end - x0;
  g_autofree int *rows = NULL;
  double sum = 0;

  if (width < 3 || y_end - y0 < 3)
    return 0;

  rows = g_new (int, 3 * (gsize) width);
  fetch_row (frame, y0, x0, x_end, rows);
  fetch_row (frame, y0 + 1, x0, x_end, rows + width);
  for (int y = y0 + 1; y < y_end - 1; y++)
    {
      const int *above = rows + (y - 1 - y0) % 3 * width, *at = rows + (y - y0) % 3 * width;
      int *below = rows + (y + 1 - y0) % 3 * width;
      gint64 total = 0;

      fetch_row (frame, y + 1, x0, x_end, below);
      for (int x = 1; x < width - 1; x++)
        total += abs (above[x - 1] - 2 * above[x] + above[x + 1] - 2 * (at[x - 1] - 2 * at[x] + at[x + 1]) +
                      below[x - 1] -
                      2 * below[x] + below[x + 1]);
      sum += (double) total;
    }
  return sqrt (G_PI / 2) * sum / (6.0 * (width - 2) * (y_end - y0 - 2));
}

/**
 * venule_roi_planes_set_contrast:
 * @self: the region
 * @frame: the first frame of the run
 *
 * Fixes how sample values become gray levels, from the contrast of the crop in @frame; the same for all frames of a
 * run, so that nothing is stretched frame by frame.
 */
void
venule_roi_planes_set_contrast (VenuleRoiPlanes *self,
                                VenuleFrame     *frame)
{
  guint n_values = 1u << 16;
  g_autofree guint *counts = g_new0 (guint, n_values);
  guint64 total = 0;
  int x_end = MIN (self->x0 + self->width, frame->width);
  int y_end = MIN (self->y0 + self->height, frame->height);
  int x0 = MAX (self->x0, 0);
  g_autofree int *row = g_new (int, MAX (x_end - x0, 1));

  for (int y = MAX (self->y0, 0); y < y_end; y++)
    {
      fetch_row (frame, y, x0, x_end, row);
      for (int x = x0; x < x_end; x++, total++)
        counts[row[x - x0]]++;
    }

  double low = percentile (counts, n_values, total, 0.01);
  double high = percentile (counts, n_values, total, 0.99);
  double eight_bit = 255.0 / ((1 << frame->bit_depth) - 1);
  /* Cameras store 10 or 12 bits in 16: the depth says little about the range in use. */
  double max_gain = frame->bit_depth > 8 ? 64 * MAX_GAIN : MAX_GAIN;

  self->scale = (float) CLAMP (REFERENCE_CONTRAST / MAX (high - low, 1), eight_bit / 4, eight_bit * max_gain);
  self->offset = (float) (-low * self->scale);

  /* Central differences: half the difference of two pixels. */
  double noise = estimate_noise (self, frame) * self->scale;
  self->gradient_noise = (float) (noise * noise / 2);
}

/**
 * venule_roi_planes_read:
 * @self: the region
 * @backend: the kernels
 * @frame: a frame of the size that the region was made for
 * @image: a plane of the size of the ROI's
 * @coarse: a plane of the size of the ROI's coarse one, empty where that is
 * @error: return location
 *
 * Fills planes with what the ROI holds of @frame.
 *
 * Returns: %FALSE with a #VenuleError
 */
gboolean
venule_roi_planes_read (const VenuleRoiPlanes *self,
                        vnk_backend           *backend,
                        VenuleFrame           *frame,
                        vnk_plane             *image,
                        vnk_plane             *coarse,
                        GError               **error)
{
  vnk_image from = {
    .data = frame->data,
    .width = frame->width,
    .height = frame->height,
    .stride = frame->stride,
    .bytes_per_sample = venule_frame_get_sample_bytes (frame),
  };

  return venule_kernels_check (backend->convert (backend, &from, self->x0, self->y0, self->scale, self->offset, image),
                               error) &&
         (self->coarse_step == 1 ||
          venule_kernels_check (backend->resample (backend, image, 0, 0, self->coarse_step, 0, coarse), error));
}

/**
 * venule_roi_planes_load:
 * @self: the region
 * @backend: the kernels
 * @frame: a frame of the size that the region was made for
 * @error: return location
 *
 * Makes @frame the newest: the one before moves to `previous`.
 *
 * Returns: %FALSE with a #VenuleError
 */
gboolean
venule_roi_planes_load (VenuleRoiPlanes *self,
                        vnk_backend     *backend,
                        VenuleFrame     *frame,
                        GError         **error)
{
  vnk_plane newest = self->previous;

  self->previous = self->image;
  self->image = newest;
  return venule_roi_planes_read (self, backend, frame, &self->image, &self->coarse, error);
}

/* Only detections need them. */
gboolean
venule_roi_planes_find_gradients (const VenuleRoiPlanes *self,
                                  vnk_backend           *backend,
                                  GError               **error)
{
  vnk_plane gx = self->gx, gy = self->gy;

  return venule_kernels_check (backend->gradients (backend, &self->image, &gx, &gy), error);
}
