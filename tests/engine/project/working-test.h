/* working-test.h: what the tests of working copies share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"

G_BEGIN_DECLS

/* Working copies lie in a new folder; before anything else. */
void            working_set_up_state    (void);

/* Takes @working. */
VenuleDocument *working_document_of     (VenuleWorking       *working);
VenuleDocument *working_new_document    (void);
VenuleDocument *working_open_document   (const char          *path,
                                         VenuleWorkingChoice  choice);
/* A run of @n tracks. */
void            working_run_once        (VenuleDocument      *document,
                                         guint                n);
void            working_save            (VenuleDocument      *document,
                                         const char          *path);
guint           working_count_tracks    (VenuleDocument      *document);
guint           working_count_leftovers (void);
/* Whether nothing at all lies in the folder of working copies. */
gboolean        working_is_tidy         (void);

G_END_DECLS
