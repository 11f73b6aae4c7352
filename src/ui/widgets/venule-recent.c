/* venule-recent.c: the videos and documents that were opened last
 *
 * Whether they still are there is asked in a thread, and not for long: a folder on the network that does not answer
 * must not hold the window.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-recent.h"

#include "venule-blocking-io.h"
#include "venule-file.h"
#include "venule-task.h"

/* All files together get this long to answer, µs. Those that do not are taken to be there. */
#define PATIENCE (2 * G_USEC_PER_SEC)

/* The group of those that were opened. */
#define OPENED "Venule"

typedef struct {
  GPtrArray         *uris;
  guint              most;
  VenuleRecentFound  found;
} Search;

typedef struct {
  char     *path;
  gboolean  exists;
} Question;

static void
search_free (gpointer data)
{
  Search *search = data;

  g_ptr_array_unref (search->uris);
  g_free (search);
}

static void
question_free (gpointer data)
{
  Question *question = data;

  g_free (question->path);
  g_free (question);
}

static void
ask (gpointer data)
{
  Question *question = data;

  question->exists = g_file_test (question->path, G_FILE_TEST_EXISTS);
}

static gboolean
may_be_there (const char *uri,
              gint64      deadline)
{
  Question *question = g_new0 (Question, 1);
  gboolean exists = TRUE;

  question->path = g_filename_from_uri (uri, NULL, NULL);
  if (question->path != NULL && !venule_blocking_io_run (ask, question, question_free, deadline))
    return TRUE;

  exists = question->path != NULL && question->exists;
  question_free (question);
  return exists;
}

static void
search_in_thread (GTask        *task,
                  gpointer      source_object,
                  gpointer      task_data,
                  GCancellable *cancellable)
{
  g_autoptr (VenuleCurrent) current = venule_current_new (cancellable);
  const Search *search = task_data;
  GHashTable *there = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gint64 deadline = g_get_monotonic_time () + PATIENCE;

  for (guint i = 0; i < search->uris->len && g_hash_table_size (there) < search->most; i++)
    {
      const char *uri = g_ptr_array_index (search->uris, i);

      if (may_be_there (uri, deadline))
        g_hash_table_add (there, g_strdup (uri));
    }
  g_task_return_pointer (task, there, (GDestroyNotify) g_hash_table_unref);
}

static int
compare_visited (gconstpointer a,
                 gconstpointer b)
{
  GtkRecentInfo *left = *(GtkRecentInfo **) a;
  GtkRecentInfo *right = *(GtkRecentInfo **) b;

  return g_date_time_compare (gtk_recent_info_get_visited (right), gtk_recent_info_get_visited (left));
}

/* Of this application, latest first, whether they are there or not. The dialogs for files add what is saved, and the
 * folders that it goes to: those are nothing that could be opened. */
static GPtrArray *
list_files (void)
{
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());
  GPtrArray *files = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_recent_info_unref);

  for (GList *l = items; l; l = l->next)
    if (gtk_recent_info_has_group (l->data, OPENED) && gtk_recent_info_is_local (l->data))
      g_ptr_array_add (files, gtk_recent_info_ref (l->data));
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  g_ptr_array_sort (files, compare_visited);
  return files;
}

static void
on_searched (gpointer  owner,
             GTask    *task)
{
  const Search *search = g_task_get_task_data (task);
  g_autoptr (GHashTable) there = g_task_propagate_pointer (task, NULL);
  g_autoptr (GPtrArray) files = list_files ();

  if (there == NULL)
    return;
  for (guint i = files->len; i-- > 0;)
    if (!g_hash_table_contains (there, gtk_recent_info_get_uri (g_ptr_array_index (files, i))))
      g_ptr_array_remove_index (files, i);
  if (files->len > search->most)
    g_ptr_array_set_size (files, (int) search->most);
  search->found (owner, files);
}

/**
 * venule_recent_find:
 * @owner: (type GObject): for whom
 * @most: how many files at most
 * @cancellable: to be cancelled when @owner goes, or asks again
 * @found: takes the files
 *
 * Finds the videos and documents that this application opened and that are there.
 */
void
venule_recent_find (gpointer           owner,
                    guint              most,
                    GCancellable      *cancellable,
                    VenuleRecentFound  found)
{
  g_autoptr (GPtrArray) files = list_files ();
  Search *search = g_new0 (Search, 1);

  search->uris = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < files->len; i++)
    g_ptr_array_add (search->uris, g_strdup (gtk_recent_info_get_uri (g_ptr_array_index (files, i))));
  search->most = most;
  search->found = found;
  venule_task_start (owner, cancellable, venule_recent_find, search_in_thread, search, search_free, on_searched);
}

/**
 * venule_recent_add:
 * @path: of a video or a document that was opened or saved
 */
void
venule_recent_add (const char *path)
{
  g_autofree char *type = g_content_type_guess (path, NULL, 0, NULL);
  g_autofree char *mime_type = g_content_type_get_mime_type (type);
  char *groups[] = { (char *) OPENED, NULL };
  GtkRecentData data = {
    .mime_type = mime_type ? mime_type : (char *) "application/octet-stream",
    .app_name = (char *) g_get_application_name (),
    .app_exec = (char *) "venule %u",
    .groups = groups,
  };
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  if (uri)
    gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}
