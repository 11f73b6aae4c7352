/* venule-export.c: all files of an analysis into a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-export-private.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-histogram-plot.h"
#include "venule-histogram.h"
#include "venule-save.h"
#include "venule-thread.h"
#include "venule-write-error.h"

/* ---- Which files there are ---- */

typedef VenuleTable *(*MakeTable) (const VenuleResults *results);

typedef GBytes *(*MakeContent) (const VenuleResults  *results,
                                GCancellable         *cancellable,
                                GError              **error);

static const struct
{
  VenuleExportParts  part;
  const char        *name;
  MakeTable          make_table;
  MakeContent        make; /* NULL, where there is no table either: a figure, see below */
} files[] = {
  { VENULE_EXPORT_TABLES, "spots.csv", venule_export_make_spots, NULL },
  { VENULE_EXPORT_TABLES, "tracks.csv", venule_export_make_tracks, NULL },
  { VENULE_EXPORT_TABLES, "summary.csv", venule_export_make_summary, NULL },
  { VENULE_EXPORT_TABLES, "events.csv", venule_export_make_events, NULL },
  { VENULE_EXPORT_TABLES, "flux.csv", venule_export_make_flux, NULL },
  { VENULE_EXPORT_TABLES, "vessel.csv", venule_export_make_vessel, NULL },
  { VENULE_EXPORT_TABLES, "movement.csv", venule_export_make_movement, NULL },
  { VENULE_EXPORT_JSON, "analysis.json", NULL, venule_export_make_analysis },
  { VENULE_EXPORT_FIGURE, "velocity-histogram.pdf", NULL, NULL },
  { VENULE_EXPORT_FIGURE, "velocity-histogram.svg", NULL, NULL },
  { VENULE_EXPORT_FIGURE, "velocity-histogram.png", NULL, NULL },
  { VENULE_EXPORT_WORKBOOK, "results.xlsx", NULL, venule_export_make_workbook },
  { VENULE_EXPORT_TRACKS_JSON, "tracks.json", NULL, venule_export_make_tracks_json },
  { VENULE_EXPORT_TRACKMATE, "trackmate.xml", NULL, venule_export_make_trackmate },
  { VENULE_EXPORT_MTRACKJ, "tracks.mdf", NULL, venule_export_make_mtrackj },
  { VENULE_EXPORT_METHODS, "methods.txt", NULL, venule_export_make_methods },
  { VENULE_EXPORT_REPORT, "report.pdf", NULL, venule_export_make_report },
};

static const struct
{
  const char        *id;
  VenuleExportParts  part;
} part_ids[] = {
  { "csv", VENULE_EXPORT_TABLES },       { "figures", VENULE_EXPORT_FIGURE },   { "settings", VENULE_EXPORT_JSON },
  { "xlsx", VENULE_EXPORT_WORKBOOK },    { "json", VENULE_EXPORT_TRACKS_JSON },
  { "trackmate", VENULE_EXPORT_TRACKMATE },
  { "mtrackj", VENULE_EXPORT_MTRACKJ },  { "ctc", VENULE_EXPORT_CTC },          { "methods", VENULE_EXPORT_METHODS },
  { "report", VENULE_EXPORT_REPORT },    { "movie", VENULE_EXPORT_MOVIE },      { "all", VENULE_EXPORT_EVERYTHING },
};

static gboolean
parse_part (const char        *id,
            VenuleExportParts *parts)
{
  for (guint i = 0; i < G_N_ELEMENTS (part_ids); i++)
    {
      if (g_str_equal (id, part_ids[i].id))
        {
          *parts |= part_ids[i].part;
          return TRUE;
        }
    }

  return FALSE;
}

/* (transfer full): all of them, with commas between them. */
static char *
dup_ids (void)
{
  GString *ids = g_string_new (part_ids[0].id);

  for (guint i = 1; i < G_N_ELEMENTS (part_ids); i++)
    g_string_append_printf (ids, ", %s", part_ids[i].id);

  return g_string_free (ids, FALSE);
}

gboolean
venule_export_parts_parse (const char         *text,
                           VenuleExportParts  *parts,
                           GError            **error)
{
  g_auto(GStrv) ids = g_strsplit (text, ",", -1);

  *parts = 0;
  if (ids[0] == NULL)
    {
      g_autofree char *known = dup_ids ();

      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("No kind of result is given. Give some of these, separated by commas: %s."), known);
      return FALSE;
    }
  for (guint i = 0; ids[i] != NULL; i++)
    {
      if (!parse_part (g_strstrip (ids[i]), parts))
        {
          g_autofree char *known = dup_ids ();
          g_autofree char *shown = venule_display_name_dup_excerpt (ids[i]);

          g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                       _("“%s” is not a kind of result. Give some of these, separated by commas: %s."), shown, known);
          return FALSE;
        }
    }

  return TRUE;
}

/* ---- Whether they can be written ---- */

gboolean
venule_export_check_parts (VenuleExportParts   parts,
                           const char         *directory,
                           GError            **error)
{
  g_autofree char *masks = NULL;
  gboolean made;

  g_return_val_if_fail (directory != NULL, FALSE);

  made = !g_file_test (directory, G_FILE_TEST_EXISTS);
  if (!venule_save_check_directory (directory, error))
    return FALSE;
  if (made)
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (directory, files[i].name, NULL);

      if ((files[i].part & parts) == 0 || !g_file_test (path, G_FILE_TEST_IS_DIR))
        continue;
      venule_write_error_set (path, EISDIR, error);
      return FALSE;
    }
  masks = g_build_filename (directory, "ctc", NULL);
  if ((parts & VENULE_EXPORT_CTC) == 0 || !g_file_test (masks, G_FILE_TEST_EXISTS) ||
      g_file_test (masks, G_FILE_TEST_IS_DIR))
    return TRUE;

  venule_write_error_set (masks, EEXIST, error);
  return FALSE;
}

/* ---- Whose files are there ---- */

static void
add_present (GString    *names,
             const char *directory,
             const char *name,
             GFileTest   kind)
{
  g_autofree char *path = g_build_filename (directory, name, NULL);

  if (g_file_test (path, kind))
    g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
}

/* (transfer full): names with commas between them */
static char *
dup_present (VenuleExportParts  parts,
             const char        *directory)
{
  const VenuleMovieFormat movie_formats[] = { VENULE_MOVIE_MP4, VENULE_MOVIE_FFV1, VENULE_MOVIE_GIF };
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    if ((files[i].part & parts) != 0)
      add_present (names, directory, files[i].name, G_FILE_TEST_IS_REGULAR);
  if ((parts & VENULE_EXPORT_CTC) != 0)
    add_present (names, directory, "ctc", G_FILE_TEST_IS_DIR);
  for (guint i = 0; (parts & VENULE_EXPORT_MOVIE) != 0 && i < G_N_ELEMENTS (movie_formats); i++)
    {
      const VenuleMovieOptions options = { .format = movie_formats[i] };

      add_present (names, directory, venule_movie_options_get_name (&options), G_FILE_TEST_IS_REGULAR);
    }

  return g_string_free (names, FALSE);
}

gboolean
venule_export_holds_results (VenuleExportParts  parts,
                             const char        *directory)
{
  g_autofree char *present = NULL;

  g_return_val_if_fail (directory != NULL, FALSE);

  present = dup_present (parts, directory);
  return *present != '\0';
}

char *
venule_export_dup_left (VenuleExportParts  parts,
                        const char        *directory)
{
  g_autofree char *left = NULL;

  g_return_val_if_fail (directory != NULL, NULL);

  left = dup_present ((VenuleExportParts) (VENULE_EXPORT_EVERYTHING & ~(parts | VENULE_EXPORT_JSON)), directory);
  return *left != '\0' ? g_steal_pointer (&left) : NULL;
}

gboolean
venule_export_check_others (const VenuleResults  *results,
                            VenuleExportParts     parts,
                            const char           *directory,
                            gboolean              replace,
                            GError              **error)
{
  g_autofree char *replaced = NULL;
  g_autofree char *kept = NULL;
  g_autofree char *shown = NULL;
  gboolean known;

  g_return_val_if_fail (results != NULL, FALSE);
  g_return_val_if_fail (directory != NULL, FALSE);

  parts |= VENULE_EXPORT_JSON;
  known = venule_export_holds_results (VENULE_EXPORT_JSON, directory);
  replaced = dup_present (parts, directory);
  kept = dup_present ((VenuleExportParts) (VENULE_EXPORT_EVERYTHING & ~parts), directory);
  if (known ? venule_export_is_of (results, directory) : *replaced == '\0')
    return TRUE;

  shown = venule_display_name_dup (directory);
  if (!replace && known)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                 _("“%s” holds results of another video or vessel. Give another folder, or --replace to replace "
                   "files of the same names."), shown);
  else if (!replace)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                 _("“%s” holds %s, and no analysis.json that says of which video. Give another folder, or --replace "
                   "to replace files of the same names."), shown, replaced);
  else if (known && *kept != '\0')
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                 _("“%s” holds results of another video or vessel that would stay beside the new ones: %s. Write these "
                   "files, too, remove them, or choose another folder."), shown, kept);
  else
    return TRUE;

  return FALSE;
}

/* ---- Figures ---- */

/* They are drawn by a thread, while what else there is is written. */
typedef struct {
  VenuleHistogram *histogram;
  GThread         *thread; /* NULL: none, or it has ended */
  GBytes          *contents[G_N_ELEMENTS (files)];
  GError          *error;
} Figures;

static gpointer
draw_figures (gpointer data)
{
  Figures *self = data;

  for (guint i = 0; i < G_N_ELEMENTS (files) && self->error == NULL; i++)
    if (files[i].part == VENULE_EXPORT_FIGURE)
      self->contents[i] = venule_figure_make_histogram (self->histogram, files[i].name, VENULE_FIGURE_WIDTH,
                                                        VENULE_FIGURE_HEIGHT, &self->error);
  return NULL;
}

static void
figures_begin (Figures             *self,
               const VenuleResults *results)
{
  self->histogram = venule_histogram_new (results->tracks, results->settings, 0);
  self->thread = venule_thread_new ("venule-figures", draw_figures, self, NULL);
  if (self->thread == NULL)
    draw_figures (self);
}

/* (transfer full) (nullable): one of the files that are figures */
static GBytes *
figures_take (Figures  *self,
              guint     i,
              GError  **error)
{
  g_clear_pointer (&self->thread, g_thread_join);
  if (self->contents[i] == NULL && self->error != NULL)
    g_propagate_error (error, g_steal_pointer (&self->error));
  return g_steal_pointer (&self->contents[i]);
}

static void
figures_clear (Figures *self)
{
  g_clear_pointer (&self->thread, g_thread_join);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    g_clear_pointer (&self->contents[i], g_bytes_unref);
  g_clear_pointer (&self->histogram, venule_histogram_free);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Figures, figures_clear)

/* ---- Measures ---- */

/* A thread makes them, while spots are written, which need none. */
typedef struct {
  VenuleResultsMeasuring *measuring; /* NULL: it has ended */
  VenuleMeasures        *made;
} Measures;

static void
measures_begin (Measures            *self,
                const VenuleResults *results)
{
  if (results->measures == NULL)
    self->measuring = venule_results_begin_measuring (results);
}

static void
measures_take (Measures      *self,
               VenuleResults *results)
{
  if (self->measuring == NULL)
    return;
  self->made = venule_results_end_measuring (g_steal_pointer (&self->measuring));
  results->measures = self->made;
}

static void
measures_clear (Measures *self)
{
  if (self->measuring != NULL)
    self->made = venule_results_end_measuring (g_steal_pointer (&self->measuring));
  g_clear_pointer (&self->made, venule_measures_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Measures, measures_clear)

/* ---- Writing them ---- */

static GBytes *
make_csv (MakeTable            make,
          const VenuleResults *results)
{
  g_autoptr(VenuleTable) table = make (results);

  return venule_table_to_csv (table);
}

static gboolean
make_contents (const VenuleResults  *given,
               VenuleExportParts     parts,
               GPtrArray            *names,
               GPtrArray            *contents,
               GCancellable         *cancellable,
               GError              **error)
{
  g_auto(Figures) figures = { NULL };
  g_auto(Measures) measures = { NULL };
  VenuleResults measured = *given;
  const VenuleResults *results = &measured;

  measures_begin (&measures, given);
  if ((parts & VENULE_EXPORT_FIGURE) != 0)
    figures_begin (&figures, results);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      GBytes *content;

      if ((files[i].part & parts) == 0)
        continue;
      if (files[i].make_table != venule_export_make_spots)
        measures_take (&measures, &measured);
      if (files[i].make_table != NULL)
        content = make_csv (files[i].make_table, results);
      else if (files[i].make != NULL)
        content = files[i].make (results, cancellable, error);
      else
        content = figures_take (&figures, i, error);
      if (content == NULL)
        return FALSE;
      g_ptr_array_add (names, (gpointer) files[i].name);
      g_ptr_array_add (contents, content);
    }

  measures_take (&measures, &measured);
  if (given->measured != NULL)
    *given->measured = g_steal_pointer (&measures.made);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

gboolean
venule_export_write (const VenuleResults   *results,
                     VenuleExportParts      parts,
                     const char            *directory,
                     VenuleExportProgress   progress,
                     gpointer               user_data,
                     GCancellable          *cancellable,
                     GError               **error)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new ();
  g_autoptr(GPtrArray) contents = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autofree char *masks = NULL;
  g_autofree char *movie = NULL;
  VenuleMovieOptions options;
  gboolean made;

  g_return_val_if_fail (results != NULL, FALSE);
  g_return_val_if_fail (directory != NULL, FALSE);

  parts |= VENULE_EXPORT_JSON; /* numbers are worth nothing where it is not known how they came about */
  made = !g_file_test (directory, G_FILE_TEST_EXISTS);
  masks = g_build_filename (directory, "ctc", NULL);
  venule_movie_options_init (&options);
  movie = g_build_filename (directory,
                            venule_movie_options_get_name (results->movie != NULL ? results->movie : &options), NULL);
  if (!venule_export_check_parts (parts, directory, error) ||
      ((parts & VENULE_EXPORT_MOVIE) && !venule_export_check_movie (results, directory, error)) ||
      !make_contents (results, parts, names, contents, cancellable, error) ||
      !venule_save_all (directory, (const char *const *) names->pdata, (GBytes *const *) contents->pdata,
                        names->len, error) ||
      ((parts & VENULE_EXPORT_CTC) && !venule_export_ctc (results, masks, cancellable, error)) ||
      ((parts & VENULE_EXPORT_MOVIE) && !venule_export_movie (results, movie, progress, user_data, cancellable, error)))
    {
      /* Where nothing was written, no empty folder is left either; one that holds something stays. */
      if (made)
        g_rmdir (directory);
      return FALSE;
    }

  g_info ("results written to %s", directory);
  return TRUE;
}
