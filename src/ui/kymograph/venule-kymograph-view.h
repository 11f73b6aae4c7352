/* venule-kymograph-view.h: place and time of all cells in one picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-document.h"
#include "venule-kymograph.h"
#include "venule-player.h"
#include "venule-selection.h"

G_BEGIN_DECLS

/**
 * VenuleKymographView:
 *
 * The kymograph along a line, with the tracks over it: time runs down. It is made in a thread when it is first seen,
 * and drawn in another one; what is on show stays until the next is there.
 *
 * Properties with notify: drawing (boolean: clicks or a drag draw a new track), picture (pointer to VenuleKymograph,
 * read only: along what and when; with or without its image; %NULL: there is none).
 * Signals:
 *  - join (uint a, uint b): the end of a was brought to the beginning of b
 *  - cut (uint id, int64 frame): the track is to be cut there
 *  - spot-moved (uint id, int64 frame, double x, double y, boolean exactly): as of the canvas
 *  - track-drawn (GArray of VenuleSpot): a new track with these spots
 *
 * Mouse: a click selects a track, with Ctrl or Shift one more, and goes to its frame; a drag on the background selects
 * the tracks in a rubber band. An end of a track is dragged to that of another one to join them; the selected track's
 * cell of a frame is dragged along the line (Alt: it is not fitted to the picture). A drag beside the time axis goes
 * through the frames. The other button shows a menu. The wheel zooms about the pointer, with Ctrl time alone; with
 * Shift it moves the picture, as does the middle button.
 * Keyboard, when it has the focus: + − 0 zoom, Ctrl and arrows move the picture, up and down go through the frames; A
 * draws a track (arrows move a cross, Enter sets points, and ends at the same one); C cuts the track under the pointer,
 * at the time under it; Escape gives up; Menu or Shift+F10 show the menu. All other keys are left to the window. What
 * venule_kymograph_view_edit_point() and venule_kymograph_view_edit_end() hold is moved by the arrows and put there by
 * Enter.
 */
#define VENULE_TYPE_KYMOGRAPH_VIEW (venule_kymograph_view_get_type ())
G_DECLARE_FINAL_TYPE (VenuleKymographView, venule_kymograph_view, VENULE, KYMOGRAPH_VIEW, GtkWidget)

void             venule_kymograph_view_set_document          (VenuleKymographView       *self,
                                                              VenuleDocument            *document);
void             venule_kymograph_view_set_player            (VenuleKymographView       *self,
                                                              VenulePlayer              *player);
void             venule_kymograph_view_set_selection         (VenuleKymographView       *self,
                                                              VenuleSelection           *selection);
/* Copied. */
void             venule_kymograph_view_set_line              (VenuleKymographView       *self,
                                                              const VenuleKymographLine *line);
void             venule_kymograph_view_set_color_by_velocity (VenuleKymographView       *self,
                                                              gboolean                   by_velocity);
/* (transfer none) (nullable) */
VenuleKymograph *venule_kymograph_view_get_picture           (VenuleKymographView       *self);
void             venule_kymograph_view_set_drawing           (VenuleKymographView       *self,
                                                              gboolean                   drawing);
/* Before anything is undone. */
gboolean         venule_kymograph_view_take_back             (VenuleKymographView       *self);
void             venule_kymograph_view_edit_point            (VenuleKymographView       *self);
void             venule_kymograph_view_edit_end              (VenuleKymographView       *self);
void             venule_kymograph_view_zoom                  (VenuleKymographView       *self,
                                                              double                     factor);
void             venule_kymograph_view_zoom_fit              (VenuleKymographView       *self);

G_END_DECLS
