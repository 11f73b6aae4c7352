/* venule-timeline.h: the video's time, to be scrubbed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-document.h"
#include "venule-player.h"

G_BEGIN_DECLS

/* Scrubs by exact frames; shows what is cached, analysed and damaged, and the range of frames to analyse with handles
 * that write first_frame and last_frame into the document's settings. Keyboard: arrows step, Page Up/Down one second,
 * Home/End. */
#define VENULE_TYPE_TIMELINE (venule_timeline_get_type ())
G_DECLARE_FINAL_TYPE (VenuleTimeline, venule_timeline, VENULE, TIMELINE, GtkWidget)

GtkWidget *venule_timeline_new          (void);
void       venule_timeline_set_player   (VenuleTimeline *self,
                                         VenulePlayer   *player);
void       venule_timeline_set_document (VenuleTimeline *self,
                                         VenuleDocument *document);
/* Frames first … last have been analysed; −1, −1: none. */
void       venule_timeline_set_analysed (VenuleTimeline *self,
                                         gint64          first,
                                         gint64          last);

G_END_DECLS
