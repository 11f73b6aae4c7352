/* window-stage.h: a window for tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-window-private.h"

G_BEGIN_DECLS

#define PATIENCE_US (60 * G_USEC_PER_SEC)

typedef struct {
  VenuleWindow *window;
  char         *folder; /* of this test alone */
  gboolean      gone;
} Stage;

gboolean always (Stage *stage);
gboolean table_ready (Stage *stage);
gboolean has_error (Stage *stage);
gboolean has_tracks (Stage *stage);
gboolean is_over (Stage *stage);
gboolean is_written (Stage *stage);
gboolean is_gone (Stage *stage);
void wait_for (Stage *stage, gboolean (*ready) (Stage *stage));
void set_up (Stage *stage, gconstpointer data);
void tear_down (Stage *stage, gconstpointer data);
gboolean is_enabled (Stage *stage, const char *action);
void activate (Stage *stage, const char *action);
char *copy_sample (Stage *stage);
void open_path (Stage *stage, const char *path);
/* In place of the window that was there. */
void open_in_new_window (Stage *stage, const char *path);
void open_sample (Stage *stage);
void set_sample_settings_to (Stage *stage, gint64 last_frame);
void set_sample_settings (Stage *stage);
/* What the toast about the last edit says. */
const char *told (Stage *stage);
/* (transfer none) (nullable): a window of that type that is on show. */
GtkWindow *find_window (GType type);
/* (transfer none) (nullable): of a label, in a widget. */
GtkWidget *find_button (GtkWidget *widget, const char *label);
/* Presses that button of the question that is on show, as the mouse does. */
void answer (const char *label);
gboolean is_asked (Stage *stage);
gboolean is_not_asked (Stage *stage);
gboolean has_chooser (Stage *stage);

G_END_DECLS
