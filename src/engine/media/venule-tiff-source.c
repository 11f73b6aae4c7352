/* venule-tiff-source.c: TIFF image stacks through libtiff
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-tiff-source.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-error.h"
#include "venule-source-private.h"

struct _VenuleTiffSource
{
  VenuleSource parent_instance;

  double       interval;
  gint64       header_frames;
  /* Where each page's directory lies in the file; set with the table. */
  GArray      *offsets;
};

G_DEFINE_FINAL_TYPE (VenuleTiffSource, venule_tiff_source, VENULE_TYPE_SOURCE)

static VenuleReader *
venule_tiff_source_open_reader (VenuleSource  *source,
                                GError       **error)
{
  return venule_tiff_reader_new (VENULE_TIFF_SOURCE (source), error);
}

static GPtrArray *
find_oddities (VenuleTiffSource *self,
               VenuleTiffFile   *file,
               GArray           *damaged,
               gint64            n)
{
  GPtrArray *findings = g_ptr_array_new ();

  if (damaged->len > 0)
    {
      g_autofree char *frames = venule_source_describe_frames (damaged);

      g_ptr_array_add (findings, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u frame is damaged: %s.",
                                                               "%u frames are damaged: %s.", damaged->len),
                                                  damaged->len, frames));
    }
  if (file->broken)
    g_ptr_array_add (
      findings, g_strdup_printf (_("The list of pages breaks off after %lld pages: the file may have been cut off."),
                                 (long long) n));
  else if (self->header_frames > 0 && self->header_frames != n)
    g_ptr_array_add (findings, g_strdup_printf (_("The header says %lld frames, %lld can be decoded."),
                                                (long long) self->header_frames, (long long) n));
  if (!(self->interval > 0))
    g_ptr_array_add (findings,
                     g_strdup (
                       _("The stack does not say how much time lies between its frames: type the frame rate.")));
  return findings;
}

static gboolean
scan (VenuleTiffSource      *self,
      VenuleTiffFile        *file,
      GArray                *rows,
      GArray                *damaged,
      VenuleSourceProgress   progress,
      gpointer               user_data,
      GCancellable          *cancellable,
      GError               **error)
{
  gint64 reported = g_get_monotonic_time ();

  do
    {
      guint64 offset = TIFFCurrentDirOffset (file->tiff);
      gint64 index = rows->len;
      g_autoptr (VenuleFrame) frame = NULL;
      VenuleFrameInfo row = { .pts = G_MININT64, .key = TRUE };

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      frame = venule_tiff_source_read_page (self, file, index, error);
      if (frame == NULL)
        return FALSE;

      row.time = frame->time;
      row.hash = venule_frame_hash (frame);
      row.corrupt = frame->corrupt;
      if (frame->corrupt)
        g_array_append_val (damaged, index);
      g_array_append_val (rows, row);
      g_array_append_val (self->offsets, offset);
      venule_source_offer_frame (VENULE_SOURCE (self), frame);

      if (progress != NULL && g_get_monotonic_time () - reported > G_USEC_PER_SEC / 10)
        {
          reported = g_get_monotonic_time ();
          progress (VENULE_SOURCE (self), rows->len, user_data);
        }
    }
  while (venule_tiff_file_next (file));
  return TRUE;
}

static char *
dup_rate_origin (VenuleTiffSource *self)
{
  return g_strdup (self->interval > 0 ? _("interval in the description of the stack") : _("not in the file"));
}

static gboolean
venule_tiff_source_build_table (VenuleSource          *source,
                                VenuleSourceProgress   progress,
                                gpointer               user_data,
                                GCancellable          *cancellable,
                                GError               **error)
{
  VenuleTiffSource *self = VENULE_TIFF_SOURCE (source);
  g_autoptr (VenuleTiffFile) file = venule_tiff_file_new (venule_source_get_path (source), error);
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (VenuleFrameInfo));
  g_autoptr (GArray) damaged = g_array_new (FALSE, FALSE, sizeof (gint64));
  GPtrArray *findings;

  if (file == NULL)
    return FALSE;

  g_array_set_size (self->offsets, 0);
  if (!scan (self, file, rows, damaged, progress, user_data, cancellable, error))
    return FALSE;

  findings = find_oddities (self, file, damaged, rows->len);
  venule_source_take_table (source, g_steal_pointer (&rows), self->interval > 0 ? 1 / self->interval : 0,
                            dup_rate_origin (self), FALSE, findings);
  return TRUE;
}

static void
venule_tiff_source_finalize (GObject *object)
{
  VenuleTiffSource *self = VENULE_TIFF_SOURCE (object);

  g_array_unref (self->offsets);

  G_OBJECT_CLASS (venule_tiff_source_parent_class)->finalize (object);
}

static void
venule_tiff_source_class_init (VenuleTiffSourceClass *klass)
{
  VenuleSourceClass *source_class = VENULE_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = venule_tiff_source_finalize;
  source_class->open_reader = venule_tiff_source_open_reader;
  source_class->build_table = venule_tiff_source_build_table;
}

static void
venule_tiff_source_init (VenuleTiffSource *self)
{
  self->offsets = g_array_new (FALSE, FALSE, sizeof (guint64));
}

static double
unit_in_seconds (const char *unit)
{
  if (unit == NULL || g_str_has_prefix (unit, "s"))
    return 1;
  if (g_str_has_prefix (unit, "ms") || g_str_has_prefix (unit, "millis"))
    return 1e-3;
  if (g_str_has_prefix (unit, "us") || g_str_has_prefix (unit, "µs") || g_str_has_prefix (unit, "micros"))
    return 1e-6;
  if (g_str_has_prefix (unit, "m"))
    return 60;
  if (g_str_has_prefix (unit, "h"))
    return 3600;
  return 0;
}

/* ImageJ describes a stack in lines "key=value" in the first page: the time between frames as "finterval", in "tunit"
 * (seconds where that is missing), or the rate of playing as "fps". */
static void
read_description (VenuleTiffSource *self,
                  const char       *description)
{
  g_auto (GStrv) lines = NULL;
  double interval = 0;
  double fps = 0;
  const char *unit = NULL;

  if (description == NULL || !g_str_has_prefix (description, "ImageJ="))
    return;

  lines = g_strsplit (description, "\n", 200);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_strchomp (lines[i]);
      if (g_str_has_prefix (lines[i], "finterval="))
        interval = g_ascii_strtod (lines[i] + strlen ("finterval="), NULL);
      else if (g_str_has_prefix (lines[i], "fps="))
        fps = g_ascii_strtod (lines[i] + strlen ("fps="), NULL);
      else if (g_str_has_prefix (lines[i], "tunit="))
        unit = lines[i] + strlen ("tunit=");
      else if (g_str_has_prefix (lines[i], "images="))
        self->header_frames = g_ascii_strtoll (lines[i] + strlen ("images="), NULL, 10);
    }

  interval *= unit_in_seconds (unit);
  if (!(interval > 0) && fps > 0)
    interval = 1 / fps;
  if (interval >= 1e-7 && interval <= 1e6)
    self->interval = interval;
}

/**
 * venule_tiff_source_new:
 * @path: a TIFF or BigTIFF file
 * @reading: what was chosen of it
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * Opens an image stack, and reads its first page. Every page is a frame, except small previews. The time between frames
 * is taken from ImageJ's description; without it the frame rate and all times are 0, and the person has to type the
 * rate. See venule_source_open().
 *
 * Returns: (transfer full): the source, or %NULL
 */
VenuleSource *
venule_tiff_source_new (const char           *path,
                        const VenuleReading  *reading,
                        GCancellable         *cancellable,
                        GError              **error)
{
  g_autoptr (VenuleTiffSource) self = NULL;
  g_autoptr (VenuleTiffFile) file = venule_tiff_file_new (path, error);
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *origin = NULL;
  g_autofree char *format = NULL;
  g_auto (VenuleTiffPage) page = { 0 };
  VenuleSourceHeader header = { 0 };

  if (file == NULL || !venule_tiff_file_read_layout (file, name, &page, error) ||
      !venule_source_check_gray (reading, page.gray != NULL, name, error))
    return NULL;

  self = g_object_new (VENULE_TYPE_TIFF_SOURCE, "path", path, NULL);
  read_description (self, venule_tiff_file_get_description (file));

  origin = dup_rate_origin (self);
  format = g_strdup_printf ("TIFF (%d-bit %s%s)", page.bits, page.gray != NULL ? "palette" : "gray",
                            page.inverted ? ", 0 is white" : "");
  header.width = page.width;
  header.height = page.height;
  header.bit_depth = page.bits;
  header.format = format;
  header.frame_rate = self->interval > 0 ? 1 / self->interval : 0;
  header.rate_origin = origin;
  header.n_frames = self->header_frames;
  header.reading = *reading;
  venule_source_set_header (VENULE_SOURCE (self), &header);
  return VENULE_SOURCE (g_steal_pointer (&self));
}

/**
 * venule_tiff_source_time_of:
 * @self: a stack
 * @index: number of a frame
 *
 * Returns: seconds since the first frame; 0 when the stack does not say
 */
double
venule_tiff_source_time_of (VenuleTiffSource *self,
                            gint64            index)
{
  return index * self->interval;
}

/**
 * venule_tiff_source_get_offset:
 * @self: a stack whose table is complete
 * @index: number of a frame in it
 *
 * Returns: where the page's directory lies, for TIFFSetSubDirectory()
 */
guint64
venule_tiff_source_get_offset (VenuleTiffSource *self,
                               gint64            index)
{
  return g_array_index (self->offsets, guint64, index);
}

/**
 * venule_tiff_source_read_page:
 * @self: a stack
 * @file: the stack's file, at the page of frame @index
 * @index: number of the frame
 * @error: return location
 *
 * The current page as a frame. Pages of another size or kind than the first one, and parts that cannot be read, stay
 * black, and the frame is marked as damaged.
 *
 * Returns: (transfer full): the frame, or %NULL with %VENULE_ERROR_NO_MEMORY
 */
VenuleFrame *
venule_tiff_source_read_page (VenuleTiffSource  *self,
                              VenuleTiffFile    *file,
                              gint64             index,
                              GError           **error)
{
  VenuleSource *source = VENULE_SOURCE (self);
  g_autoptr (VenuleFrame) frame = venule_frame_new (venule_source_get_width (source), venule_source_get_height (source),
                                                    venule_source_get_bit_depth (source));
  g_auto (VenuleTiffPage) page = { 0 };

  if (frame == NULL)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY,
                   _("There is not enough memory for a frame of %d × %d pixels. Close other programs and try again."),
                   venule_source_get_width (source), venule_source_get_height (source));
      return NULL;
    }

  frame->index = index;
  frame->time = venule_tiff_source_time_of (self, index);
  frame->corrupt = !venule_tiff_file_read_layout (file, "", &page, NULL) || page.width != frame->width ||
                   page.height != frame->height || page.bits != frame->bit_depth ||
                   !venule_tiff_file_read_samples (file, &page, frame);
  return g_steal_pointer (&frame);
}
