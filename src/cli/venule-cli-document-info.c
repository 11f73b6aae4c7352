/* venule-cli-document-info.c: what a document holds, as JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-cli-document.h"
#include "venule-cli.h"
#include "venule-display-name.h"
#include "venule-json.h"

static void
add_video (JsonBuilder  *builder,
           VenuleSource *source)
{
  const char *path = venule_source_get_path (source);
  g_autofree char *shown = venule_display_name_dup (path);
  g_autofree char *hash = venule_source_peek_hash (source);

  venule_json_begin_object (builder, "video");
  venule_json_add_text (builder, "path", shown);
  venule_json_add_flag (builder, "there", g_file_test (path, G_FILE_TEST_EXISTS));
  venule_json_add_text (builder, "sha256", hash);
  venule_json_add_text (builder, "format", venule_source_get_format (source));
  venule_json_add_integer (builder, "frames", venule_source_get_n_frames (source));
  venule_json_add_integer (builder, "width", venule_source_get_width (source));
  venule_json_add_integer (builder, "height", venule_source_get_height (source));
  venule_json_add_flag (builder, "cut_off", venule_source_get_cut_off (source));
  json_builder_end_object (builder);
}

static gboolean
add_run (JsonBuilder     *builder,
         VenuleDocument  *document,
         gint64           run,
         gboolean         shown,
         GError         **error)
{
  const VenuleRunMetadata *metadata;
  guint n_edited = 0;

  if (!venule_document_show_run (document, run, error))
    return FALSE;

  metadata = venule_document_get_run_metadata (document);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (document)); i++)
    {
      g_autoptr (VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), i);

      n_edited += venule_track_get_edited (track);
    }
  json_builder_begin_object (builder);
  venule_json_add_integer (builder, "run", run);
  venule_json_add_flag (builder, "shown", shown);
  venule_json_add_flag (builder, "complete", metadata->complete);
  venule_json_add_text (builder, "device", metadata->device);
  venule_json_add_integer (builder, "first_frame", metadata->first_frame);
  venule_json_add_integer (builder, "last_frame", metadata->last_frame);
  venule_json_add_integer (builder, "tracks", g_list_model_get_n_items (G_LIST_MODEL (document)));
  venule_json_add_integer (builder, "edited_tracks", n_edited);
  json_builder_end_object (builder);
  return TRUE;
}

gboolean
venule_cli_print_document (const char  *path,
                           int         *code,
                           GError     **error)
{
  g_autoptr (VenuleDocument) document = venule_cli_open_document (path, error);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *name = venule_display_name_dup_base (path);
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GArray) runs = NULL;
  g_autofree char *text = NULL;
  g_autofree char *video = NULL;
  gint64 shown;

  if (document == NULL)
    return FALSE;

  shown = venule_document_get_run (document);
  runs = venule_document_dup_runs (document);
  json_builder_begin_object (builder);
  venule_json_add_text (builder, "file", name);
  add_video (builder, venule_document_get_source (document));
  venule_json_begin_array (builder, "runs");
  for (guint i = 0; i < runs->len; i++)
    {
      gint64 run = g_array_index (runs, gint64, i);

      if (!add_run (builder, document, run, run == shown, error))
        return FALSE;
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);

  root = json_builder_get_root (builder);
  text = json_to_string (root, TRUE);
  venule_cli_print_json (text);
  video = venule_source_dup_display_name (venule_document_get_source (document));
  *code = venule_cli_end_cut_off (video, venule_source_get_cut_off (venule_document_get_source (document)));
  return TRUE;
}
