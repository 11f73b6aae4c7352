/* venule-table-cache.c: frame tables that are kept in a folder
 *
 * A cache: whatever goes wrong, the table is made again. What is read is not trusted, and the folder does not grow
 * without end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-table-cache.h"

#include <glib/gstdio.h>
#include <utime.h>

#define SUFFIX ".frames"
/* Of all tables, bytes: some four million frames. */
#define MAX_BYTES (G_GINT64_CONSTANT (64) << 20)

static char *
make_path (const char           *folder,
           const VenuleTableKey *key)
{
  g_autofree char *name = g_strconcat (key->sample, SUFFIX, NULL);

  return g_build_filename (folder, name, NULL);
}

/**
 * venule_table_cache_load:
 * @folder: where tables are
 * @key: of the source's file
 * @source: a source without a table
 *
 * Returns: whether @source has its table now
 */
gboolean
venule_table_cache_load (const char           *folder,
                         const VenuleTableKey *key,
                         VenuleSource         *source)
{
  g_autofree char *path = make_path (folder, key);
  g_autoptr (GBytes) record = NULL;
  GStatBuf status;
  char *content;
  gsize size;

  if (g_stat (path, &status) != 0 || !S_ISREG (status.st_mode) || status.st_size > MAX_BYTES ||
      !g_file_get_contents (path, &content, &size, NULL))
    return FALSE;

  record = g_bytes_new_take (content, size);
  if (!venule_table_record_restore (source, key, record))
    {
      g_debug ("the frame table in %s is of no use", path);
      return FALSE;
    }
  /* Those that are used stay longest. */
  g_utime (path, NULL);
  return TRUE;
}

typedef struct {
  char   *path;
  gint64  size;
  gint64  mtime;
} Entry;

static void
entry_clear (gpointer data)
{
  g_free (((Entry *) data)->path);
}

static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  gint64 x = ((const Entry *) a)->mtime;
  gint64 y = ((const Entry *) b)->mtime;

  return (x < y) - (x > y);
}

/* The oldest go. */
static void
tidy_up (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  const char *name;
  gint64 total = 0;

  g_array_set_clear_func (entries, entry_clear);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      Entry entry = { .path = g_build_filename (folder, name, NULL) };
      GStatBuf status;

      if (!g_str_has_suffix (name, SUFFIX) || g_lstat (entry.path, &status) != 0 || !S_ISREG (status.st_mode))
        {
          g_free (entry.path);
          continue;
        }
      entry.size = status.st_size;
      entry.mtime = (gint64) status.st_mtim.tv_sec * G_USEC_PER_SEC + status.st_mtim.tv_nsec / 1000;
      g_array_append_val (entries, entry);
    }

  g_array_sort (entries, compare_entries);
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      total += entry->size;
      if (total > MAX_BYTES)
        g_unlink (entry->path);
    }
}

/**
 * venule_table_cache_store:
 * @folder: where tables are; it is made when it is not there
 * @key: of the source's file, from before the table was made
 * @source: a source with a complete table
 *
 * Keeps the table, unless the file has changed meanwhile.
 */
void
venule_table_cache_store (const char           *folder,
                          const VenuleTableKey *key,
                          VenuleSource         *source)
{
  g_autofree char *path = make_path (folder, key);
  g_autoptr (GBytes) record = NULL;
  g_autoptr (GError) error = NULL;
  VenuleTableKey now;

  if (!venule_table_key_init (&now, source) || !venule_table_key_equal (&now, key))
    return;

  record = venule_table_record_make (source, key);
  if (record == NULL || (gint64) g_bytes_get_size (record) > MAX_BYTES)
    return;
  if (g_mkdir_with_parents (folder, 0700) != 0 ||
      !g_file_set_contents_full (path, g_bytes_get_data (record, NULL), (gssize) g_bytes_get_size (record),
                                 G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error))
    g_debug ("the frame table cannot be kept in %s: %s", folder, error != NULL ? error->message : "no folder");
  tidy_up (folder);
}

/**
 * venule_table_cache_forget:
 * @folder: where tables are
 * @key: of a file
 *
 * The table is wrong, or the file has changed although it looks the same.
 */
void
venule_table_cache_forget (const char           *folder,
                           const VenuleTableKey *key)
{
  g_autofree char *path = make_path (folder, key);

  g_unlink (path);
}
