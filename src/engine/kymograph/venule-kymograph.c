/* venule-kymograph.c: a video as one picture of place and time: its rows, columns and times
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-kymograph.h"

#include <math.h>

#include "venule-order.h"
#include "venule-shifts.h"
#include "venule-time.h"

/* Of pixels, so that a long line through a long video does not take all memory. */
#define MAX_PIXELS (32 * 1024 * 1024)
#define MAX_COLUMNS 16384
#define NO_TIME 1e-3 /* s, from frame to frame where there are no times */

static void
clear (gpointer data)
{
  VenuleKymograph *self = data;

  venule_kymograph_line_free (self->line);
  g_free (self->times);
  g_free (self->shifts);
  g_free (self->gray);
  g_free (self->side);
}

VenuleKymograph *
venule_kymograph_ref (VenuleKymograph *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
venule_kymograph_unref (VenuleKymograph *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* The frames of the run on show; without one, those of the next. Returns whether they are known. */
static gboolean
find_frames (VenuleDocument *document,
             gint64         *first,
             gint64         *last)
{
  const VenuleRunMetadata *metadata = venule_document_get_run_metadata (document);
  const VenuleSettings *settings = venule_document_get_settings (document);
  gint64 n_frames = venule_source_get_n_frames (venule_document_get_source (document));

  *first = metadata != NULL ? metadata->first_frame : settings->first_frame;
  *last = metadata != NULL ? metadata->last_frame : settings->last_frame;
  if (*last < 0 || (n_frames > 0 && *last >= n_frames))
    *last = n_frames - 1;

  return *first >= 0 && *last >= *first;
}

static void
take_rows (VenuleKymograph         *self,
           VenuleSource            *source,
           const VenuleCalibration *calibration,
           GListModel              *tracks,
           gint64                   n_frames)
{
  gint64 most = MIN (VENULE_KYMOGRAPH_MAX_ROWS, MAX_PIXELS / self->length);
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func (g_object_unref);
  double rate = venule_time_get_frame_rate (source, calibration);
  g_autofree VenulePoint *shifts = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (tracks); i++)
    g_ptr_array_add (all, g_list_model_get_item (tracks, i));
  shifts = venule_shifts_dup (all, self->first_frame, n_frames, NULL);
  self->step = (n_frames + most - 1) / most;
  self->n_rows = (int) ((n_frames + self->step - 1) / self->step);
  self->interval = rate > 0 ? (double) self->step / rate : NO_TIME;
  self->times = g_new (double, self->n_rows);
  self->shifts = g_new (VenulePoint, self->n_rows);
  for (int i = 0; i < self->n_rows; i++)
    {
      self->times[i] = venule_time_of_frame (source, calibration, self->first_frame + i * self->step);
      /* What has no times, or damaged ones, is shown frame by frame. */
      if (i > 0 && !(self->times[i] > self->times[i - 1]))
        self->times[i] = self->times[i - 1] + NO_TIME;
      self->shifts[i] = shifts[i * self->step];
    }
}

/* @calibration: for the times of frames */
static VenuleKymograph *
kymograph_new (VenuleSource              *source,
               const VenuleSettings      *settings,
               const VenuleCalibration   *calibration,
               GListModel                *tracks,
               gint64                     first_frame,
               gint64                     last_frame,
               const VenuleKymographLine *line)
{
  VenuleKymograph *self = g_atomic_rc_box_new0 (VenuleKymograph);

  self->line = venule_kymograph_line_resolve (line, settings, venule_source_get_width (source),
                                              venule_source_get_height (source));
  self->reach = (self->line->width + settings->cell_diameter) / 2;
  self->length = (int) CLAMP (floor (venule_kymograph_line_length (self->line)) + 1, 1, MAX_COLUMNS);
  self->first_frame = first_frame;
  take_rows (self, source, calibration, tracks, last_frame - first_frame + 1);

  return self;
}

VenuleKymograph *
venule_kymograph_new (VenuleDocument            *document,
                      const VenuleKymographLine *line)
{
  const VenuleSettings *settings;
  gint64 first, last;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (document), NULL);
  g_return_val_if_fail (line != NULL, NULL);

  if (!find_frames (document, &first, &last))
    return NULL;

  settings = venule_document_get_shown_settings (document);

  return kymograph_new (venule_document_get_source (document), settings, &settings->calibration,
                        G_LIST_MODEL (document), first, last, line);
}

VenuleKymograph *
venule_kymograph_new_for_tracks (VenuleSource              *source,
                                 const VenuleSettings      *settings,
                                 GListModel                *tracks,
                                 gint64                     first_frame,
                                 gint64                     last_frame,
                                 const VenuleKymographLine *line)
{
  g_return_val_if_fail (VENULE_IS_SOURCE (source) && settings != NULL, NULL);
  g_return_val_if_fail (first_frame >= 0 && last_frame >= first_frame, NULL);

  return kymograph_new (source, settings, &settings->calibration, tracks, first_frame, last_frame, line);
}

/* ---- Places and times ---- */

double
venule_kymograph_row_of_frame (const VenuleKymograph *self,
                               gint64                 frame)
{
  return (double) (frame - self->first_frame) / (double) self->step;
}

gint64
venule_kymograph_frame_of_row (const VenuleKymograph *self,
                               double                 row)
{
  gint64 frame = self->first_frame + (gint64) floor (row * (double) self->step + 0.5);

  return CLAMP (frame, self->first_frame, self->first_frame + (self->n_rows - 1) * self->step);
}

/* Time from a row to the next, at the end of the picture that is nearest. */
static double
end_step (const VenuleKymograph *self,
          gboolean               first)
{
  int n = self->n_rows;

  if (n < 2)
    return self->interval;

  return first ? self->times[1] - self->times[0] : self->times[n - 1] - self->times[n - 2];
}

double
venule_kymograph_time_of_row (const VenuleKymograph *self,
                              double                 row)
{
  int i = (int) floor (row);

  if (i < 0)
    return self->times[0] + row * end_step (self, TRUE);
  if (i >= self->n_rows - 1)
    return self->times[self->n_rows - 1] + (row - (self->n_rows - 1)) * end_step (self, FALSE);

  return self->times[i] + (row - i) * (self->times[i + 1] - self->times[i]);
}

double
venule_kymograph_row_of_time (const VenuleKymograph *self,
                              double                 time)
{
  int last = self->n_rows - 1, after;

  if (time <= self->times[0])
    return (time - self->times[0]) / end_step (self, TRUE);
  if (time >= self->times[last])
    return last + (time - self->times[last]) / end_step (self, FALSE);

  after = (int) venule_bisect (1, last, i, self->times[i] <= time);
  return after - 1 + (time - self->times[after - 1]) / (self->times[after] - self->times[after - 1]);
}

VenulePoint
venule_kymograph_shift_at (const VenuleKymograph *self,
                           gint64                 frame)
{
  double row = CLAMP (venule_kymograph_row_of_frame (self, frame), 0, self->n_rows - 1);
  int i = (int) floor (row), after = MIN (i + 1, self->n_rows - 1);
  double part = row - i;

  return (VenulePoint){ self->shifts[i].x + part * (self->shifts[after].x - self->shifts[i].x),
                        self->shifts[i].y + part * (self->shifts[after].y - self->shifts[i].y) };
}

gboolean
venule_kymograph_project (const VenuleKymograph *self,
                          gint64                 frame,
                          double                 x,
                          double                 y,
                          double                *along,
                          double                *beside)
{
  VenulePoint shift = venule_kymograph_shift_at (self, frame);

  return venule_kymograph_line_project (self->line, x - shift.x, y - shift.y, self->reach, along, beside);
}

VenulePoint
venule_kymograph_place (const VenuleKymograph *self,
                        gint64                 frame,
                        double                 along,
                        double                 beside)
{
  VenulePoint shift = venule_kymograph_shift_at (self, frame);
  VenulePoint point = venule_kymograph_line_at (self->line, along, beside, NULL);

  return (VenulePoint){ point.x + shift.x, point.y + shift.y };
}

double
venule_kymograph_get_side (const VenuleKymograph *self,
                           int                    row,
                           double                 along)
{
  int column = (int) CLAMP (rint (along), 0, self->length - 1);

  if (self->side == NULL || self->n_across < 2)
    return 0;

  row = CLAMP (row, 0, self->n_rows - 1);
  return self->line->width * ((double) self->side[(gsize) row * self->length + column] / (self->n_across - 1) - 0.5);
}
