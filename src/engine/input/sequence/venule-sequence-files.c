/* venule-sequence-files.c: the files of a sequence of pictures
 *
 * A folder, or a pattern of names: picture_*.png, picture_####.tif, picture_%04d.bmp.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-sequence-files.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-blocking-io.h"
#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-source.h"

/* Kinds of names that an error lists. */
#define MAX_KINDS 4

static gboolean
is_picture (const char *name)
{
  static const char *const suffixes[] = { ".png", ".tif", ".tiff", ".jpg", ".jpeg", ".bmp", ".pgm", ".ppm", ".jp2" };
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (lower, suffixes[i]))
      return name[0] != '.';
  return FALSE;
}

/* A pattern of the shell of "%d", "%04d" and "####". */
static char *
make_glob (const char *pattern)
{
  g_autoptr (GRegex) regex = g_regex_new ("%[0-9]*d|#+", G_REGEX_RAW, 0, NULL);

  return g_regex_replace_literal (regex, pattern, -1, 0, "*", 0, NULL);
}

/* "*" and "?" in names of any bytes; GLib's patterns are of UTF-8 alone. */
static gboolean
matches (const char *glob,
         const char *name)
{
  const char *star = NULL, *from = NULL;

  while (*name != '\0')
    if (*glob == '*')
      {
        star = glob++;
        from = name;
      }
    else if (*glob == '?' || *glob == *name)
      {
        gboolean whole = *glob++ == '?';

        name++;
        while (whole && ((guchar) *name & 0xc0) == 0x80)
          name++;
      }
    else if (star != NULL)
      {
        glob = star + 1;
        name = ++from;
      }
    else
      return FALSE;
  return strspn (glob, "*") == strlen (glob);
}

typedef enum {
  KIND_UNKNOWN, /* cancelled */
  KIND_NONE,
  KIND_FILE,
  KIND_FOLDER,
} Kind;

/* Of a folder, for a thread that may be left behind. */
typedef struct {
  char      *path;
  char      *glob;  /* NULL: all pictures */
  Kind       kind;
  GPtrArray *names; /* NULL: it cannot be read */
} FolderQuery;

static void
folder_query_free (gpointer data)
{
  FolderQuery *query = data;

  g_clear_pointer (&query->names, g_ptr_array_unref);
  g_free (query->path);
  g_free (query->glob);
  g_free (query);
}

static void
find_kind (gpointer data)
{
  FolderQuery *query = data;

  query->kind = g_file_test (query->path, G_FILE_TEST_IS_DIR)   ? KIND_FOLDER
               : g_file_test (query->path, G_FILE_TEST_EXISTS) ? KIND_FILE
                                                              : KIND_NONE;
}

static Kind
ask_kind (const char *path)
{
  FolderQuery *query = g_new0 (FolderQuery, 1);
  Kind kind = KIND_UNKNOWN;

  query->path = g_strdup (path);
  if (venule_blocking_io_run (find_kind, query, folder_query_free, G_MAXINT64))
    {
      kind = query->kind;
      folder_query_free (query);
    }
  return kind;
}

/**
 * venule_sequence_is_one:
 * @path: a path
 *
 * Returns: whether it is a folder, or a pattern that is no file itself
 */
gboolean
venule_sequence_is_one (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  const Kind kind = ask_kind (path);

  return kind == KIND_FOLDER ||
         (kind == KIND_NONE && (strpbrk (name, "*#") != NULL || strchr (name, '%') != NULL));
}

/* Numbers in names count as numbers: picture_2 comes before picture_10. */
static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  const char *x = *(const char *const *) a;
  const char *y = *(const char *const *) b;

  while (*x != '\0' && *y != '\0')
    {
      if (g_ascii_isdigit (*x) && g_ascii_isdigit (*y))
        {
          gsize n_x, n_y;
          int order;

          while (x[0] == '0' && g_ascii_isdigit (x[1]))
            x++;
          while (y[0] == '0' && g_ascii_isdigit (y[1]))
            y++;
          n_x = strspn (x, "0123456789");
          n_y = strspn (y, "0123456789");
          order = n_x != n_y ? (n_x > n_y) - (n_x < n_y) : strncmp (x, y, n_x);
          if (order != 0)
            return order;
          x += n_x;
          y += n_y;
        }
      else if (*x != *y)
        return (guchar) *x - (guchar) *y;
      else
        {
          x++;
          y++;
        }
    }
  return (guchar) *x - (guchar) *y;
}

/* The last number in a name, before its suffix: where it begins and how long it is. */
static gboolean
find_number (const char *name,
             gsize      *start,
             gsize      *length)
{
  const char *dot = strrchr (name, '.');
  gsize end = dot != NULL ? (gsize) (dot - name) : strlen (name);

  while (end > 0 && !g_ascii_isdigit (name[end - 1]))
    end--;
  *start = end;
  while (*start > 0 && g_ascii_isdigit (name[*start - 1]))
    (*start)--;
  *length = end - *start;
  return *length > 0;
}

/* What names of one numbering have in common. */
static char *
make_kind (const char *name)
{
  gsize start, length;

  if (!find_number (name, &start, &length))
    return g_strdup (name);
  return g_strdup_printf ("%.*s*%s", (int) start, name, name + start + length);
}

static void
read_names (gpointer data)
{
  FolderQuery *query = data;
  g_autoptr (GDir) dir = g_dir_open (query->path, 0, NULL);
  const char *name;

  if (dir == NULL)
    return;
  query->names = g_ptr_array_new_with_free_func (g_free);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *full = g_build_filename (query->path, name, NULL);

      if ((query->glob != NULL ? matches (query->glob, name) : is_picture (name)) &&
          !g_file_test (full, G_FILE_TEST_IS_DIR))
        g_ptr_array_add (query->names, g_strdup (name));
    }
  g_ptr_array_sort (query->names, compare_names);
}

static GPtrArray *
list_names (const char  *folder,
            const char  *glob,
            GError     **error)
{
  g_autofree char *shown = venule_display_name_dup (folder);
  FolderQuery *query = g_new0 (FolderQuery, 1);
  GPtrArray *names;

  query->path = g_strdup (folder);
  query->glob = g_strdup (glob);
  if (!venule_blocking_io_run (read_names, query, folder_query_free, G_MAXINT64))
    {
      g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error);
      return NULL;
    }

  names = g_steal_pointer (&query->names);
  folder_query_free (query);
  if (names == NULL)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND,
                 _("The folder “%s” cannot be read. Check that it is there and that you may read it."), shown);
  return names;
}

/* Pictures of several numberings in a folder are several videos, or a video and something else. */
static gboolean
check_kinds (GPtrArray   *names,
             const char  *shown,
             GError     **error)
{
  g_autoptr (GHashTable) kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *kind = make_kind (g_ptr_array_index (names, i));
      g_autofree char *kind_shown = venule_display_name_dup (kind);

      if (!g_hash_table_contains (kinds, kind) && g_hash_table_size (kinds) < MAX_KINDS)
        g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", kind_shown);
      g_hash_table_add (kinds, g_steal_pointer (&kind));
    }
  if (g_hash_table_size (kinds) <= 1)
    return TRUE;

  g_set_error (
    error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
    _("The folder “%s” holds pictures of several kinds of names: %s%s. Open it by one of these patterns, or leave "
      "only the frames of one video in it."),
    shown, list->str, g_hash_table_size (kinds) > MAX_KINDS ? " …" : "");
  return FALSE;
}

/* picture_20 and picture_020: which of them is the frame, or whether both are, only the user knows. */
static gboolean
check_numbers (GPtrArray  *names,
               GError    **error)
{
  for (guint i = 1; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i), *before = g_ptr_array_index (names, i - 1);
      g_autofree char *shown = NULL;
      g_autofree char *shown_before = NULL;

      if (compare_names (&before, &name) != 0)
        continue;
      shown = venule_display_name_dup (name);
      shown_before = venule_display_name_dup (before);
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
                   _("“%s” and “%s” have the same number. Leave the one in the folder that is a frame of this video."),
                   shown_before, shown);
      return FALSE;
    }
  return TRUE;
}

/**
 * venule_sequence_find_files:
 * @path: a folder, or a pattern
 * @error: return location
 *
 * Errors: %VENULE_ERROR_NOT_FOUND, %VENULE_ERROR_NOT_A_VIDEO.
 *
 * Returns: (transfer full) (element-type filename): paths of the pictures in the order of their numbers, or %NULL
 */
GPtrArray *
venule_sequence_find_files (const char  *path,
                            GError     **error)
{
  gboolean is_folder = ask_kind (path) == KIND_FOLDER;
  g_autofree char *folder = is_folder ? g_strdup (path) : g_path_get_dirname (path);
  g_autofree char *pattern = is_folder ? NULL : g_path_get_basename (path);
  g_autofree char *glob = pattern != NULL ? make_glob (pattern) : NULL;
  g_autofree char *shown = venule_display_name_dup_base (path);
  g_autoptr (GPtrArray) names = list_names (folder, glob, error);
  GPtrArray *files;

  if (names == NULL)
    return NULL;
  if (names->len == 0)
    {
      if (is_folder)
        g_set_error (
          error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
          _("“%s” is a folder without pictures (PNG, TIFF, JPEG, BMP). Choose a video or an image stack in it."),
          shown);
      else
        g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND, _("No picture has a name like “%s”."), shown);
      return NULL;
    }
  if ((is_folder && !check_kinds (names, shown, error)) || !check_numbers (names, error))
    return NULL;

  files = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < names->len; i++)
    g_ptr_array_add (files, g_build_filename (folder, (const char *) g_ptr_array_index (names, i), NULL));
  return files;
}

/**
 * venule_sequence_find_gaps:
 * @files: (element-type filename): paths in the order of their numbers
 *
 * Returns: (transfer full) (nullable): after which frames numbers are missing, in words; %NULL when none is
 */
char *
venule_sequence_find_gaps (GPtrArray *files)
{
  g_autoptr (GArray) gaps = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint64 before = 0;

  for (guint i = 0; i < files->len; i++)
    {
      g_autofree char *name = g_path_get_basename (g_ptr_array_index (files, i));
      gsize start, length;
      guint64 number;
      gint64 previous = (gint64) i - 1;

      /* Numbers from the first on that are as long as these are times. */
      if (!find_number (name, &start, &length) || (i == 0 && length > 15))
        return NULL;
      number = g_ascii_strtoull (name + start, NULL, 10); /* the largest there is where it is larger */
      if (i > 0 && number != before + 1)
        g_array_append_val (gaps, previous);
      before = number;
    }
  return gaps->len > 0 ? venule_source_describe_frames (gaps) : NULL;
}
