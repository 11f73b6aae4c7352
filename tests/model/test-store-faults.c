/* test-store-faults.c: a drive that fills up or fails at any write, and a power cut at any moment of saving
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define _GNU_SOURCE

#include <errno.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "store-test.h"
#include "venule-error.h"

/* ---- The drive ---- */

static int calls_left = -1; /* until one fails; −1: all is well */
static int fault;           /* errno of it */
static gboolean fired;

/* For the power cut: what would be found under the name that was moved into the place of another. */
static guint n_renamed;
static gint64 synced_size = -1;
static ino_t synced_inode;

/* Once a drive is full it stays so. */
static gboolean
fails (void)
{
  if (calls_left < 0)
    return FALSE;
  if (calls_left > 0)
    {
      calls_left--;
      return FALSE;
    }

  fired = TRUE;
  errno = fault;

  return TRUE;
}

static ssize_t
faulty_pwrite (int         descriptor,
               const void *data,
               size_t      size,
               off_t       offset)
{
  return fails () ? -1 : pwrite (descriptor, data, size, offset);
}

static ssize_t
faulty_write (int         descriptor,
              const void *data,
              size_t      size)
{
  return fails () ? -1 : write (descriptor, data, size);
}

static int
faulty_ftruncate (int   descriptor,
                  off_t size)
{
  return fails () ? -1 : ftruncate (descriptor, size);
}

/* In the place of those of the C library. */
int fsync (int descriptor);
int rename (const char *from,
            const char *to);

int
fsync (int descriptor)
{
  struct stat status;

  if (fails ())
    return -1;
  if (fstat (descriptor, &status) == 0 && S_ISREG (status.st_mode))
    {
      synced_inode = status.st_ino;
      synced_size = status.st_size;
    }

  return (int) syscall (SYS_fsync, descriptor);
}

int
rename (const char *from,
        const char *to)
{
  struct stat status;

  if (fails ())
    return -1;

  /* Cut here, the name leads to what had reached the disk: that must be all of it. */
  if (g_str_has_suffix (to, "test.venule"))
    {
      n_renamed++;
      g_assert_cmpint (stat (from, &status), ==, 0);
      g_assert_true (status.st_ino == synced_inode);
      g_assert_cmpint (status.st_size, ==, synced_size);
    }

  return (int) syscall (SYS_rename, from, to);
}

static void
take_over_drive (void)
{
  sqlite3_vfs *vfs = sqlite3_vfs_find (NULL);
  const struct {
    const char        *name;
    sqlite3_syscall_ptr call;
  } calls[] = {
    { "pwrite", (sqlite3_syscall_ptr) faulty_pwrite },
    { "pwrite64", (sqlite3_syscall_ptr) faulty_pwrite },
    { "write", (sqlite3_syscall_ptr) faulty_write },
    { "ftruncate", (sqlite3_syscall_ptr) faulty_ftruncate },
  };

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    g_assert_cmpint (vfs->xSetSystemCall (vfs, calls[i].name, calls[i].call), ==, SQLITE_OK);
}

/* ---- What a person does ---- */

typedef struct {
  const char *name;
  gboolean    saves;
  gboolean  (*act) (VenuleDocument *document,
                    const char     *path,
                    GError        **error);
} Deed;

static gboolean
delete_some (VenuleDocument  *document,
             const char      *path,
             GError         **error)
{
  const guint ids[] = { 2, 3 };
  guint n = g_list_model_get_n_items (G_LIST_MODEL (document));

  venule_document_delete_tracks (document, ids, G_N_ELEMENTS (ids));

  return g_list_model_get_n_items (G_LIST_MODEL (document)) == n - 2;
}

static gboolean
undo (VenuleDocument  *document,
      const char      *path,
      GError         **error)
{
  return venule_document_undo (document);
}

static gboolean
save (VenuleDocument  *document,
      const char      *path,
      GError         **error)
{
  return venule_document_save (document, path, error);
}

static const Deed deeds[] = {
  { "delete", FALSE, delete_some },
  { "undo", FALSE, undo },
  { "save", TRUE, save },
};

static void
on_failed (VenuleDocument *document,
           const char     *message,
           guint          *n)
{
  g_assert_cmpstr (message, !=, "");
  (*n)++;
}

static guint
count_files (const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;

  return n;
}

/* The same document every time: one edit is done and saved, another is not saved. */
static VenuleDocument *
prepare (const char *working,
         const char *path)
{
  const guint first = 1;
  VenuleDocument *document = store_new_document (working, 9);

  g_assert_true (venule_document_save (document, path, NULL));
  venule_document_delete_tracks (document, &first, 1);

  return document;
}

/* TRUE as long as there was a write to fail. */
static gboolean
fail_once (StoreFixture *self,
           const Deed   *deed,
           int           at,
           int           code)
{
  g_autofree char *working = g_strdup_printf ("%s/working-%s-%d-%d", self->folder, deed->name, at, code);
  g_autoptr(VenuleDocument) document = prepare (working, self->path);
  g_autofree char *before = store_dump (working), *saved = store_dump (self->path);
  g_autofree char *after = NULL, *saved_after = NULL;
  g_autoptr(GError) error = NULL;
  guint n_failed = 0, n_files = count_files (self->folder);
  gboolean done, was_fired;

  g_signal_connect (document, "failed", G_CALLBACK (on_failed), &n_failed);
  calls_left = at;
  fault = code;
  fired = FALSE;
  done = deed->act (document, self->path, &error);
  calls_left = -1;
  was_fired = fired;

  after = store_dump (working);
  saved_after = store_dump (self->path);
  if (!done)
    {
      g_assert_true (n_failed > 0 || error != NULL);
      g_assert_true (g_str_equal (before, after));
      g_assert_true (g_str_equal (saved, saved_after));
      /* Neither half a file nor a hidden one is left behind. */
      g_assert_cmpuint (count_files (self->folder), ==, n_files);
      g_clear_error (&error);
      /* With space again it goes on as if nothing had been. */
      g_assert_true (deed->act (document, self->path, &error));
      g_assert_no_error (error);
    }
  else if (deed->saves)
    g_assert_true (g_str_equal (after, saved_after));
  else
    g_assert_false (g_str_equal (before, after));

  g_clear_object (&document);
  g_unlink (working);

  return was_fired;
}

static void
test_a_drive_that_fails_at_any_write_loses_nothing (StoreFixture  *self,
                                                    gconstpointer  data)
{
  const int codes[] = { ENOSPC, EACCES, EIO };

  for (guint i = 0; i < G_N_ELEMENTS (deeds); i++)
    for (guint k = 0; k < G_N_ELEMENTS (codes); k++)
      {
        int at = 0;

        while (fail_once (self, &deeds[i], at, codes[k]))
          at++;
        g_test_message ("%s: %d writes failed with %s", deeds[i].name, at, g_strerror (codes[k]));
        g_assert_cmpint (at, >, 0);
      }
}

static void
test_a_power_cut_leaves_the_old_file_or_the_new_one (StoreFixture  *self,
                                                     gconstpointer  data)
{
  g_autofree char *working = g_build_filename (self->folder, "working", NULL);
  g_autoptr(VenuleDocument) document = prepare (working, self->path);
  g_autofree char *now = NULL, *saved = NULL;

  /* The file is never written in place: rename() above looks at what would be found. */
  n_renamed = 0;
  g_assert_true (venule_document_save (document, self->path, NULL));
  g_assert_cmpuint (n_renamed, ==, 1);
  now = store_dump (working);
  saved = store_dump (self->path);
  g_assert_true (g_str_equal (now, saved));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  take_over_drive ();

#define ADD(name, function) g_test_add ("/store-faults/" name, StoreFixture, NULL, store_set_up, function, store_tear_down)
  ADD ("a-drive-that-fails-at-any-write-loses-nothing", test_a_drive_that_fails_at_any_write_loses_nothing);
  ADD ("a-power-cut-leaves-the-old-file-or-the-new-one", test_a_power_cut_leaves_the_old_file_or_the_new_one);
#undef ADD

  return g_test_run ();
}
