/* venule-project-db-light.c: the light of a document's runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-project-db-private.h"

#include <math.h>
#include <string.h>

#include "venule-spots-blob.h"

G_STATIC_ASSERT (sizeof (float) == sizeof (guint32));

/* To little-endian, and back. */
static void
swap (guint32 *words, guint n)
{
  for (guint i = 0; i < n; i++)
    words[i] = GUINT32_TO_LE (words[i]);
}

gboolean
venule_project_db_put_light (VenuleProjectDb   *self,
                             gint64             run,
                             const VenuleLight *light,
                             GError           **error)
{
  g_autoptr(sqlite3_stmt) statement = NULL;
  g_autoptr(GBytes) blob = NULL;
  g_autofree guint32 *words = NULL;

  if (light == NULL || light->n == 0)
    return TRUE;
  statement = venule_sql_prepare (self->database, "INSERT INTO light VALUES (?, ?, ?, ?)", error);
  if (statement == NULL)
    return FALSE;

  words = g_memdup2 (light->frames, light->n * sizeof *words);
  swap (words, light->n);
  blob = venule_spots_blob_add_checksum (words, light->n * sizeof *words);
  sqlite3_bind_int64 (statement, 1, run);
  sqlite3_bind_blob64 (statement, 2, g_bytes_get_data (blob, NULL), g_bytes_get_size (blob), SQLITE_TRANSIENT);
  if (isfinite (light->saturated))
    sqlite3_bind_double (statement, 3, light->saturated);
  sqlite3_bind_int (statement, 4, (int) light->grays);

  return venule_sql_do (statement, error);
}

/* What is no gray level is not known. */
static void
check (float *frames, guint n)
{
  for (guint i = 0; i < n; i++)
    if (!(frames[i] >= 0 && frames[i] <= G_MAXUINT16))
      frames[i] = NAN;
}

VenuleLight *
venule_project_db_dup_light (VenuleProjectDb *self,
                             gint64           run)
{
  g_autoptr(sqlite3_stmt) statement =
    venule_sql_prepare (self->database, "SELECT frames, saturated, gray_levels FROM light WHERE run = ?", NULL);
  g_autoptr(GBytes) blob = NULL;
  g_autofree guint32 *words = NULL;
  gsize size = 0;
  guint n;

  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, run);
  if (!venule_sql_next (statement, NULL))
    return NULL;
  blob = venule_spots_blob_strip_checksum (sqlite3_column_blob (statement, 0),
                                           (gsize) sqlite3_column_bytes (statement, 0));
  if (blob == NULL)
    return NULL;

  words = g_memdup2 (g_bytes_get_data (blob, &size), g_bytes_get_size (blob));
  n = (guint) (size / sizeof *words);
  swap (words, n);
  check ((float *) words, n);

  return venule_light_new ((const float *) words, n,
                           sqlite3_column_type (statement, 1) == SQLITE_NULL ? NAN
                                                                             : sqlite3_column_double (statement, 1),
                           (guint) sqlite3_column_int (statement, 2));
}
