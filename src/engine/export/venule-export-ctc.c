/* venule-export-ctc.c: masks and tracks as the Cell Tracking Challenge has them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-export.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <sys/stat.h>
#include <tiffio.h>
#include <unistd.h>

#include "venule-error.h"
#include "venule-save.h"
#include "venule-temp-file.h"
#include "venule-write-error.h"

#define LARGEST_LABEL G_MAXUINT16
#define SEQUENCE "01_RES"
#define TRACKS "res_track.txt"

/* A stretch of a track without a gap. */
typedef struct {
  guint  label, parent;
  gint64 first, last;
} Piece;

/* A cell in a frame. */
typedef struct {
  VenuleTrack       *track; /* borrowed */
  const VenulePlace *place;
  guint              index; /* in its track */
  guint              label;
} Cell;

typedef struct {
  const VenuleResults *results;
  const char          *directory; /* of the files, */
  char                *folder;  /* where the files go while they are written, */
  int                  held;    /* and what says that they are */
  int                  width, height;
  GArray              *pieces;
  GArray              *cells;   /* by frame, then from the largest to the smallest */
  guint16             *mask;
  guint               *counts;  /* px of each label in this frame */
} Writer;

/* ---- What there is ---- */

static void
add_piece (Writer *self,
           guint   label,
           guint   parent,
           gint64  first)
{
  Piece piece = { label, parent, first, first };

  g_array_append_val (self->pieces, piece);
}

static void
add_track (Writer      *self,
           VenuleTrack *track,
           guint        label,
           guint       *next)
{
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);

  for (guint i = 0; i < n; i++)
    {
      Cell cell = { track, &places[i], i, 0 };

      if (i == 0)
        {
          add_piece (self, label, 0, places[i].frame);
        }
      else if (places[i].frame > places[i - 1].frame + 1)
        {
          add_piece (self, *next, label, places[i].frame);
          label = (*next)++;
        }
      g_array_index (self->pieces, Piece, self->pieces->len - 1).last = places[i].frame;
      cell.label = label;
      g_array_append_val (self->cells, cell);
    }
}

static guint
count_gaps (VenuleTrack *track)
{
  guint n, n_gaps = 0;
  const VenulePlace *places = venule_track_get_places (track, &n);

  for (guint i = 1; i < n; i++)
    n_gaps += places[i].frame > places[i - 1].frame + 1;

  return n_gaps;
}

static int
compare_cells (gconstpointer a,
               gconstpointer b)
{
  const Cell *first = a, *second = b;

  if (first->place->frame != second->place->frame)
    return first->place->frame < second->place->frame ? -1 : 1;
  if (first->place->radius > second->place->radius || first->place->radius < second->place->radius)
    return first->place->radius > second->place->radius ? -1 : 1;
  return first->label < second->label ? -1 : 1;
}

static int
compare_pieces (gconstpointer a,
                gconstpointer b)
{
  guint first = ((const Piece *) a)->label, second = ((const Piece *) b)->label;

  return first < second ? -1 : first > second;
}

/* Labels are the numbers of the tracks, where these have room in 16 bits. */
static gboolean
collect (Writer  *self,
         GError **error)
{
  guint n_tracks = g_list_model_get_n_items (self->results->tracks);
  guint largest = 0, n_gaps = 0, next;
  gboolean own;

  for (guint i = 0; i < n_tracks; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (self->results->tracks, i);

      largest = MAX (largest, venule_track_get_id (track));
      n_gaps += count_gaps (track);
    }
  own = largest + n_gaps <= LARGEST_LABEL;
  if (!own && n_tracks + n_gaps > LARGEST_LABEL)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("Masks of the Cell Tracking Challenge are limited to %d tracks, and there are %u. Leave the "
                     "masks out."),
                   LARGEST_LABEL, n_tracks + n_gaps);
      return FALSE;
    }

  next = (own ? largest : n_tracks) + 1;
  for (guint i = 0; i < n_tracks; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (self->results->tracks, i);

      add_track (self, track, own ? venule_track_get_id (track) : i + 1, &next);
    }
  g_array_sort (self->cells, compare_cells);
  g_array_sort (self->pieces, compare_pieces);

  return TRUE;
}

/* ---- A mask ---- */

/* Whether the place (x, y) from the centre is in the polygon of the radii. */
static gboolean
is_inside (const float *radii,
           double       radius,
           double       x,
           double       y)
{
  double step = 2 * G_PI / VENULE_CONTOUR_POINTS;
  double angle = atan2 (y, x);
  guint i, j;
  double ax, ay, bx, by;

  if (radii == NULL || radii[0] <= 0)
    return x * x + y * y <= radius * radius;

  i = (guint) floor ((angle < 0 ? angle + 2 * G_PI : angle) / step) % VENULE_CONTOUR_POINTS;
  j = (i + 1) % VENULE_CONTOUR_POINTS;
  ax = (double) radii[i] * cos (i * step);
  ay = (double) radii[i] * sin (i * step);
  bx = (double) radii[j] * cos (j * step);
  by = (double) radii[j] * sin (j * step);

  return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0;
}

static void
set_label (Writer *self,
           int     x,
           int     y,
           guint   label)
{
  guint16 *pixel = &self->mask[(gsize) y * (gsize) self->width + (gsize) x];

  if (*pixel != 0)
    self->counts[*pixel]--;
  *pixel = (guint16) label;
  self->counts[label]++;
}

static void
fill_cell (Writer     *self,
           const Cell *cell)
{
  const float *radii = venule_track_get_contour (cell->track, cell->index);
  double reach = (double) cell->place->radius;
  int left, right, top, bottom;

  for (guint i = 0; radii != NULL && i < VENULE_CONTOUR_POINTS; i++)
    reach = MAX (reach, (double) radii[i]);
  left = (int) MAX (ceil (cell->place->x - reach), 0);
  right = (int) MIN (floor (cell->place->x + reach), self->width - 1);
  top = (int) MAX (ceil (cell->place->y - reach), 0);
  bottom = (int) MIN (floor (cell->place->y + reach), self->height - 1);
  for (int y = top; y <= bottom; y++)
    {
      for (int x = left; x <= right; x++)
        {
          if (is_inside (radii, (double) cell->place->radius, x - cell->place->x, y - cell->place->y))
            set_label (self, x, y, cell->label);
        }
    }
}

/* A cell that lies wholly under others keeps the pixel next to its centre that is no other cell's last one. */
static void
keep_cell (Writer     *self,
           const Cell *cell)
{
  int x = (int) CLAMP (rint (cell->place->x), 0, self->width - 1);
  int y = (int) CLAMP (rint (cell->place->y), 0, self->height - 1);

  for (int reach = 0; reach < MAX (self->width, self->height); reach++)
    {
      for (int v = MAX (y - reach, 0); v <= MIN (y + reach, self->height - 1); v++)
        {
          for (int u = MAX (x - reach, 0); u <= MIN (x + reach, self->width - 1); u++)
            {
              guint owner = self->mask[(gsize) v * (gsize) self->width + (gsize) u];

              if (MAX (ABS (u - x), ABS (v - y)) == reach && (owner == 0 || self->counts[owner] > 1))
                {
                  set_label (self, u, v, cell->label);
                  return;
                }
            }
        }
    }
}

/* @cells: (array length=n): those of one frame */
static void
fill_mask (Writer     *self,
           const Cell *cells,
           guint       n)
{
  memset (self->mask, 0, sizeof *self->mask * (gsize) self->width * (gsize) self->height);
  for (guint i = 0; i < n; i++)
    self->counts[cells[i].label] = 0;
  for (guint i = 0; i < n; i++)
    fill_cell (self, &cells[i]);
  for (guint i = 0; i < n; i++)
    {
      if (self->counts[cells[i].label] == 0)
        keep_cell (self, &cells[i]);
    }
}

/* ---- Files ---- */

static int
ignore_message (TIFF       *tiff,
                void       *data,
                const char *module,
                const char *format,
                va_list     arguments)
{
  return 1;
}

static gboolean
write_rows (Writer *self,
            TIFF   *tiff)
{
  gboolean written = TRUE;

  TIFFSetField (tiff, TIFFTAG_IMAGEWIDTH, (guint32) self->width);
  TIFFSetField (tiff, TIFFTAG_IMAGELENGTH, (guint32) self->height);
  TIFFSetField (tiff, TIFFTAG_BITSPERSAMPLE, 16);
  TIFFSetField (tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
  TIFFSetField (tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
  TIFFSetField (tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  TIFFSetField (tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField (tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
  TIFFSetField (tiff, TIFFTAG_ROWSPERSTRIP, (guint32) self->height);
  for (int y = 0; y < self->height && written; y++)
    written = TIFFWriteScanline (tiff, self->mask + (gsize) y * (gsize) self->width, (guint32) y, 0) >= 0;

  return written && TIFFWriteDirectory (tiff);
}

/* A person knows the folder by its name, not by that which it has while it is filled. */
static gboolean
set_error_of_file (const Writer  *self,
                   const char    *name,
                   int            code,
                   GError       **error)
{
  g_autofree char *path = g_build_filename (self->directory, SEQUENCE, name, NULL);

  venule_write_error_set (path, code != 0 ? code : EIO, error);
  return FALSE;
}

static gboolean
write_mask (Writer  *self,
            gint64   frame,
            int      digits,
            GError **error)
{
  g_autofree char *name = g_strdup_printf ("mask%0*" G_GINT64_FORMAT ".tif", digits, frame);
  g_autofree char *path = g_build_filename (self->folder, SEQUENCE, name, NULL);
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc ();
  gboolean written;
  TIFF *tiff;

  TIFFOpenOptionsSetErrorHandlerExtR (options, ignore_message, NULL);
  errno = 0;
  tiff = TIFFOpenExt (path, "w", options);
  written = tiff != NULL && write_rows (self, tiff);
  if (!written)
    set_error_of_file (self, name, errno, error);
  if (tiff != NULL)
    TIFFClose (tiff);
  TIFFOpenOptionsFree (options);

  return written;
}

/* One mask for each frame of the video: what was not analysed holds no cells. Without a frame table it only promises
 * frames, of which there may be none. */
static gboolean
write_masks (Writer        *self,
             GCancellable  *cancellable,
             GError       **error)
{
  VenuleSource *source = self->results->source;
  gint64 n_known = venule_source_has_table (source) ? venule_source_get_n_frames (source) : 0;
  gint64 n = MAX (n_known, self->results->last_frame + 1);
  int digits = n > 1000 ? (int) floor (log10 ((double) (n - 1))) + 1 : 3;
  guint at = 0;

  for (gint64 frame = 0; frame < n; frame++)
    {
      guint start = at;

      while (at < self->cells->len && g_array_index (self->cells, Cell, at).place->frame == frame)
        at++;
      fill_mask (self, &g_array_index (self->cells, Cell, start), at - start);
      if (g_cancellable_set_error_if_cancelled (cancellable, error) || !write_mask (self, frame, digits, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
write_tracks (Writer  *self,
              GError **error)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autofree char *path = g_build_filename (self->folder, SEQUENCE, TRACKS, NULL);
  FILE *file = g_fopen (path, "we");
  gboolean written;

  for (guint i = 0; i < self->pieces->len; i++)
    {
      const Piece *piece = &g_array_index (self->pieces, Piece, i);

      g_string_append_printf (text, "%u %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %u\n", piece->label, piece->first,
                              piece->last, piece->parent);
    }
  written = file != NULL && fwrite (text->str, 1, text->len, file) == text->len;
  if (file != NULL)
    written = fclose (file) == 0 && written;

  return written || set_error_of_file (self, TRACKS, errno, error);
}

static gboolean
is_ours (const char *name)
{
  return (g_str_has_prefix (name, "mask") && g_str_has_suffix (name, ".tif")) || g_str_equal (name, TRACKS);
}

/* Removes what this file writes, and nothing else. */
static void
remove_masks (const char *inner)
{
  g_autoptr(GDir) directory = g_dir_open (inner, 0, NULL);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *path = g_build_filename (inner, name, NULL);

      if (is_ours (name))
        g_unlink (path);
    }
  g_rmdir (inner);
}

static void
remove_folder (const char *folder)
{
  g_autofree char *inner = g_build_filename (folder, SEQUENCE, NULL);

  remove_masks (inner);
  g_rmdir (folder);
}

/* The challenge's programs write logs beside the masks, and look for what a person has drawn beside their folder. */
static void
keep_others (const char *earlier,
             const char *inner)
{
  g_autoptr(GDir) directory = g_dir_open (earlier, 0, NULL);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *from = g_build_filename (earlier, name, NULL);
      g_autofree char *to = g_build_filename (inner, name, NULL);

      if (!is_ours (name) && g_rename (from, to) != 0)
        g_warning ("“%s” stays in “%s”: %s", name, earlier, g_strerror (errno));
    }
}

/* Only the folder of the sequence is replaced. */
static gboolean
replace_sequence (const char  *folder,
            const char  *directory,
            GError     **error)
{
  g_autofree char *made = g_build_filename (folder, SEQUENCE, NULL);
  g_autofree char *inner = g_build_filename (directory, SEQUENCE, NULL);
  g_autofree char *earlier = g_build_filename (folder, "earlier", NULL);
  gboolean replaces = g_file_test (inner, G_FILE_TEST_EXISTS);

  if ((g_mkdir (directory, 0777) == 0 || errno == EEXIST) && (!replaces || g_rename (inner, earlier) == 0) &&
      g_rename (made, inner) == 0)
    {
      keep_others (earlier, inner);
      remove_masks (earlier);
      g_rmdir (folder);
      return TRUE;
    }

  venule_write_error_set (inner, errno, error);
  if (replaces && !g_file_test (inner, G_FILE_TEST_EXISTS))
    g_rename (earlier, inner);
  return FALSE;
}

/* The earlier masks, and what others put beside them, lie in the folder that a signal would remove. */
static gboolean
take_place (const char  *folder,
            const char  *directory,
            GError     **error)
{
  gboolean replaced;
  sigset_t before;

  venule_temp_file_hold_signals (&before);
  replaced = replace_sequence (folder, directory, error);
  pthread_sigmask (SIG_SETMASK, &before, NULL);

  return replaced;
}

static gboolean
make_folder (Writer  *self,
             GError **error)
{
  g_autofree char *inner = NULL;

  self->held = venule_temp_file_make (self->directory, S_IFDIR | 0777, &self->folder);
  if (self->held < 0)
    {
      venule_write_error_set (self->directory, errno, error);
      return FALSE;
    }
  inner = g_build_filename (self->folder, SEQUENCE, NULL);

  return g_mkdir (inner, 0777) == 0 || set_error_of_file (self, NULL, errno, error);
}

gboolean
venule_export_ctc (const VenuleResults  *results,
                   const char           *directory,
                   GCancellable         *cancellable,
                   GError              **error)
{
  Writer self = { .results = results, .directory = directory, .held = -1 };
  gboolean written;

  g_return_val_if_fail (results != NULL, FALSE);
  g_return_val_if_fail (directory != NULL, FALSE);

  self.width = venule_source_get_width (results->source);
  self.height = venule_source_get_height (results->source);
  self.pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  self.cells = g_array_new (FALSE, FALSE, sizeof (Cell));
  self.mask = g_new0 (guint16, (gsize) self.width * (gsize) self.height);
  self.counts = g_new0 (guint, LARGEST_LABEL + 1);

  written = collect (&self, error) && make_folder (&self, error) && write_masks (&self, cancellable, error) &&
            write_tracks (&self, error) && take_place (self.folder, directory, error);
  if (!written && self.folder != NULL)
    remove_folder (self.folder);
  if (self.held >= 0)
    close (self.held);

  g_array_unref (self.pieces);
  g_array_unref (self.cells);
  g_free (self.mask);
  g_free (self.counts);
  g_free (self.folder);

  return written;
}
