/* venule-test-probe.c: where the widgets are, for tests that have only a mouse and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-test-probe.h"

#include <glib-unix.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <signal.h>

#include "venule-canvas-private.h"
#include "venule-kymograph-view-private.h"
#include "venule-measures-view.h"
#include "venule-montage-view.h"
#include "venule-pane.h"
#include "venule-workflow-step.h"

#define INTERVAL_MS 40
#define REST 2 /* intervals without movement */
#define LOOK 6 /* intervals after which the widgets are looked at without a frame: not all that they tell is on show */

typedef struct {
  GtkWindow *window; /* borrowed */
  char      *printed;
  guint      timeout;
  guint      signal;
  gint64     frame;    /* the last that was drawn when the widgets were looked at */
  guint      n_unseen; /* intervals since then */
  guint      places;   /* hash of where all was then */
  guint      n_still;  /* intervals since something moved, or since the last request */
  gint64     asked;    /* time of the request, µs of the monotonic clock; 0: answered */
} Watch;

typedef struct {
  JsonBuilder *builder;
  guint        places;
} Seen;

/* The frame on show and the selected tracks: "40: 3 12". */
static char *
canvas_text (VenuleCanvas *canvas)
{
  GString *text = g_string_new (NULL);

  if (canvas->frame)
    g_string_append_printf (text, "%" G_GINT64_FORMAT ":", canvas->frame->index);
  if (canvas->selection)
    {
      GArray *ids = venule_selection_get_ids (canvas->selection);

      for (guint i = 0; i < ids->len; i++)
        g_string_append_printf (text, " %u", g_array_index (ids, guint, i));
    }
  return g_string_free (text, FALSE);
}

/* What it shows, and where: places along the line and times of its left, right, upper and lower edges in the widget,
 * and the place of the selected track's cell in the frame on show: "made 49 0 480 620 -0.5 399.5 -0.02 2.98 120.5". */
static char *
kymograph_text (VenuleKymographView *view)
{
  const VenuleKymographPlot *plot = &view->plot;
  VenuleKymographBox box = venule_kymograph_view_get_box (view);
  VenuleTrack *track = venule_kymograph_view_get_chosen (view);
  gint64 frame = view->player ? venule_player_get_position (view->player) : 0;
  const VenulePlace *place = track ? venule_track_get_place_at (track, frame) : NULL;
  gboolean made = view->making.made && !view->layers[0].busy && venule_kymograph_traces_is_complete (view->traces);
  double along = NAN;

  if (!view->picture)
    return g_strdup ("empty");
  if (place)
    venule_kymograph_project (view->picture, frame, place->x, place->y, &along, NULL);
  return g_strdup_printf ("%s %.1f %.1f %.1f %.1f %.3f %.3f %.4f %.4f %.2f", made ? "made" : "making", box.x, box.y,
                          box.width, box.height, plot->along_low, plot->along_high, plot->time_low, plot->time_high,
                          along);
}

static const char *
widget_text (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return gtk_label_get_text (GTK_LABEL (widget));
  if (GTK_IS_EDITABLE (widget))
    return gtk_editable_get_text (GTK_EDITABLE (widget));
  if (GTK_IS_CHECK_BUTTON (widget))
    return gtk_check_button_get_active (GTK_CHECK_BUTTON (widget)) ? "on" : "off";
  if (VENULE_IS_WORKFLOW_STEP (widget))
    return venule_workflow_step_get_expanded (VENULE_WORKFLOW_STEP (widget)) ? "open" : "closed";
  return NULL;
}

static char *
dup_text (GtkWidget *widget)
{
  if (VENULE_IS_CANVAS (widget))
    return canvas_text (VENULE_CANVAS (widget));
  if (VENULE_IS_KYMOGRAPH_VIEW (widget))
    return kymograph_text (VENULE_KYMOGRAPH_VIEW (widget));
  if (VENULE_IS_MEASURES_VIEW (widget))
    return venule_measures_view_describe (VENULE_MEASURES_VIEW (widget));
  if (VENULE_IS_MONTAGE_VIEW (widget))
    return venule_montage_view_describe (VENULE_MONTAGE_VIEW (widget));
  return g_strdup (widget_text (widget));
}

static void
add_widget (Seen       *seen,
            GtkWidget  *root,
            GtkWidget  *widget,
            const char *name)
{
  JsonBuilder *builder = seen->builder;
  graphene_rect_t bounds;
  g_autofree char *text = dup_text (widget);
  double left, top;
  gint64 place[4];

  if (!gtk_widget_compute_bounds (widget, root, &bounds))
    return;

  /* The window's content begins inside its frame. */
  gtk_native_get_surface_transform (GTK_NATIVE (root), &left, &top);
  place[0] = (gint64) (left + bounds.origin.x);
  place[1] = (gint64) (top + bounds.origin.y);
  place[2] = (gint64) bounds.size.width;
  place[3] = (gint64) bounds.size.height;
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (guint i = 0; i < G_N_ELEMENTS (place); i++)
    {
      json_builder_add_int_value (builder, place[i]);
      if (!GTK_IS_SPINNER (widget)) /* turns on the spot, and its corners with it */
        seen->places = seen->places * 31 + (guint) place[i];
    }
  json_builder_add_boolean_value (builder, gtk_widget_is_sensitive (widget));
  if (text)
    json_builder_add_string_value (builder, text);
  else
    json_builder_add_null_value (builder);
  json_builder_end_array (builder);
}

/* Of a template, or a name that code gave; where it gave none to what has a template of its own, that of its class. */
static const char *
get_id (GtkWidget *widget)
{
  const char *id = gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)), *name = gtk_widget_get_name (widget);

  return (id && !g_str_equal (id, G_OBJECT_TYPE_NAME (widget))) || g_str_equal (name, G_OBJECT_TYPE_NAME (widget))
           ? id
           : name;
}

/* What has a template of its own; a pane is but a place for what lies in it. */
static gboolean
begins_name (GtkWidget *widget)
{
  return g_str_has_prefix (G_OBJECT_TYPE_NAME (widget), "Venule") && !VENULE_IS_PANE (widget);
}

/* Ids of templates are joined to paths: "cells_panel.diameter_row.entry". */
static void
add_tree (Seen       *seen,
          GtkWidget  *root,
          GtkWidget  *widget,
          const char *prefix)
{
  g_autofree char *name = NULL;
  const char *id;
  gboolean named;

  if (!gtk_widget_get_mapped (widget))
    return;
  id = get_id (widget);
  named = id && !g_str_has_prefix (id, "___") && widget != root;
  name = named ? g_strconcat (prefix, *prefix ? "." : "", id, NULL) : g_strdup (prefix);
  if (named)
    add_widget (seen, root, widget, name);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    add_tree (seen, root, child, begins_name (widget) ? name : prefix);
}

/* Prints where the widgets are, if that is new, and says whether any has moved. */
static gboolean
look (Watch *watch)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *line = NULL;
  Seen seen = { builder, 0 };
  gboolean moved;

  json_builder_begin_object (builder);
  add_tree (&seen, GTK_WIDGET (watch->window), GTK_WIDGET (watch->window), "");
  json_builder_end_object (builder);
  node = json_builder_get_root (builder);
  line = json_to_string (node, FALSE);
  if (g_strcmp0 (line, watch->printed) != 0)
    {
      g_print ("%s\n", line);
      g_free (watch->printed);
      watch->printed = g_steal_pointer (&line);
    }

  moved = seen.places != watch->places;
  watch->places = seen.places;
  return moved;
}

/* Another window that is watched has the keys: only that one says where its widgets are. */
static gboolean
is_behind (Watch *watch)
{
  GtkApplication *application = gtk_window_get_application (watch->window);
  GtkWindow *active = application ? gtk_application_get_active_window (application) : NULL;

  return active && active != watch->window && g_object_get_data (G_OBJECT (active), "venule-test-probe");
}

static gboolean
on_timeout (gpointer user_data)
{
  Watch *watch = user_data;
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (watch->window));
  gint64 frame = clock ? gdk_frame_clock_get_frame_counter (clock) : -1;
  gboolean moved = FALSE;

  if (is_behind (watch))
    {
      g_clear_pointer (&watch->printed, g_free); /* all is said again when it comes to the front */
      watch->n_unseen = LOOK;
      return G_SOURCE_CONTINUE;
    }
  /* Nothing moves without a frame, and looking at hundreds of widgets takes longer than drawing them. */
  if (frame != watch->frame || ++watch->n_unseen >= LOOK)
    {
      moved = look (watch);
      watch->frame = frame;
      watch->n_unseen = 0;
    }

  watch->n_still = moved ? 0 : watch->n_still + 1;
  if (watch->asked != 0 && watch->n_still >= REST)
    {
      g_print ("at rest %" G_GINT64_FORMAT "\n", watch->asked);
      watch->asked = 0;
    }
  return G_SOURCE_CONTINUE;
}

static gboolean
on_question (gpointer user_data)
{
  Watch *watch = user_data;

  watch->asked = g_get_monotonic_time ();
  watch->n_still = 0;
  return G_SOURCE_CONTINUE;
}

static void
watch_free (gpointer user_data)
{
  Watch *watch = user_data;

  g_source_remove (watch->timeout);
  g_source_remove (watch->signal);
  g_free (watch->printed);
  g_free (watch);
}

void
venule_test_probe_watch (GtkWindow *window)
{
  Watch *watch;

  if (!g_getenv ("VENULE_TEST_GEOMETRY"))
    return;

  watch = g_new0 (Watch, 1);
  watch->window = window;
  watch->timeout = g_timeout_add_full (G_PRIORITY_LOW, INTERVAL_MS, on_timeout, watch, NULL);
  /* Its default action is to do nothing. */
  watch->signal = g_unix_signal_add_full (G_PRIORITY_LOW, SIGWINCH, on_question, watch, NULL);
  g_object_set_data_full (G_OBJECT (window), "venule-test-probe", watch, watch_free);
}
