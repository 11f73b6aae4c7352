/* project-db-test.h: what the tests of documents in files share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"

G_BEGIN_DECLS

typedef struct {
  char *folder; /* of this test; removed after it */
  char *path;   /* a file in it that is not there yet */
} ProjectDbFixture;

void         project_db_set_up            (ProjectDbFixture *self,
                                           gconstpointer     data);
void         project_db_tear_down         (ProjectDbFixture *self,
                                           gconstpointer     data);

/* A track whose every number is random: @n spots with gaps between them. */
VenuleTrack *project_db_random_track      (guint             id,
                                           guint             n);
/* (transfer full) (element-type VenuleTrack): ids 1 to @n. */
GPtrArray   *project_db_random_tracks     (guint             n);
VenuleSettings *
             project_db_random_settings (void);
void         project_db_assert_same_track (VenuleTrack      *a,
                                           VenuleTrack      *b);

/* The names of the edits of the run on show, with commas between; @done of them are not undone. */
void         project_db_assert_history    (VenuleDocument   *document,
                                           guint             done,
                                           const char       *names);
/* An edit of the labels. */
void         project_db_set_group         (VenuleDocument   *document,
                                           const char       *group);

/* A document in a working file at @path, with a run of @n tracks. */
VenuleDocument *
             project_db_new_document (const char *path,
                                      guint          n);

/* All that a document in a file says, as text, to the last bit: settings, video, runs and tracks with their spots. The
 * log of edits is left out, and so are the numbers of rows that nobody sees. */
char        *project_db_dump              (const char       *path);

/* Does statements on a file, as somebody with a hex editor would. */
void         project_db_run_sql           (const char       *path,
                                           const char       *statements);

G_END_DECLS
