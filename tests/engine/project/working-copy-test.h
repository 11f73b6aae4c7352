/* working-copy-test.h: what the tests of working copies share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"

G_BEGIN_DECLS

/* Working copies lie in a new folder; before anything else. */
void            working_copy_set_up_state    (void);

/* Takes @working_copy. */
VenuleDocument *working_copy_document_of     (VenuleWorkingCopy      *working_copy);
VenuleDocument *working_copy_new_document    (void);
VenuleDocument *working_copy_open_document   (const char             *path,
                                              VenuleWorkingCopyChoice choice);
/* A run of @n tracks. */
void            working_copy_run_once        (VenuleDocument         *document,
                                              guint                   n);
void            working_copy_save            (VenuleDocument         *document,
                                              const char             *path);
/* A document of four tracks, and beside it, as of a program that ended, that one was removed. */
void            working_copy_leave_unsaved   (const char             *path);
guint           working_copy_count_tracks    (VenuleDocument         *document);
guint           working_copy_count_leftovers (void);
/* Whether nothing at all lies in the folder of working copies. */
gboolean        working_copy_is_tidy         (void);

G_END_DECLS
