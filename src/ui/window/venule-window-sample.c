/* venule-window-sample.c: marking a random sample by hand
 *
 * The marks are a run of their own, which is shown while they are made: what the program found is out of sight, and all
 * tools work on the marks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

#include "venule-agreement-window.h"
#include "venule-document-tracks.h"
#include "venule-error.h"
#include "venule-sample-dialog.h"
#include "venule-window-action.h"
#include "venule-window-follow.h"

gboolean
venule_window_is_marking (VenuleWindow *self)
{
  return self->marking.sample != NULL;
}

static void
show_panel (VenuleWindow *self)
{
  VenuleTrack *cell;
  guint stretch, mark;
  gboolean found;

  if (!self->marking.sample)
    return;

  cell = venule_window_get_followed (self);
  found =
    venule_validation_sample_find (self->marking.sample, venule_player_get_position (self->player), &stretch, &mark) &&
    stretch == self->marking.stretch;
  venule_sample_panel_show_active (self->panels.sample, self->marking.sample, self->marking.stretch,
                                   found ? (int) mark : -1, cell ? venule_track_get_id (cell) : 0,
                                   venule_canvas_get_mode (self->canvas) == VENULE_MODE_ADD);
}

/* ---- Where to mark next ---- */

/* The frame of the stretch after the last mark of the cell; of a new cell the first of all. */
static gint64
find_next (VenuleWindow *self)
{
  VenuleTrack *cell = venule_window_get_followed (self);
  guint next = 0;

  for (guint i = 0; cell && i < self->marking.sample->n_marks; i++)
    {
      if (venule_track_get_place_at (cell, venule_validation_sample_get_frame (self->marking.sample,
                                                                               self->marking.stretch, i)))
        next = i + 1;
    }
  return venule_validation_sample_get_frame (self->marking.sample, self->marking.stretch,
                                             MIN (next, self->marking.sample->n_marks - 1));
}

static void
go_to (VenuleWindow *self,
       gint64        frame)
{
  venule_player_pause (self->player);
  venule_player_seek (self->player, frame);
  show_panel (self);
}

/* Whatever tool was taken meanwhile, clicks mark again. */
static void
begin_cell (VenuleWindow *self)
{
  venule_selection_clear (self->selection);
  venule_canvas_set_mode (self->canvas, VENULE_MODE_ADD);
  go_to (self, venule_validation_sample_get_frame (self->marking.sample, self->marking.stretch, 0));
}

static void
begin_stretch (VenuleWindow *self,
               guint         stretch)
{
  self->marking.stretch = stretch;
  begin_cell (self);
}

/* After an undo the mark that is missing is made again. */
static void
on_tracks_changed (VenuleWindow *self)
{
  if (self->marking.sample && !self->marking.placing)
    go_to (self, find_next (self));
}

/**
 * venule_window_place_mark:
 * @self: a window that is marking
 * @x: px of the frame
 * @y: px
 * @other: whether it is another cell than the one that is followed
 *
 * A mark lies where the person has put it: the program's own eye must not help.
 */
void
venule_window_place_mark (VenuleWindow *self,
                          double        x,
                          double        y,
                          gboolean      other)
{
  gint64 frame = venule_canvas_get_frame (self->canvas);
  VenuleSource *source = venule_document_get_source (self->document);
  VenuleTrack *cell = other ? NULL : venule_window_get_followed (self);
  VenuleSpot spot = { .frame = frame, .x = x, .y = y, .score = 1, .source = VENULE_SPOT_MANUAL,
                      .radius = (float) (venule_document_get_run_settings (self->document)->cell_diameter / 2) };
  g_autoptr (GError) error = NULL;
  guint stretch, mark, id;

  if (!venule_validation_sample_find (self->marking.sample, frame, &stretch, &mark) || stretch != self->marking.stretch)
    {
      g_set_error_literal (&error, VENULE_ERROR, VENULE_ERROR_INVALID,
                           _("This frame is not to be marked. Now comes the next one that is."));
      venule_window_toast_refusal (self, error);
      go_to (self, find_next (self));
      return;
    }
  if (!venule_vessel_contains (venule_document_get_run_settings (self->document)->vessel,
                               venule_source_get_width (source), venule_source_get_height (source), x, y))
    {
      g_set_error_literal (&error, VENULE_ERROR, VENULE_ERROR_INVALID,
                           _("That place lies outside the crop. Only marks inside it count."));
      venule_window_toast_refusal (self, error);
      return;
    }

  self->marking.placing = TRUE;
  id = venule_document_put_spots (self->document, cell ? venule_track_get_id (cell) : 0, &spot, 1, N_("Mark a Cell"),
                                  &error);
  self->marking.placing = FALSE;
  if (id == 0)
    {
      venule_window_toast_refusal (self, error);
      return;
    }
  if (mark + 1 < self->marking.sample->n_marks)
    {
      venule_selection_set (self->selection, &id, 1);
      go_to (self, venule_validation_sample_get_frame (self->marking.sample, stretch, mark + 1));
    }
  else
    {
      begin_cell (self);
    }
}

/* ---- Beginning and end ---- */

/* The run that the sample was drawn for, or the newest one that is none. */
static gint64
find_results (VenuleWindow *self)
{
  g_autoptr (GArray) runs = venule_document_dup_runs (self->document);
  gint64 newest = 0;

  for (guint i = 0; i < runs->len; i++)
    {
      gint64 run = g_array_index (runs, gint64, i);

      if (run == self->marking.sample->run)
        return run;
      if (!venule_document_is_sample (self->document, run))
        newest = run;
    }
  return newest;
}

/* From the marks to their results, or back: a pixel size that was typed for one of them holds for both. */
static void
show_other (VenuleWindow *self,
            gint64        run,
            gboolean      belongs)
{
  double pixel_size = venule_document_get_shown_settings (self->document)->calibration.pixel_size_um;

  venule_window_show_run (self, run);
  if (!belongs || venule_document_get_run (self->document) != run)
    return;
  venule_document_set_run_pixel_size (self->document, pixel_size);
  venule_window_settle_pixel_size (self);
}

static void
leave (VenuleWindow *self)
{
  gint64 run = find_results (self);

  if (run > 0)
    show_other (self, run, run == self->marking.sample->run);
}

static void
compare (VenuleWindow *self)
{
  g_autoptr (GError) error = NULL;
  GtkWidget *window = venule_agreement_window_new_for_sample (GTK_WINDOW (self), self->document, &error);

  if (window)
    gtk_window_present (GTK_WINDOW (window));
  else
    venule_window_show_error (self, _("The marks cannot be compared"), error->message);
}

static void
on_dialog_response (VenuleWindow       *self,
                    const char         *response,
                    VenuleSampleDialog *dialog)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleValidationSample) sample = NULL;

  if (!g_str_equal (response, "begin") || !self->document || venule_window_is_running (self))
    return;

  sample = venule_sample_dialog_draw (dialog, &error);
  venule_selection_clear (self->selection);
  if (!sample || !venule_document_begin_sample (self->document, sample, &error))
    {
      venule_window_show_error (self, _("The sample cannot be drawn"), error->message);
      return;
    }
  venule_window_show_metadata (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
ask (VenuleWindow *self)
{
  GtkWidget *dialog = venule_sample_dialog_new (GTK_WINDOW (self), self->document);

  g_signal_connect_object (dialog, "response", G_CALLBACK (on_dialog_response), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* ---- Actions ---- */

static void
sample_action (VenuleWindow *self)
{
  g_autoptr (VenuleValidationSample) sample = NULL;
  gint64 run;

  if (self->marking.sample)
    {
      leave (self);
      return;
    }
  run = venule_document_find_sample (self->document, &sample);
  if (run > 0)
    show_other (self, run, sample->run == venule_document_get_run (self->document));
  else
    ask (self);
}

static void
new_sample_action (VenuleWindow *self)
{
  ask (self);
}

static void
compare_action (VenuleWindow *self)
{
  compare (self);
}

static void
next_cell_action (VenuleWindow *self)
{
  begin_cell (self);
}

/* To the nearest frame of the stretch in a direction. */
static void
step_action (VenuleWindow *self,
             GVariant     *parameter)
{
  gint64 position = venule_player_get_position (self->player), frame = -1;
  int direction = g_variant_get_int32 (parameter);

  for (guint i = 0; i < self->marking.sample->n_marks; i++)
    {
      gint64 there = venule_validation_sample_get_frame (self->marking.sample, self->marking.stretch, i);

      if ((direction < 0 && there < position) || (direction > 0 && there > position && frame < 0))
        frame = there;
    }
  if (frame >= 0)
    go_to (self, frame);
}

static void
done_action (VenuleWindow *self)
{
  guint done = MAX (self->marking.sample->done, self->marking.stretch + 1);
  g_autoptr (GError) error = NULL;

  if (!venule_document_set_sample_done (self->document, done, &error))
    {
      venule_window_toast_refusal (self, error);
      return;
    }
  if (self->marking.stretch + 1 < self->marking.sample->starts->len)
    {
      begin_stretch (self, self->marking.stretch + 1);
      venule_window_update_sample (self);
      return;
    }
  leave (self);
  compare (self);
}

static void
back_action (VenuleWindow *self)
{
  begin_stretch (self, self->marking.stretch - 1);
  venule_window_update_sample (self);
}

static const VenuleWindowAction entries[] = {
  { "sample", G_CALLBACK (sample_action) },
  { "new-sample", G_CALLBACK (new_sample_action) },
  { "compare-sample", G_CALLBACK (compare_action) },
  { "sample-next-cell", G_CALLBACK (next_cell_action) },
  { "sample-step", G_CALLBACK (step_action), "i" },
  { "sample-done", G_CALLBACK (done_action) },
  { "sample-back", G_CALLBACK (back_action) },
};

/* ---- Following the document ---- */

static void
show_idle (VenuleWindow *self,
           gboolean      results)
{
  g_autoptr (VenuleValidationSample) sample = NULL;

  if (results)
    venule_document_find_sample (self->document, &sample);
  gtk_widget_set_visible (GTK_WIDGET (self->panels.sample), results);
  venule_sample_panel_show_idle (self->panels.sample, sample);
  venule_window_enable (self, results, "sample", "new-sample", NULL);
  venule_window_enable (self, sample && sample->done > 0, "compare-sample", NULL);
}

/**
 * venule_window_update_sample:
 * @self: a window
 *
 * While the marks of a sample are shown they are made, and nothing of the program's own work can be used.
 */
void
venule_window_update_sample (VenuleWindow *self)
{
  gboolean results =
    self->document && !venule_document_get_running (self->document) && venule_window_has_results (self);
  VenuleValidationSample *sample = results ? venule_document_dup_sample (self->document) : NULL;
  gboolean begins = sample && !self->marking.sample, ends = !sample && self->marking.sample;

  venule_validation_sample_free (self->marking.sample);
  self->marking.sample = sample;
  gtk_widget_set_visible (GTK_WIDGET (self->panels.review), !sample);
  /* What leads through the frames stays in sight. */
  gtk_widget_set_visible (GTK_WIDGET (self->panels.correct),
                          !sample && !venule_review_panel_get_active (self->panels.review));
  venule_window_enable (self, sample != NULL, "sample-next-cell", "sample-step", "sample-done", NULL);
  if (begins)
    {
      venule_window_show_step (self, VENULE_WORKFLOW_STEP_CORRECT);
      begin_stretch (self, MIN (sample->done, sample->starts->len - 1));
    }
  else if (ends)
    venule_canvas_set_mode (self->canvas, VENULE_MODE_SELECT);
  venule_window_enable (self, sample && self->marking.stretch > 0, "sample-back", NULL);
  if (!sample)
    {
      show_idle (self, results);
      return;
    }
  gtk_widget_set_visible (GTK_WIDGET (self->panels.sample), TRUE);
  venule_window_enable (self, FALSE, "new-sample", "compare-sample", NULL);
  venule_window_enable (self, TRUE, "sample", NULL);
  show_panel (self);
}

/* Another run of it. */
static void
on_run_changed (VenuleWindow *self)
{
  venule_window_update_sample (self);
  venule_window_update_actions (self);
}

void
venule_window_follow_sample (VenuleWindow *self)
{
  g_signal_connect_object (self->document, "notify::run-settings", G_CALLBACK (on_run_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "notify::running", G_CALLBACK (on_run_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "tracks-changed", G_CALLBACK (on_tracks_changed), self, G_CONNECT_SWAPPED);
  on_run_changed (self);
}

/**
 * venule_window_connect_sample:
 * @self: a window that has its template
 */
void
venule_window_connect_sample (VenuleWindow *self)
{
  venule_window_add_actions (self, entries, G_N_ELEMENTS (entries));
  g_signal_connect_object (self->player, "notify::position", G_CALLBACK (show_panel), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "changed", G_CALLBACK (show_panel), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "notify::mode", G_CALLBACK (show_panel), self, G_CONNECT_SWAPPED);
  venule_window_update_sample (self);
}
