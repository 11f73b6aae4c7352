/* venule-registration-read.c: a frame as the small plane that its movement is measured in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-registration-private.h"

#include <math.h>

#include "venule-roi-planes.h"

#define CONTRAST 40.0                        /* standard deviation of the planes’ gray levels */
#define MAX_GAIN 4.0                         /* of an 8-bit video: a picture of noise stays one */
#define MAX_STRIP_BYTES ((gint64) 64 << 20) /* of a frame as gray levels; a larger one is read in strips */
#define MARGIN 1                             /* rows of the small plane beside a strip, which its border makes wrong */

/* ---- Memory ---- */

/* How large the small planes are, and how many of their rows are read at once. */
void
venule_registration_lay_out_strips (VenuleRegistration *self)
{
  gint64 row_bytes = (gint64) (sizeof (float) * (gsize) self->frame_width) << self->halvings;

  self->width = self->frame_width;
  self->height = self->frame_height;
  for (int i = 0; i < self->halvings; i++)
    {
      self->width = (self->width + 1) / 2;
      self->height = (self->height + 1) / 2;
    }
  self->strip = (int) MIN (MAX (MAX_STRIP_BYTES / row_bytes - 2 * MARGIN, 1), self->height);
}

gboolean
venule_registration_new_strips (VenuleRegistration *self,
                                vnk_backend        *backend,
                                GError            **error)
{
  gboolean is_one = self->strip == self->height;
  int width = self->frame_width, height = self->frame_height;

  for (int i = 0; i < self->halvings + (is_one ? 0 : 1); i++)
    {
      gint64 rows = (gint64) (self->strip + 2 * MARGIN) << (self->halvings - i);

      if (!venule_kernels_check (venule_plane_new (backend, width, (int) MIN (rows, height), &self->planes[i]), error))
        return FALSE;
      width = (width + 1) / 2;
      height = (height + 1) / 2;
    }
  return TRUE;
}

/* ---- Reading ---- */

/* Fixes how sample values become gray levels, for the whole run. */
static void
set_contrast (VenuleRegistration *self,
              VenuleFrame        *frame)
{
  double sum = 0, square = 0, n = 0;
  double eight_bit = 255.0 / ((1 << frame->bit_depth) - 1);
  double most = eight_bit * (frame->bit_depth > 8 ? 64 * MAX_GAIN : MAX_GAIN);

  for (int y = 0; y < frame->height; y += 3)
    for (int x = 0; x < frame->width; x += 3, n++)
      {
        double sample = venule_frame_get_sample (frame, x, y);

        sum += sample;
        square += sample * sample;
      }

  double sd = sqrt (MAX (square / n - sum / n * (sum / n), 0));

  self->scale = (float) CLAMP (CONTRAST / MAX (sd, 1e-3), eight_bit / 4, most);
  self->offset = (float) (-self->scale * sum / n);
}

/* Makes rows @first to @end of the small plane, as if the frame were no higher: those next to a border that is not the
 * frame's are wrong. */
static gboolean
read_rows (VenuleRegistration *self,
           vnk_backend        *backend,
           const vnk_image    *image,
           int                 first,
           int                 end,
           vnk_plane          *out,
           GError            **error)
{
  int top = first << self->halvings;
  int rows = (int) MIN ((gint64) end << self->halvings, image->height) - top;
  vnk_plane in;

  if (self->halvings == 0)
    return venule_kernels_check (backend->convert (backend, image, 0, top, self->scale, self->offset, out), error);

  in = venule_plane_part (&self->planes[0], 0, 0, self->planes[0].width, rows);
  if (!venule_kernels_check (backend->convert (backend, image, 0, top, self->scale, self->offset, &in), error))
    return FALSE;
  for (int i = 1; i <= self->halvings; i++)
    {
      vnk_plane half = *out;

      rows = (rows + 1) / 2;
      if (i < self->halvings)
        half = venule_plane_part (&self->planes[i], 0, 0, self->planes[i].width, rows);
      if (!venule_kernels_check (backend->pyramid_down (backend, &in, &half), error))
        return FALSE;
      in = half;
    }
  return TRUE;
}

/* The rows from @first on of the small plane, by way of a strip that reaches beyond them. */
static gboolean
read_strip (VenuleRegistration *self,
            vnk_backend        *backend,
            const vnk_image    *image,
            int                 first,
            vnk_plane          *tissue,
            GError            **error)
{
  int end = MIN (first + self->strip, self->height);
  int above = MIN (first, MARGIN), below = MIN (self->height - end, MARGIN);
  vnk_plane strip = venule_plane_part (&self->planes[self->halvings], 0, 0, self->width, above + end - first + below);
  vnk_plane right = venule_plane_part (&strip, 0, above, self->width, above + end - first);
  vnk_plane to = venule_plane_part (tissue, 0, first, self->width, end);

  /* The largest value within no distance is the value. */
  return read_rows (self, backend, image, first - above, end + below, &strip, error) &&
         venule_kernels_check (backend->dilate (backend, &right, 0, &to), error);
}

/**
 * venule_registration_read:
 * @self: the registration
 * @backend: the kernels
 * @frame: the next frame of the run, of the size that the registration was made for
 * @tissue: a plane of venule_registration_new_plane(): filled
 * @error: return location
 *
 * Returns: %FALSE with a #VenuleError
 */
gboolean
venule_registration_read (VenuleRegistration *self,
                          vnk_backend        *backend,
                          VenuleFrame        *frame,
                          vnk_plane          *tissue,
                          GError            **error)
{
  vnk_image image = {
    .data = frame->data,
    .width = frame->width,
    .height = frame->height,
    .stride = frame->stride,
    .bytes_per_sample = venule_frame_get_sample_bytes (frame),
  };

  if (self->scale == 0)
    set_contrast (self, frame);
  if (self->strip == self->height)
    return read_rows (self, backend, &image, 0, self->height, tissue, error);

  for (int first = 0; first < self->height; first += self->strip)
    if (!read_strip (self, backend, &image, first, tissue, error))
      return FALSE;
  return TRUE;
}
