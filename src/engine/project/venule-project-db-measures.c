/* venule-project-db-measures.c: what the numbers of a document depend on beside its runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-project-db-private.h"

#include "venule-error.h"

VenuleMeasureSettings *
venule_project_db_dup_measures (VenuleProjectDb *self,
                                GError         **error)
{
  g_autoptr(sqlite3_stmt) statement = venule_sql_prepare (self->database, "SELECT name, value FROM measure", error);
  g_autoptr(VenuleMeasureSettings) settings = venule_measure_settings_new ();
  g_autoptr(GError) failure = NULL;

  if (statement == NULL)
    return NULL;
  while (failure == NULL && venule_sql_next (statement, &failure))
    if (!venule_measure_settings_set_value (settings, venule_sql_get_text (statement, 0),
                                            venule_sql_get_text (statement, 1), &failure))
      {
        failure->code = VENULE_ERROR_DAMAGED;
        g_prefix_error (&failure, "%s: ", venule_sql_get_text (statement, 0));
      }
  if (failure == NULL)
    return g_steal_pointer (&settings);

  g_propagate_error (error, g_steal_pointer (&failure));

  return NULL;
}

static gboolean
put_row (VenuleProjectDb *self,
         const char      *name,
         const char      *value,
         GError         **error)
{
  const char *text = value != NULL ? "INSERT INTO measure VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2"
                                   : "DELETE FROM measure WHERE name = ?1";
  g_autoptr(sqlite3_stmt) statement = venule_sql_prepare (self->database, text, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_text (statement, 1, name, -1, SQLITE_TRANSIENT);
  if (value != NULL)
    sqlite3_bind_text (statement, 2, value, -1, SQLITE_TRANSIENT);

  return venule_sql_do (statement, error);
}

gboolean
venule_project_db_put_measures (VenuleProjectDb             *self,
                                const VenuleMeasureSettings *settings,
                                GError                     **error)
{
  g_autoptr(VenuleMeasureSettings) stored = venule_project_db_dup_measures (self, error);
  g_autoptr(GHashTable) before = NULL, after = NULL;
  GHashTableIter iter;
  gpointer name, value;

  g_return_val_if_fail (self->depth > 0, FALSE);

  if (stored == NULL)
    return FALSE;

  before = venule_measure_settings_dup_rows (stored);
  after = venule_measure_settings_dup_rows (settings);
  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (!g_hash_table_contains (after, name) && !put_row (self, name, NULL, error))
      return FALSE;
  g_hash_table_iter_init (&iter, after);
  while (g_hash_table_iter_next (&iter, &name, &value))
    if (g_strcmp0 (g_hash_table_lookup (before, name), value) != 0 && !put_row (self, name, value, error))
      return FALSE;

  return TRUE;
}
