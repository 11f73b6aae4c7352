/* venule-batch-status.c: the table that says how far all rows are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "venule-batch-private.h"
#include "venule-csv.h"
#include "venule-load.h"
#include "venule-number.h"
#include "venule-save.h"

#define STATUS "status.tsv"
#define LOCK ".status.lock"
#define MOST_BYTES (64 * 1024 * 1024)
#define MOST_MESSAGE 500 /* characters */

static const char titles[] = "id\tstate\tframes\ttracks\tseconds\tdevice\tmessage\n";

/* ---- Reading ---- */

static void
news_free (gpointer data)
{
  venule_batch_news_clear (data);
  g_free (data);
}

static VenuleBatchItemState
find_state (const char *text)
{
  for (guint i = 0; i < VENULE_N_BATCH_ITEM_STATES; i++)
    if (g_str_equal (text, venule_batch_item_state_to_string ((VenuleBatchItemState) i)))
      return (VenuleBatchItemState) i;
  return VENULE_BATCH_ITEM_WAITING;
}

static char *
dup_or_null (const char *text)
{
  return *text != '\0' ? g_strdup (text) : NULL;
}

static VenuleBatchNews *
read_row (VenuleCsvReader *reader)
{
  VenuleBatchNews *news = g_new0 (VenuleBatchNews, 1);
  double number = 0;

  news->state = find_state (venule_csv_reader_get_field (reader, 1));
  if (venule_number_read (venule_csv_reader_get_field (reader, 2), 0, 1e15, &number))
    news->frames = news->frames_done = (gint64) number;
  number = 0;
  if (venule_number_read (venule_csv_reader_get_field (reader, 3), 0, G_MAXUINT, &number))
    news->tracks = (guint) number;
  venule_number_read (venule_csv_reader_get_field (reader, 4), 0, G_MAXDOUBLE, &news->seconds);
  news->device = dup_or_null (venule_csv_reader_get_field (reader, 5));
  news->message = dup_or_null (venule_csv_reader_get_field (reader, 6));
  return news;
}

GHashTable *
venule_batch_read_status (const char *folder)
{
  GHashTable *table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, news_free);
  g_autofree char *path = g_build_filename (folder, STATUS, NULL);
  gsize size;
  g_autofree char *text = venule_load_file (path, MOST_BYTES, &size, NULL);
  g_autoptr (VenuleCsvReader) reader = text != NULL ? venule_csv_reader_new (text, '\t') : NULL;

  if (reader == NULL || !venule_csv_reader_next (reader))
    return table;
  while (venule_csv_reader_next (reader))
    if (*venule_csv_reader_get_field (reader, 0) != '\0')
      {
        char *id = g_strdup (venule_csv_reader_get_field (reader, 0));

        g_hash_table_insert (table, id, read_row (reader));
      }
  return table;
}

/* ---- Writing ---- */

/* A sentence without tabs and lines, which programs that read tables by their tabs would take for more cells. */
static void
append_text (GString    *text,
             const char *cell)
{
  g_autofree char *plain = g_strdelimit (g_strdup (cell != NULL ? cell : ""), "\t\r\n\"", ' ');

  if (g_utf8_strlen (plain, -1) > MOST_MESSAGE)
    *g_utf8_offset_to_pointer (plain, MOST_MESSAGE) = '\0';
  g_string_append (text, g_strstrip (plain));
}

static void
append_row (GString               *text,
            const char            *id,
            const VenuleBatchNews *news)
{
  char seconds[G_ASCII_DTOSTR_BUF_SIZE] = "";
  gboolean began = news->state != VENULE_BATCH_ITEM_WAITING;

  if (news->seconds > 0)
    g_ascii_formatd (seconds, sizeof seconds, "%.1f", news->seconds);
  append_text (text, id);
  g_string_append_printf (text, "\t%s\t", venule_batch_item_state_to_string (news->state));
  if (began)
    g_string_append_printf (text, "%" G_GINT64_FORMAT "\t%u", news->frames_done, news->tracks);
  else
    g_string_append_c (text, '\t');
  g_string_append_printf (text, "\t%s\t", seconds);
  append_text (text, news->device);
  g_string_append_c (text, '\t');
  append_text (text, news->message);
  g_string_append_c (text, '\n');
}

/* What another program writes meanwhile must not be lost. Below 0: the drive knows no locks. */
static int
take_lock (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, LOCK, NULL);
  int descriptor = g_open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0666), result = -1;

  while (descriptor >= 0 && (result = flock (descriptor, LOCK_EX)) != 0 && errno == EINTR)
    ;
  return descriptor;
}

static GBytes *
make_table (const char *folder,
            GPtrArray  *ids,
            GPtrArray  *news)
{
  g_autoptr (GHashTable) there = venule_batch_read_status (folder);
  const VenuleBatchNews waiting = { 0 };
  GString *text = g_string_new (titles);

  for (guint i = 0; i < ids->len; i++)
    {
      const VenuleBatchNews *own = news->pdata[i];
      const VenuleBatchNews *others = own == NULL ? g_hash_table_lookup (there, ids->pdata[i]) : NULL;

      append_row (text, ids->pdata[i], own != NULL ? own : others != NULL ? others : &waiting);
    }
  return g_string_free_to_bytes (text);
}

/**
 * venule_batch_write_status:
 * @folder: of the results
 * @ids: (element-type utf8): of all rows of the manifest
 * @news: (element-type VenuleBatchNews) (nullable elements): of each; %NULL: it is a row of another program
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * Returns: whether it was written; if not, it is as it was
 */
gboolean
venule_batch_write_status (const char  *folder,
                           GPtrArray   *ids,
                           GPtrArray   *news,
                           GError     **error)
{
  g_autofree char *path = g_build_filename (folder, STATUS, NULL);
  int lock = take_lock (folder);
  g_autoptr (GBytes) content = make_table (folder, ids, news);
  gboolean ok = venule_save_file (path, content, error);

  if (lock >= 0)
    close (lock);
  return ok;
}
