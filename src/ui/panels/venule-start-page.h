/* venule-start-page.h: what the window shows before a video is open
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-message-bar.h"

G_BEGIN_DECLS

#define VENULE_TYPE_START_PAGE (venule_start_page_get_type ())
G_DECLARE_FINAL_TYPE (VenuleStartPage, venule_start_page, VENULE, START_PAGE, GtkBox)

/* While a video is being opened. */
void  venule_start_page_set_busy         (VenuleStartPage *self,
                                          gboolean         busy);
/* While something else than a drive is waited for: @text says at once what it is, and it can be cancelled. */
void  venule_start_page_set_working_copy (VenuleStartPage *self,
                                          const char      *text);
/* Rows of the latest videos; reads the recent files anew. */
void  venule_start_page_update_recent    (VenuleStartPage *self);

/* The bundled sample: (transfer full) (nullable). */
char *venule_find_sample                 (void);

G_END_DECLS
