/* venule-answers.c: the user's verdicts on doubtful places
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-answers.h"

#include <math.h>

#include "venule-document-private.h"
#include "venule-sql.h"
#include "venule-store-private.h"

/* Another answer about the same place takes the place of the first. */
static gboolean
put_answer (VenuleStore         *self,
            gint64               run,
            const VenuleAnswer  *answer,
            GError             **error)
{
  g_autoptr(sqlite3_stmt) statement = NULL;
  gboolean put = venule_store_begin (self, error);

  if (!put)
    return FALSE;

  statement = venule_sql_prepare (self->database, "INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?, ?)", error);
  put = statement != NULL && sqlite3_bind_int64 (statement, 1, run) == SQLITE_OK &&
        sqlite3_bind_int64 (statement, 2, answer->track) == SQLITE_OK &&
        sqlite3_bind_int64 (statement, 3, answer->frame) == SQLITE_OK &&
        sqlite3_bind_text (statement, 4, answer->reason, -1, SQLITE_TRANSIENT) == SQLITE_OK &&
        sqlite3_bind_double (statement, 5, answer->probability) == SQLITE_OK &&
        sqlite3_bind_int (statement, 6, answer->wrong) == SQLITE_OK && venule_sql_do (statement, error);
  if (put)
    return venule_store_commit (self, error);

  venule_store_rollback (self);

  return FALSE;
}

/* Values from a file are checked; invalid ones are skipped. */
static gboolean
read_answer (sqlite3_stmt *statement,
             VenuleAnswer *answer)
{
  gint64 track = sqlite3_column_int64 (statement, 0);

  *answer = (VenuleAnswer) {
    .track = (guint) track, .frame = sqlite3_column_int64 (statement, 1),
    .probability = sqlite3_column_double (statement, 3), .wrong = sqlite3_column_int (statement, 4) != 0,
  };
  g_strlcpy (answer->reason, venule_sql_get_text (statement, 2), sizeof answer->reason);

  return track > 0 && track <= G_MAXUINT && answer->probability >= 0 && answer->probability <= 1;
}

/* By track, frame and reason. */
static GArray *
dup_answers (VenuleStore  *self,
             gint64        run,
             GError      **error)
{
  g_autoptr(sqlite3_stmt) statement =
    venule_sql_prepare (self->database, "SELECT track, frame, reason, probability, wrong FROM answer WHERE run = ?"
                                        " ORDER BY track, frame, reason", error);
  g_autoptr(GArray) answers = g_array_new (FALSE, TRUE, sizeof (VenuleAnswer));
  GError *failure = NULL;
  VenuleAnswer answer;

  if (statement == NULL || sqlite3_bind_int64 (statement, 1, run) != SQLITE_OK)
    return NULL;
  while (venule_sql_next (statement, &failure))
    {
      if (read_answer (statement, &answer))
        g_array_append_val (answers, answer);
    }
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return NULL;
    }

  return g_steal_pointer (&answers);
}

gboolean
venule_document_put_answer (VenuleDocument      *self,
                            const VenuleAnswer  *answer,
                            GError             **error)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  if (!venule_document_keep_run (self, error) || !put_answer (self->store, self->run, answer, error))
    return FALSE;

  venule_document_set_modified (self, TRUE);
  return TRUE;
}

GArray *
venule_document_dup_answers (VenuleDocument  *self,
                             GError         **error)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  return self->run > 0 ? dup_answers (self->store, self->run, error)
                       : g_array_new (FALSE, TRUE, sizeof (VenuleAnswer));
}
