/* venule-glimpse.c: a few frames of a video, shrunken, in which the tissue stands still
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-glimpse.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-backend.h"
#include "venule-error.h"
#include "venule-registration.h"

#define SIDE 360.0       /* places along the longer side, at most */
#define GRAY 16          /* bits of a shrunken frame */
#define USUAL_RATE 30.0  /* frames/s: of those of a faster camera some are left out, as hardly anything moves between */
#define CELL_DIAMETER 12 /* places: of what moves in the tissue, by and large */

/* ---- Frames ---- */

static VenuleMap *
shrink (VenuleFrame *frame,
        int          scale)
{
  VenuleMap *map = venule_map_new (MAX (frame->width / scale, 1), MAX (frame->height / scale, 1));
  gboolean wide = venule_frame_get_sample_bytes (frame) == 2;

  for (int y = 0; y < map->height * scale && y < frame->height; y++)
    {
      const guint8 *row = frame->data + (gsize) y * frame->stride;
      float *to = map->values + (gsize) (y / scale) * map->width;

      for (int x = 0; x < map->width * scale && x < frame->width; x++)
        to[x / scale] += wide ? (float) ((const guint16 *) row)[x] : (float) row[x];
    }
  return map;
}

/* Lamps flicker: each frame is as bright as the first. */
static void
even_out (GPtrArray *frames)
{
  double expected = 0;

  for (guint i = 0; i < frames->len; i++)
    {
      VenuleMap *map = g_ptr_array_index (frames, i);
      gsize n = (gsize) map->width * map->height;
      double sum = 0;

      for (gsize k = 0; k < n; k++)
        sum += (double) map->values[k];
      if (i == 0)
        expected = sum;
      if (sum > 0)
        for (gsize k = 0; k < n; k++)
          map->values[k] *= (float) (expected / sum);
    }
}

/* Stretches spread over the video; all of a video that is shorter than two. */
static GArray *
choose (gint64  first_frame,
        gint64  n_frames,
        double  rate,
        guint  *length)
{
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 step = CLAMP ((gint64) round (MIN (rate / USUAL_RATE, G_MAXINT)), 1,
                       MAX (n_frames / VENULE_GLIMPSE_STRETCH, 1));
  gint64 n_stretches = CLAMP (n_frames / (step * VENULE_GLIMPSE_STRETCH), 1,
                              VENULE_GLIMPSE_FRAMES / VENULE_GLIMPSE_STRETCH);

  *length = (guint) (n_stretches > 1 ? VENULE_GLIMPSE_STRETCH : n_frames / step);
  for (gint64 i = 0; i < n_stretches; i++)
    for (gint64 k = 0; k < *length; k++)
      {
        gint64 start = n_stretches > 1 ? i * (n_frames - *length * step) / (n_stretches - 1) : 0;
        gint64 frame = first_frame + start + k * step;

        g_array_append_val (chosen, frame);
      }
  return chosen;
}

/* ---- Tissue that stands still ---- */

static float
largest_of (GPtrArray *frames)
{
  float largest = 0;

  for (guint i = 0; i < frames->len; i++)
    {
      const VenuleMap *map = g_ptr_array_index (frames, i);

      for (gsize k = 0; k < (gsize) map->width * map->height; k++)
        largest = MAX (largest, map->values[k]);
    }
  return largest;
}

static VenuleFrame *
make_frame (const VenuleMap *map,
            float            largest,
            gint64           index)
{
  VenuleFrame *frame = venule_frame_new (map->width, map->height, GRAY);

  frame->index = index;
  for (int y = 0; y < map->height; y++)
    for (int x = 0; x < map->width; x++)
      ((guint16 *) (frame->data + (gsize) y * frame->stride))[x] =
        (guint16) lrintf (map->values[(gsize) y * map->width + x] / MAX (largest, 1e-6f) * ((1 << GRAY) - 1));
  return frame;
}

/* What comes from beyond the edges is not seen. */
static VenuleMap *
moved (const VenuleMap *map,
       double           dx,
       double           dy,
       VenuleMap       *seen)
{
  VenuleMap *still = venule_map_copy (map);

  for (int y = 0; y < map->height && (dx != 0 || dy != 0); y++)
    for (int x = 0; x < map->width; x++)
      {
        gsize k = (gsize) y * map->width + x;

        still->values[k] = (float) venule_map_sample (map, x + dx, y + dy);
        if (x + dx < -0.5 || y + dy < -0.5 || x + dx > map->width - 0.5 || y + dy > map->height - 0.5)
          seen->values[k] = 0;
      }
  return still;
}

GPtrArray *
venule_glimpse_dup_still (const VenuleGlimpse  *self,
                          guint                 first,
                          guint                 step,
                          guint                 n,
                          VenuleMap            *seen,
                          GError              **error)
{
  g_autoptr (GPtrArray) still = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_map_free);
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  g_autoptr (vnk_backend) backend = NULL;
  g_autoptr (VenuleRegistration) registration = NULL;
  float largest = largest_of (self->frames);
  vnk_plane tissue;
  gboolean measured = TRUE;

  settings->device = VENULE_DEVICE_CPU;
  settings->threads = 1;
  settings->cell_diameter = CELL_DIAMETER;
  backend = venule_backend_open (settings, error);
  registration = backend != NULL ? venule_registration_new (settings, backend, self->width, self->height, error) : NULL;
  if (registration == NULL || !venule_registration_new_plane (registration, backend, &tissue, error))
    return NULL;

  for (guint i = 0; i < n && measured; i++)
    {
      const VenuleMap *map = g_ptr_array_index (self->frames, first + i * step);
      g_autoptr (VenuleFrame) frame = make_frame (map, largest, i);
      VenuleShift shift;

      measured = venule_registration_read (registration, backend, frame, &tissue, error) &&
                 venule_registration_step (registration, backend, i, &tissue, &shift, error);
      if (measured)
        {
          venule_registration_keep (registration, frame);
          g_ptr_array_add (still, moved (map, shift.dx, shift.dy, seen));
        }
    }
  vnk_plane_clear (&tissue);
  return measured ? g_steal_pointer (&still) : NULL;
}

/* Each stretch by itself: between them the tissue may have moved out of reach. */
static gboolean
hold_still (VenuleGlimpse  *self,
            GError        **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_map_free);

  for (guint i = 0; i < venule_glimpse_n_stretches (self); i++)
    {
      g_autoptr (GPtrArray) still = venule_glimpse_dup_still (self, i * self->length, 1, self->length, self->seen,
                                                               error);

      if (still == NULL)
        return FALSE;
      g_ptr_array_extend_and_steal (all, g_steal_pointer (&still));
    }
  g_ptr_array_unref (self->frames);
  self->frames = g_steal_pointer (&all);
  return TRUE;
}

/* ---- What is seen ---- */

VenuleGlimpse *
venule_glimpse_new (VenuleSource  *source,
                    gint64         first_frame,
                    gint64         last_frame,
                    GCancellable  *cancellable,
                    GError       **error)
{
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, error);
  g_autoptr (VenuleGlimpse) self = g_new0 (VenuleGlimpse, 1);
  g_autoptr (GArray) chosen = choose (first_frame, last_frame - first_frame + 1, venule_source_get_frame_rate (source),
                                      &self->length);
  int width = venule_source_get_width (source), height = venule_source_get_height (source);

  if (reader == NULL)
    return NULL;
  if (last_frame - first_frame + 1 < VENULE_GLIMPSE_FEWEST)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_UNSEEN,
                   _("Too few frames to see what moves: at least %d are needed."), VENULE_GLIMPSE_FEWEST);
      return NULL;
    }
  self->scale = MAX (1, (int) ceil (MAX (width, height) / SIDE));
  self->width = MAX (width / self->scale, 1);
  self->height = MAX (height / self->scale, 1);
  self->seen = venule_map_new (self->width, self->height);
  for (gsize k = 0; k < (gsize) self->width * self->height; k++)
    self->seen->values[k] = 1;
  self->frames = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_map_free);
  for (guint i = 0; i < chosen->len; i++)
    {
      gint64 number = g_array_index (chosen, gint64, i);
      g_autoptr (VenuleFrame) frame = venule_reader_read (reader, number, cancellable, error);

      if (frame == NULL)
        return NULL;
      g_ptr_array_add (self->frames, shrink (frame, self->scale));
    }
  even_out (self->frames);
  return hold_still (self, error) ? g_steal_pointer (&self) : NULL;
}

void
venule_glimpse_free (VenuleGlimpse *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->frames, g_ptr_array_unref);
  venule_map_free (self->seen);
  g_free (self);
}

guint
venule_glimpse_n_stretches (const VenuleGlimpse *self)
{
  return self->frames->len / self->length;
}
