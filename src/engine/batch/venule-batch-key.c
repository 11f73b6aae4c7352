/* venule-batch-key.c: what tells that a row has been done
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-batch-key.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "venule-json.h"
#include "venule-load.h"
#include "venule-network.h"
#include "venule-save.h"
#include "venule-sequence-files.h"
#include "venule-temp-file.h"
#include "venule-write-error.h"

#define VERSION 1
#define RECORD "done.json"
#define MOST_BYTES (1024 * 1024)

/* ---- Stamps ---- */

static void
add_stamp (GString    *text,
           const char *path,
           gint64     *size)
{
  GStatBuf status;

  if (g_stat (path, &status) != 0)
    return;
  *size += status.st_size;
  g_string_append_printf (text, "%s%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT ".%09ld", text->len > 0 ? " " : "",
                          (gint64) status.st_size, (gint64) status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

char *
venule_batch_stamp_dup (const char *path,
                        gint64     *size)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) pictures = NULL;
  gint64 bytes = 0;

  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    add_stamp (text, path, &bytes);
  else
    pictures = venule_sequence_find_files (path, NULL);
  for (guint i = 0; pictures != NULL && i < pictures->len; i++)
    add_stamp (text, pictures->pdata[i], &bytes);
  if (size != NULL)
    *size = bytes;
  if (text->len == 0)
    return NULL;
  /* Of thousands of pictures it would be long. */
  return pictures == NULL ? g_strdup (text->str) : g_compute_checksum_for_string (G_CHECKSUM_SHA256, text->str, -1);
}

char *
venule_batch_stamp_dup_file (const char *path)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gint64 bytes = 0;

  add_stamp (text, path, &bytes);
  return text->len > 0 ? g_strdup (text->str) : NULL;
}

/* ---- The key ---- */

static int
compare_texts (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* FALSE: it cannot be read. */
static gboolean
add_file (GChecksum  *sum,
          const char *path)
{
  g_autofree char *content = NULL;
  gsize size;

  if (!g_file_get_contents (path, &content, &size, NULL))
    return FALSE;
  g_checksum_update (sum, (const guchar *) content, (gssize) size);
  return TRUE;
}

char *
venule_batch_key_dup (GStrv       arguments,
                      const char *proposed)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *network = venule_network_dup_version ();
  g_autofree char *program = g_strdup_printf ("venule %s %s\n", VENULE_VERSION, network);

  g_checksum_update (sum, (const guchar *) program, -1);
  /* Without the command and the video, whose path does not matter. */
  for (guint i = 1; arguments[i] != NULL && !g_str_equal (arguments[i], "--"); i++)
    g_ptr_array_add (sorted, arguments[i]);
  g_ptr_array_sort (sorted, compare_texts);
  for (guint i = 0; i < sorted->len; i++)
    {
      const char *text = sorted->pdata[i];
      gboolean template = g_str_has_prefix (text, "--template=");

      if (template && !add_file (sum, text + strlen ("--template=")))
        return NULL;
      if (!template)
        g_checksum_update (sum, (const guchar *) text, (gssize) strlen (text) + 1);
    }
  if (proposed != NULL)
    g_checksum_update (sum, (const guchar *) proposed, -1);
  return g_strdup (g_checksum_get_string (sum));
}

/* ---- Records ---- */

void
venule_batch_record_free (VenuleBatchRecord *self)
{
  if (self == NULL)
    return;

  g_free (self->key);
  g_free (self->device_class);
  g_free (self->stamp);
  g_free (self->hash);
  g_free (self->message);
  g_free (self->device);
  g_free (self->document);
  g_free (self->replaced);
  g_free (self);
}

static double
get_number (JsonObject *object,
            const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_double (node) : 0;
}

static char *
dup_text (JsonObject *object,
          const char *name)
{
  return g_strdup (venule_json_get_text (object, name, NULL));
}

VenuleBatchRecord *
venule_batch_record_read (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, RECORD, NULL);
  gsize size;
  g_autofree char *text = venule_load_file (path, MOST_BYTES, &size, NULL);
  g_autoptr (JsonNode) root = text != NULL ? venule_json_parse (text) : NULL;
  JsonObject *object = root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;
  VenuleBatchRecord *self;

  if (object == NULL || get_number (object, "version") != VERSION)
    return NULL;
  self = g_new0 (VenuleBatchRecord, 1);
  self->key = dup_text (object, "key");
  self->device_class = dup_text (object, "device_class");
  self->stamp = dup_text (object, "video_stamp");
  self->hash = dup_text (object, "video_sha256");
  self->failed = g_strcmp0 (venule_json_get_text (object, "state", NULL), "failed") == 0;
  self->message = dup_text (object, "message");
  self->device = dup_text (object, "device");
  self->frames = (gint64) CLAMP (get_number (object, "frames"), 0, 1e15);
  self->tracks = (guint) CLAMP (get_number (object, "tracks"), 0, G_MAXUINT);
  self->seconds = MAX (get_number (object, "seconds"), 0);
  self->document = dup_text (object, "document");
  self->replaced = dup_text (object, "replaced");
  return self;
}

static void
add_text (JsonBuilder *builder,
          const char  *name,
          const char  *text)
{
  if (text != NULL)
    venule_json_add_text (builder, name, text);
}

gboolean
venule_batch_record_write (const VenuleBatchRecord  *self,
                           const char               *folder,
                           GError                  **error)
{
  g_autofree char *path = g_build_filename (folder, RECORD, NULL);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GBytes) content = NULL;
  char *text;

  json_builder_begin_object (builder);
  venule_json_add_integer (builder, "version", VERSION);
  venule_json_add_text (builder, "state", self->failed ? "failed" : "done");
  add_text (builder, "key", self->key);
  add_text (builder, "device_class", self->device_class);
  add_text (builder, "video_stamp", self->stamp);
  add_text (builder, "video_sha256", self->hash);
  venule_json_add_integer (builder, "frames", self->frames);
  venule_json_add_integer (builder, "tracks", self->tracks);
  venule_json_add_number (builder, "seconds", self->seconds);
  add_text (builder, "device", self->device);
  add_text (builder, "message", self->message);
  add_text (builder, "document", self->document);
  add_text (builder, "replaced", self->replaced);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  text = json_to_string (root, TRUE);
  content = g_bytes_new_take (text, strlen (text));
  return venule_save_file (path, content, error);
}

/* ---- The document ---- */

char *
venule_batch_dup_document (const char *folder,
                           const char *id)
{
  g_autofree char *name = g_strconcat (id, ".venule", NULL);

  return g_build_filename (folder, name, NULL);
}

char *
venule_batch_dup_new_document (const char *folder,
                               const char *id)
{
  g_autofree char *name = g_strconcat (".", id, ".new.venule", NULL);

  return g_build_filename (folder, name, NULL);
}

void
venule_batch_clear_leftovers (const char *folder)
{
  g_autoptr (GPtrArray) leftovers = venule_temp_file_dup_leftovers (folder);

  for (guint i = 0; i < leftovers->len; i++)
    venule_temp_file_remove (leftovers->pdata[i]);
}

static gboolean
move (const char  *from,
      const char  *to,
      GError     **error)
{
  if (g_rename (from, to) == 0)
    return TRUE;
  venule_write_error_set (to, errno, error);
  return FALSE;
}

/* One that a person has changed gets another name. */
static gboolean
put_aside (const char  *path,
           const char  *folder,
           const char  *id,
           char       **aside,
           GError     **error)
{
  for (guint i = 2;; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s-%u.venule", id, i);
      g_autofree char *other = g_build_filename (folder, name, NULL);

      if (g_file_test (other, G_FILE_TEST_EXISTS))
        continue;
      if (!move (path, other, error))
        return FALSE;
      if (aside != NULL)
        *aside = g_steal_pointer (&name);
      return TRUE;
    }
}

gboolean
venule_batch_place_document (const char               *folder,
                             const char               *id,
                             const VenuleBatchRecord  *record,
                             char                    **aside,
                             GError                  **error)
{
  g_autofree char *path = venule_batch_dup_document (folder, id);
  g_autofree char *new_path = venule_batch_dup_new_document (folder, id);
  g_autofree char *stamp = venule_batch_stamp_dup_file (new_path);
  g_autofree char *there = venule_batch_stamp_dup_file (path);

  if (stamp == NULL || g_strcmp0 (stamp, record->document) != 0)
    {
      g_remove (new_path); /* it was never finished */
      return TRUE;
    }
  if (there != NULL && g_strcmp0 (there, record->replaced) != 0 && !put_aside (path, folder, id, aside, error))
    return FALSE;
  return move (new_path, path, error);
}
