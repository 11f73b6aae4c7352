/* venule-vesselness.c: how much each place of a picture or stack looks like a vessel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-vesselness.h"

#include <glib/gi18n-lib.h>

#include "venule-backend.h"
#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-number.h"
#include "venule-roi-planes.h"

/**
 * venule_vesselness_parse_sigmas:
 * @text: "1,2,4"
 * @params: (inout): where they go, px
 *
 * Returns: whether these are numbers that the kernels take, rising
 */
gboolean
venule_vesselness_parse_sigmas (const char            *text,
                                vnk_vesselness_params *params)
{
  double before = 0, number;

  params->n_sigmas = 0;
  while ((text = venule_number_scan (text, &number)) != NULL && params->n_sigmas < VNK_MAX_SIGMAS &&
         number > before && number >= (double) VNK_MIN_SIGMA && number <= (double) VNK_MAX_SIGMA)
    {
      params->sigmas[params->n_sigmas++] = (float) number;
      before = number;
      if (*text == '\0')
        return TRUE;
      if (*text++ != ',')
        return FALSE;
    }
  return FALSE;
}

/* A stack has no crop that could be smaller. */
static gboolean
check (vnk_status    status,
       VenuleSource *source,
       GError      **error)
{
  g_autofree char *name = venule_source_dup_display_name (source);

  if (status != VNK_ERROR_NO_MEMORY)
    return venule_kernels_check (status, error);
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY,
               _("There is not enough memory for “%s”. Close other programs, or save a part of it as a file of its "
                 "own."), name);
  return FALSE;
}

/* The pictures that there are, one below the other. */
static gboolean
read_pictures (VenuleSource *source,
               vnk_backend  *backend,
               vnk_plane    *in,
               GError      **error)
{
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, error);
  gint64 depth = venule_source_get_n_frames (source);
  int height = venule_source_get_height (source);

  if (reader == NULL)
    return FALSE;
  for (gint64 z = 0; z < depth; z++)
    {
      g_autoptr (VenuleFrame) frame = venule_reader_read (reader, z, NULL, error);
      vnk_plane part = *in;
      vnk_image image;
      float eight_bit;

      if (frame == NULL)
        return FALSE;
      image = (vnk_image) { frame->data, frame->width, frame->height, (ptrdiff_t) frame->stride,
                            venule_frame_get_sample_bytes (frame) };
      eight_bit = 255.0f / (float) ((1 << frame->bit_depth) - 1);
      part.data += z * height * part.stride;
      part.height = height;
      if (!check (backend->convert (backend, &image, 0, 0, eight_bit, 0, &part), source, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
compute_on (VenuleVesselness             *self,
            VenuleSource                 *source,
            const vnk_vesselness_params  *params,
            vnk_backend                  *backend,
            GError                      **error)
{
  int rows = self->height * self->depth;
  vnk_plane out = { self->values, self->width, rows, self->width, NULL };
  vnk_plane in = { 0 };
  gboolean ok = check (backend->plane_new (backend, self->width, rows, &in), source, error);

  self->on_card = g_str_equal (backend->name, "cuda");
  ok = ok && read_pictures (source, backend, &in, error) &&
       check (backend->vesselness (backend, &in, params, &out, NULL, NULL), source, error);
  vnk_plane_clear (&in);
  return ok;
}

/* Sides up to VNK_MAX_SIDE, the pictures being one below the other, and numbers that an int counts. */
static gboolean
make_room (VenuleVesselness  *self,
           VenuleSource      *source,
           GError           **error)
{
  gint64 depth = venule_source_get_n_frames (source);
  g_autofree char *name = venule_source_dup_display_name (source);

  self->width = venule_source_get_width (source);
  self->height = venule_source_get_height (source);
  if (depth * self->height > VNK_MAX_SIDE || depth * self->height * (self->width + 64) > G_MAXINT32)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_TOO_LARGE,
                   _("“%s” is too large: all slices together may have 2 147 million pixels and 1 048 576 rows."), name);
      return FALSE;
    }
  self->depth = (int) depth;
  self->values = g_try_new (float, (gsize) self->width * (gsize) self->height * (gsize) self->depth);
  return check (self->values != NULL ? VNK_OK : VNK_ERROR_NO_MEMORY, source, error);
}

/**
 * venule_vesselness_compute:
 * @self: (out caller-allocates): zeroed; what there is
 * @source: a picture, or a stack whose frames are slices of depth
 * @params: how; its depth is not read
 * @settings: whose device and threads are taken
 * @error: return location
 *
 * Gray levels are those of an 8-bit video, whatever the depth of the file, as in an analysis. When a graphics card
 * fails that was not asked for by its name, the processor takes its place.
 *
 * Errors: those of reading; %VENULE_ERROR_TOO_LARGE, %VENULE_ERROR_NO_MEMORY, %VENULE_ERROR_DEVICE.
 *
 * Returns: whether it was computed
 */
gboolean
venule_vesselness_compute (VenuleVesselness             *self,
                           VenuleSource                 *source,
                           const vnk_vesselness_params  *params,
                           const VenuleSettings         *settings,
                           GError                      **error)
{
  g_autoptr (VenuleSettings) processor = venule_settings_copy (settings);
  g_autoptr (vnk_backend) backend = NULL;
  g_autoptr (GError) failure = NULL;
  vnk_vesselness_params of_all = *params;

  if (!venule_source_build_table (source, NULL, NULL, NULL, error) || !make_room (self, source, error))
    return FALSE;
  backend = venule_backend_open (settings, error);
  if (backend == NULL)
    return FALSE;

  of_all.depth = self->depth;
  if (compute_on (self, source, &of_all, backend, &failure))
    return TRUE;
  if (self->on_card && settings->device == VENULE_DEVICE_AUTO &&
      (g_error_matches (failure, VENULE_ERROR, VENULE_ERROR_DEVICE) ||
       g_error_matches (failure, VENULE_ERROR, VENULE_ERROR_NO_MEMORY)))
    {
      g_clear_pointer (&backend, venule_backend_close);
      processor->device = VENULE_DEVICE_CPU;
      backend = venule_backend_open (processor, error);
      return backend != NULL && compute_on (self, source, &of_all, backend, error);
    }
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

/**
 * venule_vesselness_project:
 * @self: what was computed
 *
 * Returns: (transfer full): the largest value of all pictures at each place, for g_free()
 */
float *
venule_vesselness_project (const VenuleVesselness *self)
{
  gsize n = (gsize) self->width * (gsize) self->height;
  float *largest = g_memdup2 (self->values, n * sizeof (float));

  for (int z = 1; z < self->depth; z++)
    for (gsize i = 0; i < n; i++)
      largest[i] = MAX (largest[i], self->values[(gsize) z * n + i]);
  return largest;
}

void
venule_vesselness_clear (VenuleVesselness *self)
{
  g_clear_pointer (&self->values, g_free);
}
