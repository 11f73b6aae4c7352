/* venule-import.c: tracks that were made elsewhere
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-import-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-load.h"
#include "venule-spots-blob.h"
#include "venule-time.h"

/* Nobody marks more by hand; TrackMate's sessions are large. */
#define MAX_BYTES (512 * 1024 * 1024)

/* A share: by as much positions are rounded. */
#define SAME_PIXEL_SIZE 0.005

static void
marks_free (VenuleMarks *self)
{
  g_free (self->name);
  g_array_unref (self->marks);
  g_string_chunk_free (self->ids);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleMarks, marks_free)

static VenuleMarks *
marks_new (const char *path)
{
  VenuleMarks *self = g_new0 (VenuleMarks, 1);

  self->path = path;
  self->name = g_filename_display_basename (path);
  self->marks = g_array_new (FALSE, FALSE, sizeof (VenuleMark));
  self->ids = g_string_chunk_new (1024);
  self->um = 1;

  return self;
}

/* ---- The file ---- */

/* (transfer full) (nullable): as UTF-8 without a byte order mark; Excel writes UTF-16. */
static char *
load_text (VenuleMarks  *marks,
           gsize        *length,
           GError      **error)
{
  g_autofree char *text = venule_load_file (marks->path, MAX_BYTES, length, error);

  if (text == NULL)
    return NULL;
  if (*length >= 2 && (memcmp (text, "\xff\xfe", 2) == 0 || memcmp (text, "\xfe\xff", 2) == 0))
    {
      char *converted = g_convert (text, *length, "UTF-8", "UTF-16", NULL, length, NULL);

      if (converted != NULL)
        {
          g_free (text);
          text = converted;
        }
    }
  if (g_str_has_prefix (text, "\xef\xbb\xbf"))
    memmove (text, text + 3, (*length -= 3) + 1);

  return g_steal_pointer (&text);
}

/* What is no text has been chosen by mistake. */
static gboolean
check_text (VenuleMarks  *marks,
            const char   *text,
            gsize         length,
            GError      **error)
{
  if (strlen (text) != length)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("“%s” is no file of marked cells. Venule reads tables (CSV), TrackMate’s XML, MTrackJ’s MDF and "
                     "selections of ImageJ (ROI, ZIP)."),
                   marks->name);
      return FALSE;
    }

  return TRUE;
}

/* Latin 1 of old spreadsheets: only titles have letters beyond ASCII. */
static void
make_valid (char **text,
            gsize *length)
{
  char *valid;

  if (g_utf8_validate (*text, *length, NULL))
    return;

  valid = g_convert (*text, *length, "UTF-8", "ISO-8859-1", NULL, length, NULL);
  if (valid != NULL)
    {
      g_free (*text);
      *text = valid;
    }
}

static gboolean
read_text (VenuleMarks   *marks,
           char         **text,
           gsize         *length,
           GError       **error)
{
  if (!check_text (marks, *text, *length, error))
    return FALSE;

  make_valid (text, length);
  /* Excel for Macintosh ends lines so. */
  if (strchr (*text, '\n') == NULL)
    g_strdelimit (*text, "\r", '\n');
  if (venule_import_is_mtrackj (*text))
    return venule_import_read_mtrackj (marks, *text, error);
  if (venule_import_is_trackmate (*text))
    return venule_import_read_trackmate (marks, *text, *length, error);
  return venule_import_read_table (marks, *text, error);
}

static gboolean
read_marks (VenuleMarks  *marks,
            GError      **error)
{
  gsize length = 0;
  g_autofree char *text = load_text (marks, &length, error);
  gboolean read;

  if (text == NULL)
    return FALSE;

  if (venule_import_is_roi (text, length))
    read = venule_import_read_roi (marks, text, length, error);
  else
    read = read_text (marks, &text, &length, error);
  if (read && marks->marks->len == 0)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("No cell is marked in “%s”."), marks->name);
      read = FALSE;
    }

  return read;
}

/* ---- From marks to tracks ---- */

/* px per unit of the file; NaN with an error. */
static double
find_scale (VenuleMarks     *marks,
            VenuleDocument  *document,
            GError         **error)
{
  double pixel_size = venule_document_get_shown_settings (document)->calibration.pixel_size_um;

  if (marks->pixel_size > 0)
    return 1 / marks->pixel_size;
  if (marks->unit != VENULE_IMPORT_UNIT_UM)
    return 1;
  if (pixel_size > 0)
    return marks->um / pixel_size;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("The positions in “%s” are in µm, and the size of a pixel is not known. Calibrate the video first."),
               marks->name);
  return NAN;
}

static gboolean
check_mark (VenuleMarks       *marks,
            VenuleDocument    *document,
            const VenuleSpot  *spot,
            gint64             as_written,
            GError           **error)
{
  VenuleSource *source = venule_document_get_source (document);
  gint64 n_frames = venule_source_get_n_frames (source);
  int width = venule_source_get_width (source);
  int height = venule_source_get_height (source);

  if (spot->frame < 0 || (n_frames > 0 && spot->frame >= n_frames))
    {
      g_autofree char *written = g_strdup_printf ("%" G_GINT64_FORMAT, as_written);
      g_autofree char *there = g_strdup_printf ("%" G_GINT64_FORMAT, n_frames);

      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   g_dngettext (GETTEXT_PACKAGE,
                                "“%s” has a mark in frame %s, but the video has %s frame. Was it made with another "
                                "video?",
                                "“%s” has a mark in frame %s, but the video has %s frames. Was it made with another "
                                "video?", (gulong) n_frames),
                   marks->name, written, there);
      return FALSE;
    }
  /* Part of a cell may lie beyond the edge. */
  if (spot->x < -0.1 * width || spot->y < -0.1 * height || spot->x > 1.1 * width || spot->y > 1.1 * height)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("“%s” has a mark at (%.1f, %.1f) px, outside of the frames of %d×%d px. Was it made with another "
                     "video, or is the unit of its positions another "
                     "one?"), marks->name, spot->x, spot->y, width, height);
      return FALSE;
    }

  /* What is larger could be saved and not opened again. */
  if (!(spot->radius >= 0 && spot->radius <= MAX (width, height)) ||
      fabsf (spot->shift_x) > VENULE_PATH_LARGEST_SHIFT ||
      fabsf (spot->shift_y) > VENULE_PATH_LARGEST_SHIFT ||
      fabsf (spot->score) > VENULE_PATH_LARGEST_SCORE)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("“%s” has a mark in frame %lld whose radius of %.1f px, score of %g or movement of the picture "
                     "cannot be: the frames have %d×%d px. Is the unit another one?"), marks->name,
                   (long long) as_written, spot->radius, spot->score, width, height);
      return FALSE;
    }

  return TRUE;
}

/* The picture has moved by as much in a frame for all cells. Returns what was found, or NULL. */
static const VenuleSpot *
find_neighbour (VenuleDocument *document,
                gint64          frame)
{
  g_autoptr(GPtrArray) tracks = venule_document_dup_tracks_at (document, frame);

  return tracks->len > 0 ? venule_track_get_spot_at (g_ptr_array_index (tracks, 0), frame) : NULL;
}

static void
fill_spot (VenuleDocument   *document,
           const VenuleMark *mark,
           double            scale,
           VenuleSpot       *spot)
{
  const VenuleSpot *neighbour = mark->own ? NULL : find_neighbour (document, spot->frame);

  spot->x = mark->x * scale;
  spot->y = mark->y * scale;
  spot->radius = mark->radius != 0 ? mark->radius * scale
                                  : venule_document_get_shown_settings (document)->cell_diameter / 2;
  spot->time = venule_document_get_time (document, spot->frame);
  spot->source = mark->own ? mark->source : VENULE_SPOT_MANUAL;
  spot->score = mark->own ? (float) mark->score : 1;
  if (isfinite (mark->shift_x) && isfinite (mark->shift_y))
    {
      spot->shift_x = (float) mark->shift_x;
      spot->shift_y = (float) mark->shift_y;
    }
  else
    spot->uncertainty = VENULE_UNCERTAINTY_NO_SHIFT;
  if (neighbour != NULL)
    {
      spot->shift_x = neighbour->shift_x;
      spot->shift_y = neighbour->shift_y;
    }
}

static VenuleTrack *
get_track (VenuleImport *self,
           GHashTable   *tracks, /* names → VenuleTrack */
           const char   *name)
{
  VenuleTrack *track = name != NULL ? g_hash_table_lookup (tracks, name) : NULL;

  if (track != NULL)
    return track;

  track = venule_track_new (self->tracks->len + 1);
  g_ptr_array_add (self->tracks, track);
  g_ptr_array_add (self->names, name != NULL ? g_strdup (name) : g_strdup_printf ("%u", self->tracks->len));
  if (name != NULL)
    g_hash_table_insert (tracks, (gpointer) name, track);
  else
    self->n_alone++;

  return track;
}

static gboolean
build_tracks (VenuleImport    *self,
              VenuleMarks     *marks,
              VenuleDocument  *document,
              GError         **error)
{
  g_autoptr(GHashTable) tracks = g_hash_table_new (g_str_hash, g_str_equal);
  double scale = find_scale (marks, document, error);

  if (isnan (scale))
    return FALSE;

  for (guint i = 0; i < marks->marks->len; i++)
    {
      const VenuleMark *mark = &g_array_index (marks->marks, VenuleMark, i);
      VenuleSpot spot = { .frame = mark->frame - self->first_frame };
      VenuleTrack *track = get_track (self, tracks, mark->track);

      if (spot.frame >= 0)
        fill_spot (document, mark, scale, &spot);
      if (!check_mark (marks, document, &spot, mark->frame, error))
        return FALSE;
      if (venule_track_get_spot_at (track, spot.frame) != NULL)
        self->n_doubled++;
      else
        venule_track_add_spot (track, &spot);
      if (mark->edited)
        venule_track_set_edited (track, TRUE);
    }

  return TRUE;
}

/* The mark whose time is farthest from the video's, both since the first mark. Numbers of frames are no times, which
 * TrackMate writes where it knows of no interval, nor are zeros. */
static void
compare_times (VenuleImport   *self,
               const GArray   *marks,
               VenuleDocument *document)
{
  const VenuleSettings *settings = venule_document_get_shown_settings (document);
  double rate = venule_time_get_frame_rate (venule_document_get_source (document), &settings->calibration);
  double farthest = 0.5 / rate, began = NAN;
  gboolean counted = TRUE;
  gint64 start = 0;

  for (guint i = 0; rate > 0 && i < marks->len; i++)
    {
      const VenuleMark *mark = &g_array_index (marks, VenuleMark, i);
      gint64 frame = mark->frame - self->first_frame;
      double told, known;

      if (!isfinite (mark->time))
        continue;
      if (isnan (began))
        {
          began = mark->time;
          start = frame;
        }
      told = mark->time - began;
      known = venule_document_get_time (document, frame) - venule_document_get_time (document, start);
      counted = counted && mark->time == (double) mark->frame;
      if (!(fabs (told - known) > farthest))
        continue;
      farthest = fabs (told - known);
      self->clash = (VenuleImportClash){ MIN (start, frame), MAX (start, frame), fabs (told), fabs (known) };
    }
  if (counted || self->clash.told == 0)
    self->clash = (VenuleImportClash){ 0 };
}

/* Of any other one all lengths and velocities would be wrong. */
static void
compare_pixel_sizes (VenuleImport      *self,
                     const VenuleMarks *marks,
                     VenuleDocument    *document)
{
  double known = venule_document_get_shown_settings (document)->calibration.pixel_size_um;
  double told = self->in_um && marks->pixel_size > 0 ? marks->pixel_size * marks->um : marks->pixel_size_um;

  if (known > 0 && told > 0 && fabs (told - known) > SAME_PIXEL_SIZE * known)
    self->pixel_size_um = told;
}

/* The unit that the file gives is not overruled: the numbers would be wrong without a sign of it. */
static gboolean
choose_unit (VenuleMarks       *marks,
             VenuleImportUnit   unit,
             GError           **error)
{
  g_autofree char *shown = marks->unknown_unit != NULL ? venule_display_name_dup_excerpt (marks->unknown_unit) : NULL;

  if (marks->unit != VENULE_IMPORT_UNIT_FILE && unit != VENULE_IMPORT_UNIT_FILE && unit != marks->unit)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("“%s” says itself that its positions are in %s. Do not give another unit."), marks->name,
                   marks->unit == VENULE_IMPORT_UNIT_PX ? "px" : "µm");
      return FALSE;
    }
  if (unit == VENULE_IMPORT_UNIT_FILE && shown != NULL)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("The positions in “%s” are in “%s”, a unit that Venule does not know. Say whether that is px "
                     "or µm."),
                   marks->name, shown);
      return FALSE;
    }
  if (marks->unit == VENULE_IMPORT_UNIT_FILE)
    marks->unit = unit;

  return TRUE;
}

VenuleImport *
venule_import_read (const char                 *path,
                    VenuleDocument             *document,
                    const VenuleImportOptions  *options,
                    GError                    **error)
{
  static const VenuleImportOptions plain = VENULE_IMPORT_OPTIONS_INIT;
  g_autoptr(VenuleMarks) marks = NULL;
  g_autoptr(VenuleImport) self = NULL;
  gboolean said_unit;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (VENULE_IS_DOCUMENT (document), NULL);

  if (options == NULL)
    options = &plain;
  marks = marks_new (path);
  if (!read_marks (marks, error))
    return NULL;

  said_unit = marks->unit != VENULE_IMPORT_UNIT_FILE;
  if (!choose_unit (marks, options->unit, error))
    return NULL;

  self = g_new0 (VenuleImport, 1);
  self->tracks = g_ptr_array_new_with_free_func (g_object_unref);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->said_unit = said_unit;
  self->format = g_strdup (marks->format);
  self->first_frame = options->first_frame >= 0 ? options->first_frame : marks->first_frame;
  self->in_um = marks->unit == VENULE_IMPORT_UNIT_UM;
  if (!build_tracks (self, marks, document, error))
    return NULL;
  compare_times (self, marks->marks, document);
  compare_pixel_sizes (self, marks, document);

  return g_steal_pointer (&self);
}

void
venule_import_free (VenuleImport *self)
{
  g_ptr_array_unref (self->tracks);
  g_ptr_array_unref (self->names);
  g_free (self->format);
  g_free (self);
}

/* Takes @sentence. */
static void
add_note (GStrvBuilder *notes,
          char         *sentence)
{
  g_strv_builder_add (notes, sentence);
  g_free (sentence);
}

char **
venule_import_dup_notes (const VenuleImport *self)
{
  g_autoptr(GStrvBuilder) notes = g_strv_builder_new ();

  if (self->n_doubled > 0)
    add_note (notes, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                                   "%u mark was left out, as its track has another one in that frame.",
                                                   "%u marks were left out, as their tracks have another one in that "
                                                   "frame.", self->n_doubled), self->n_doubled));
  if (self->pixel_size_um > 0)
    add_note (notes, g_strdup_printf (_("By the file a pixel has %.4g µm, which is not the pixel size that is used. "
                                        "Check which of the two is right."), self->pixel_size_um));
  if (self->clash.last > 0)
    add_note (notes, g_strdup_printf (_("From frame %lld to %lld the file counts %.4g s, and the video %.4g s. Those "
                                        "of the video are used; where they are wrong, state the frame rate."),
                                      (long long) self->clash.first, (long long) self->clash.last, self->clash.told,
                                      self->clash.known));

  return g_strv_builder_end (notes);
}
