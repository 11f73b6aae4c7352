/* venule-manifest-find.c: rows for videos, with what they say of themselves
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-error.h"
#include "venule-display-name.h"
#include "venule-file-kind.h"
#include "venule-manifest-private.h"
#include "venule-proposal.h"
#include "venule-scale.h"
#include "venule-sequence-files.h"
#include "venule-time.h"

#define USUAL_CELL 10.0 /* µm */
#define DEEPEST 16      /* folders in each other */

/* ---- What a video says ---- */

static void
put (VenuleManifestFound *self,
     const char          *column,
     char                *value)
{
  g_hash_table_insert (self->values, g_strdup (column), value);
}

static void
put_number (VenuleManifestFound *self,
            const char          *column,
            double               value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  put (self, column, g_strdup (g_ascii_formatd (digits, sizeof digits, "%.6g", value)));
}

static void
note (GString    *notes,
      const char *sentence)
{
  if (notes->len > 0)
    g_string_append_c (notes, ' ');
  g_string_append (notes, sentence);
}

/* As --pixel-size file does; the number itself, so that a person sees it. */
static void
find_scale (VenuleManifestFound *self,
            VenuleSource        *source,
            GString             *notes)
{
  const char *diameter = g_hash_table_lookup (self->values, "cell_diameter");
  g_autofree char *sentence = NULL;
  double pixel_size_um, width_um, height_um, cell = 0;

  if (diameter != NULL)
    cell = g_ascii_strtod (diameter, NULL);
  else if (venule_source_get_scale (source, &width_um, &height_um) != NULL && width_um > 0)
    cell = USUAL_CELL / width_um;
  switch (venule_scale_judge (source, cell > 0 ? cell : VENULE_DEFAULT_CELL_DIAMETER, &pixel_size_um, &sentence))
    {
    case VENULE_SCALE_PLAUSIBLE:
      put_number (self, "pixel_size", pixel_size_um);
      break;
    case VENULE_SCALE_ABSURD:
      note (notes, sentence);
      break;
    case VENULE_SCALE_NONE:
    default:
      note (notes, _("The file does not say how large a pixel is."));
    }
}

static void
find_rate (VenuleSource *source,
           GString      *notes)
{
  const VenuleCalibration none = { 0 };

  if (venule_time_get_frame_rate (source, &none) <= 0 && venule_source_get_n_frames (source) != 1)
    note (notes, _("The file does not say how many frames were taken per second; fill in “fps”."));
}

static char *
dup_polygon (GArray *outline)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < outline->len; i++)
    {
      const VenulePoint *point = &g_array_index (outline, VenulePoint, i);
      char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (text, "%s%s,%s", i > 0 ? " " : "", g_ascii_formatd (x, sizeof x, "%.1f", point->x),
                              g_ascii_formatd (y, sizeof y, "%.1f", point->y));
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
take_proposal (VenuleManifestFound  *self,
               const VenuleProposal *proposal,
               GString              *notes)
{
  const VenuleProposedVessel *vessel = proposal->vessels->len > 0 ? proposal->vessels->pdata[0] : NULL;
  g_autoptr (GString) proposed = g_string_new (NULL);

  if (vessel != NULL)
    {
      g_autofree char *sentence = g_strdup_printf (_("Vessel with confidence %.2f."), vessel->confidence);

      if (!vessel->whole)
        put (self, "polygon", dup_polygon (vessel->outline));
      g_string_append (proposed, "vessel");
      note (notes, sentence);
    }
  if (vessel != NULL && vessel->flow_confidence > 0)
    {
      put (self, "flow", venule_vessel_dup_flow (vessel->flow_x, vessel->flow_y));
      g_string_append (proposed, ",flow");
    }
  if (proposal->n_cells > 0)
    {
      put_number (self, "cell_diameter", proposal->cell_diameter);
      g_string_append_printf (proposed, "%scell_diameter", proposed->len > 0 ? "," : "");
    }
  for (guint i = 0; i < proposal->refused->len; i++)
    note (notes, proposal->refused->pdata[i]);
  if (proposed->len > 0)
    put (self, "proposed", g_string_free (g_steal_pointer (&proposed), FALSE));
}

static gboolean
propose (VenuleManifestFound  *self,
         VenuleSource         *source,
         GString              *notes,
         GCancellable         *cancellable,
         GError              **error)
{
  g_autoptr (VenuleProposal) proposal = NULL;

  if (!venule_source_build_table (source, NULL, NULL, cancellable, error))
    return FALSE;
  proposal = venule_proposal_new (source, 0, venule_source_get_n_frames (source) - 1, cancellable, error);
  if (proposal == NULL)
    return FALSE;
  take_proposal (self, proposal, notes);
  return TRUE;
}

VenuleManifestFound *
venule_manifest_find (const char                *video,
                      const VenuleInputOptions  *input,
                      VenuleManifestFinds        finds,
                      GCancellable              *cancellable,
                      GError                   **error)
{
  const VenuleInputOptions usual = { 0 };
  g_autoptr (VenuleManifestFound) self = g_new0 (VenuleManifestFound, 1);
  g_autoptr (GString) notes = g_string_new (NULL);
  g_autoptr (VenuleSource) source = NULL;

  self->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (!venule_file_check_video (video, error))
    return NULL;
  source = venule_source_open_as (video, input != NULL ? input : &usual, cancellable, error);
  if (source == NULL || !venule_source_scan_packets (source, cancellable, error) ||
      ((finds & VENULE_MANIFEST_PROPOSALS) && !propose (self, source, notes, cancellable, error)))
    return NULL;
  if (finds & VENULE_MANIFEST_FILE)
    {
      find_scale (self, source, notes);
      find_rate (source, notes);
    }
  self->notes = g_string_free (g_steal_pointer (&notes), FALSE);
  return g_steal_pointer (&self);
}

void
venule_manifest_fill (VenuleManifest            *self,
                      guint                      row,
                      const VenuleManifestFound *found)
{
  static const char *const columns[] = { "pixel_size", "polygon", "flow", "cell_diameter", "proposed" };
  gboolean drawn;

  g_return_if_fail (VENULE_IS_MANIFEST (self));
  g_return_if_fail (row < self->rows->len);

  drawn = venule_manifest_get_value (self, row, "crop") != NULL;
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      const char *value = g_hash_table_lookup (found->values, columns[i]);

      if (value != NULL && venule_manifest_get_value (self, row, columns[i]) == NULL &&
          !(drawn && g_str_equal (columns[i], "polygon")))
        venule_manifest_set_value (self, row, columns[i], value);
    }
  venule_manifest_set_value (self, row, "note", found->notes);
}

void
venule_manifest_found_free (VenuleManifestFound *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->values);
  g_free (self->notes);
  g_free (self);
}

/* ---- Folders ---- */

gboolean
venule_manifest_is_video (const char *name)
{
  static const char *const endings[] = { ".avi", ".mkv", ".mp4", ".m4v", ".mov", ".wmv", ".mpg", ".mpeg", ".ts", ".mts",
                                         ".webm", ".tif", ".tiff", ".btf", ".tf8" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (venule_file_has_ending (name, endings[i]))
      return TRUE;
  return FALSE;
}

/* Its pictures are one video, unless each is a stack of its own. */
static gboolean
is_sequence (GPtrArray *names)
{
  guint pictures = 0, stacks = 0;

  for (guint i = 0; i < names->len; i++)
    {
      const char *name = names->pdata[i];

      if (venule_file_has_ending (name, ".png") || venule_file_has_ending (name, ".jpg") ||
          venule_file_has_ending (name, ".bmp") || venule_file_has_ending (name, ".pgm"))
        pictures++;
      else if (venule_manifest_is_video (name))
        stacks++;
    }
  return pictures > 1 && stacks == 0;
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  g_autofree char *first = g_utf8_collate_key_for_filename (*(const char *const *) a, -1);
  g_autofree char *second = g_utf8_collate_key_for_filename (*(const char *const *) b, -1);

  return strcmp (first, second);
}

static gboolean
list (const char  *folder,
      guint        depth,
      GPtrArray   *videos,
      GError     **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (dir == NULL)
    return FALSE;
  while ((name = g_dir_read_name (dir)) != NULL)
    if (*name != '.')
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  if (depth > 0 && is_sequence (names))
    {
      g_ptr_array_add (videos, g_strdup (folder));
      return TRUE;
    }
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);

      /* What cannot be opened is not looked into; a link to a folder above would lead round. */
      if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK) && depth < DEEPEST)
        list (path, depth + 1, videos, NULL);
      else if (g_file_test (path, G_FILE_TEST_IS_REGULAR) && venule_manifest_is_video (path))
        g_ptr_array_add (videos, g_steal_pointer (&path));
    }
  return TRUE;
}

GPtrArray *
venule_manifest_list_videos (const char  *folder,
                             GError     **error)
{
  g_autoptr (GPtrArray) videos = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) failure = NULL;
  g_autofree char *shown = venule_display_name_dup (folder);

  if (list (folder, 0, videos, &failure))
    return g_steal_pointer (&videos);
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND, _("The folder “%s” cannot be read: %s."), shown,
               failure->message);
  return NULL;
}
