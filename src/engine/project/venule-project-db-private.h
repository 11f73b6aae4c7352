/* venule-project-db-private.h: what the parts of the database share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-project-db.h"
#include "venule-spots-blob.h"
#include "venule-spots.h"
#include "venule-sql.h"

G_BEGIN_DECLS

/* Statements that are used over and over, prepared at their first use. */
typedef enum {
  VENULE_PROJECT_DB_PUT_PATH,
  VENULE_PROJECT_DB_PUT_OUTLINE,
  VENULE_PROJECT_DB_GET_OUTLINE,
  VENULE_PROJECT_DB_PUT_TRACK,
  VENULE_PROJECT_DB_PUT_MARKS,
  VENULE_PROJECT_DB_DELETE_TRACK,
  VENULE_PROJECT_DB_GET_TRACK,
  VENULE_PROJECT_DB_N_STATEMENTS,
} VenuleProjectDbStatement;

struct _VenuleProjectDb
{
  sqlite3             *database;
  gboolean             has_file;
  guint                depth; /* of begin and commit */
  VenulePathBounds     bounds;
  VenuleContourReader *contours;
  sqlite3_stmt        *statements[VENULE_PROJECT_DB_N_STATEMENTS];
  int                 *waiting; /* atomic, in a box: whether another connection of ours is in the way */
  VenuleProjectDbGate  gate;    /* nullable: it is only looked at so far */
  gpointer             gate_data;
};

/* A project database on a connection, which it owns. */
VenuleProjectDb *venule_project_db_new_taking      (sqlite3                 *database,
                                                    gboolean                 has_file);

/* Foreign files: whether it is a document of Venule, of a version that is known (and which), and whether every page is
 * whole. */
gboolean         venule_project_db_check_kind      (sqlite3                 *database,
                                                    const char              *name,
                                                    gint64                  *version,
                                                    GError                 **error);
gboolean         venule_project_db_check_whole     (sqlite3                 *database,
                                                    const char              *name,
                                                    GError                 **error);
/* Whether every value but those of spots is within its bounds, and which those of spots are
 * (venule-project-db-check.c). */
gboolean         venule_project_db_check_values    (sqlite3                 *database,
                                                    const char              *name,
                                                    VenulePathBounds        *within,
                                                    GError                 **error);
/* A checksum of all values is written into a document that is saved, taken out of one that is to be changed, and
 * looked at in a foreign file (venule-project-db-checksum.c). */
gboolean         venule_project_db_add_checksum    (sqlite3                 *database,
                                                    GError                 **error);
gboolean         venule_project_db_remove_checksum (sqlite3                 *database,
                                                    GError                 **error);
gboolean         venule_project_db_verify_checksum (sqlite3                 *database,
                                                    const char              *name,
                                                    GError                 **error);
/* Of what was rescued: what is beyond its bounds becomes the default or goes, row by row and place by place. */
gboolean         venule_project_db_mend_values     (VenuleProjectDb         *self,
                                                    GError                 **error);
/* A new track or run would be numbered beyond VENULE_PROJECT_DB_LAST_NUMBER, and the document could not be opened
 * again. */
void             venule_project_db_set_full        (GError                 **error);
/* venule_project_db_dup_video() of a connection. */
VenuleSourceRecord *
              venule_project_db_dup_video_of (sqlite3             *database,
                                              GError               **error);
/* A connection to a file gets all that is not in the file. */
gboolean         venule_project_db_prepare         (sqlite3                 *database,
                                                    gboolean                 has_file,
                                                    GError                 **error);

/* Before a statement is prepared that changes something outside of a transaction. */
gboolean         venule_project_db_make_writable   (VenuleProjectDb         *self,
                                                    GError                 **error);

/* A connection of this program that holds the database is told of those that wait, and soon lets go. */
void             venule_project_db_wait_politely   (VenuleProjectDb         *self);

/* (transfer none) (nullable): the statement, without values. */
sqlite3_stmt    *venule_project_db_get_statement   (VenuleProjectDb         *self,
                                                    VenuleProjectDbStatement which,
                                                    const char              *text,
                                                    GError                 **error);

/* A VenuleContourReadFunc: the contours of a path of a database. */
GArray          *venule_project_db_read_contours   (gpointer                 db,
                                                    gint64                   path,
                                                    guint                    n);

/* A connection that trusts nothing it will find, to be closed: NULL when there is none to be had. */
char            *venule_project_db_dup_resolved    (const char              *path);
sqlite3         *venule_project_db_connect         (const char              *path,
                                                    int                      flags,
                                                    GError                 **error);

/* Whether there is a file at @path that may be read. */
gboolean         venule_project_db_check_file      (const char              *path,
                                                    GError                 **error);

/* Whether its first page is that of a document, which the copy of a file that is none need not wait for. */
gboolean         venule_project_db_check_beginning (const char              *path,
                                                    const char              *name,
                                                    GError                 **error);

/* Makes the tables in an empty database, or brings older ones up to date, one version after the other. */
gboolean         venule_project_db_migrate         (sqlite3                 *database,
                                                    GError                 **error);
/* Whether the tables are the very ones that Venule makes for their version. */
gboolean         venule_project_db_check_schema    (sqlite3                 *database,
                                                    const char              *name,
                                                    GError                 **error);
/* A track whose path is in the database; in a transaction. */
gboolean         venule_project_db_put_row         (VenuleProjectDb         *self,
                                                    gint64                   run,
                                                    VenuleTrack             *track,
                                                    gint64                   path,
                                                    GError                 **error);

/* The spots of a track as a path, a new one (0) or in the place of one: its number, or 0. In a transaction. */
gint64           venule_project_db_put_path        (VenuleProjectDb         *self,
                                                    gint64                   path,
                                                    VenuleTrack             *track,
                                                    GError                 **error);
/* (transfer full): a track with the spots of a path. */
VenuleTrack     *venule_project_db_dup_path        (VenuleProjectDb         *self,
                                                    gint64                   path,
                                                    GError                 **error);
/* A row for a run alone: its number, or 0; in a transaction. */
gint64           venule_project_db_insert_run      (VenuleProjectDb         *self,
                                                    const VenuleSettings    *settings,
                                                    const VenuleRunMetadata *metadata,
                                                    GError                 **error);
/* All but whether it is complete. */
gboolean         venule_project_db_update_run      (VenuleProjectDb         *self,
                                                    gint64                   run,
                                                    const VenuleRunMetadata *metadata,
                                                    GError                 **error);
/* The light of a run that has none yet, in a transaction; NULL is none. */
gboolean         venule_project_db_put_light       (VenuleProjectDb         *self,
                                                    gint64                   run,
                                                    const VenuleLight       *light,
                                                    GError                 **error);

/* What is only of this connection, and never in a file: the triggers of the log. */
gboolean         venule_project_db_make_triggers   (sqlite3                 *database,
                                                    GError                 **error);

G_END_DECLS
