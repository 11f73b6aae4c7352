/* venule-review-verdicts.c: the user's verdicts on doubtful places
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-review-verdicts.h"

#include <math.h>

#include "venule-document-private.h"
#include "venule-project-db-private.h"
#include "venule-sql.h"

/* Another answer about the same place takes the place of the first. */
static gboolean
put_verdict (VenuleProjectDb           *self,
             gint64                     run,
             const VenuleReviewVerdict *verdict,
             GError                   **error)
{
  g_autoptr(sqlite3_stmt) statement = NULL;
  gboolean put = venule_project_db_begin (self, error);

  if (!put)
    return FALSE;

  statement = venule_sql_prepare (self->database, "INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?, ?)", error);
  put = statement != NULL && sqlite3_bind_int64 (statement, 1, run) == SQLITE_OK &&
        sqlite3_bind_int64 (statement, 2, verdict->track) == SQLITE_OK &&
        sqlite3_bind_int64 (statement, 3, verdict->frame) == SQLITE_OK &&
        sqlite3_bind_text (statement, 4, verdict->reason, -1, SQLITE_TRANSIENT) == SQLITE_OK &&
        sqlite3_bind_double (statement, 5, verdict->probability) == SQLITE_OK &&
        sqlite3_bind_int (statement, 6, verdict->wrong) == SQLITE_OK && venule_sql_do (statement, error);
  if (put)
    return venule_project_db_commit (self, error);

  venule_project_db_rollback (self);

  return FALSE;
}

/* Values from a file are checked; invalid ones are skipped. */
static gboolean
read_verdict (sqlite3_stmt        *statement,
              VenuleReviewVerdict *verdict)
{
  gint64 track = sqlite3_column_int64 (statement, 0);

  *verdict = (VenuleReviewVerdict) {
    .track = (guint) track, .frame = sqlite3_column_int64 (statement, 1),
    .probability = sqlite3_column_double (statement, 3), .wrong = sqlite3_column_int (statement, 4) != 0,
  };
  g_strlcpy (verdict->reason, venule_sql_get_text (statement, 2), sizeof verdict->reason);

  return track > 0 && track <= G_MAXUINT && verdict->probability >= 0 && verdict->probability <= 1;
}

/* By track, frame and reason. */
static GArray *
dup_verdicts (VenuleProjectDb *self,
              gint64           run,
              GError         **error)
{
  g_autoptr(sqlite3_stmt) statement =
    venule_sql_prepare (self->database, "SELECT track, frame, reason, probability, wrong FROM answer WHERE run = ?"
                                        " ORDER BY track, frame, reason", error);
  g_autoptr(GArray) verdicts = g_array_new (FALSE, TRUE, sizeof (VenuleReviewVerdict));
  GError *failure = NULL;
  VenuleReviewVerdict verdict;

  if (statement == NULL || sqlite3_bind_int64 (statement, 1, run) != SQLITE_OK)
    return NULL;
  while (venule_sql_next (statement, &failure))
    {
      if (read_verdict (statement, &verdict))
        g_array_append_val (verdicts, verdict);
    }
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return NULL;
    }

  return g_steal_pointer (&verdicts);
}

gboolean
venule_document_put_verdict (VenuleDocument            *self,
                             const VenuleReviewVerdict *verdict,
                             GError                   **error)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  if (!venule_document_keep_run (self, error) || !put_verdict (self->db, self->run, verdict, error))
    return FALSE;

  venule_document_set_modified (self, TRUE);
  return TRUE;
}

GArray *
venule_document_dup_verdicts (VenuleDocument *self,
                              GError        **error)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  return self->run > 0 ? dup_verdicts (self->db, self->run, error)
                       : g_array_new (FALSE, TRUE, sizeof (VenuleReviewVerdict));
}
