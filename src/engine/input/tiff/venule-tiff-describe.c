/* venule-tiff-describe.c: what a TIFF file says of itself
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-tiff-describe.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-file.h"
#include "venule-imagej.h"
#include "venule-ome-xml.h"
#include "venule-remark.h"
#include "venule-scale-text.h"
#include "venule-source-file.h"

/* A description of more than this is none. */
#define MAX_XML (256 << 20)
#define READ_SIZE (64 << 10)
/* By how much of its width the height of a pixel may differ without a word. */
#define MAX_OBLONG 0.01

/* Nothing is made of sizes that are not there: it grows as it is read. */
static char *
read_file (const char  *path,
           GError     **error)
{
  g_autoptr (VenuleFile) file = venule_file_open (path, error);
  g_autoptr (GByteArray) text = g_byte_array_new ();
  g_autofree guint8 *buffer = g_malloc (READ_SIZE);
  gssize n;

  if (file == NULL)
    return NULL;

  while (text->len <= MAX_XML && (n = venule_file_read (file, buffer, READ_SIZE)) > 0)
    g_byte_array_append (text, buffer, (guint) n);
  if (!venule_file_check (file, error))
    return NULL;
  if (text->len > MAX_XML)
    {
      g_autofree char *name = venule_display_name_dup_base (path);

      g_set_error (error, VENULE_ERROR, VENULE_ERROR_TOO_LARGE,
                   _("“%s” is too large to be the description of a stack."), name);
      return NULL;
    }

  g_byte_array_append (text, (const guint8 *) "", 1);
  return (char *) g_byte_array_free (g_steal_pointer (&text), FALSE);
}

static char *
load_companion (const char  *path,
                const char  *name,
                GError     **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *companion = g_build_filename (folder, name, NULL);
  g_autofree char *stack = venule_display_name_dup_base (path);
  g_autofree char *shown = venule_display_name_dup (name);
  g_autoptr (GError) reason = NULL;
  char *text = read_file (companion, &reason);

  if (text != NULL)
    return text;
  if (reason->domain == G_IO_ERROR)
    g_propagate_error (error, g_steal_pointer (&reason));
  else
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND,
                 _("The description of “%s” is in the file “%s”, which cannot be read. Copy it into the same folder."),
                 stack, shown);
  return NULL;
}

static gboolean
read_ome (VenuleStack  *stack,
          const char   *description,
          const char   *path,
          int           series,
          GError      **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *companion = NULL;
  g_autofree char *text = NULL;
  g_autofree char *none = NULL;

  if (!venule_ome_xml_read (stack, description, name, MAX (series, 1), &companion, error))
    return FALSE;
  if (companion == NULL)
    return TRUE;

  text = load_companion (path, companion, error);
  return text != NULL && venule_ome_xml_read (stack, text, name, MAX (series, 1), &none, error);
}

static void
read_resolution (VenuleStack    *stack,
                 VenuleTiffFile *file)
{
  double x;
  double y;
  double unit_um = venule_tiff_file_get_resolution (file, &x, &y);

  if (stack->scale_origin != NULL || !(unit_um > 0) || !(x > 0) || !(y > 0))
    return;
  stack->pixel_width_um = unit_um / x;
  stack->pixel_height_um = unit_um / y;
  stack->scale_origin = venule_remark_new (
    &(VenuleRemark){ unit_um > 20000 ? VENULE_REMARK_SCALE_PER_INCH : VENULE_REMARK_SCALE_PER_CM, { x }, NULL });
}

static void
read_text (VenuleStack *stack,
           const char  *description)
{
  double um = venule_scale_find_in_text (description);

  if (!(um > 0))
    return;
  stack->pixel_width_um = stack->pixel_height_um = um;
  stack->scale_origin = venule_remark_new (&(VenuleRemark){ .kind = VENULE_REMARK_SCALE_TIFF });
}

/* The numbers of a pixel are its colours, or channels; a second one may be how opaque it is. */
static void
read_samples (VenuleStack          *stack,
              VenuleTiffFile       *file,
              const VenuleTiffPage *page)
{
  guint16 n_extra = 0;
  guint16 *extra = NULL;
  int samples = page->samples;

  if (page->color != VENULE_TIFF_GRAY || samples < 2)
    return;
  TIFFGetFieldDefaulted (file->tiff, TIFFTAG_EXTRASAMPLES, &n_extra, &extra);
  if (n_extra == 1 && extra[0] != EXTRASAMPLE_UNSPECIFIED)
    samples--;
  if (samples < 2 || (stack->n_channels > 1 && stack->n_channels != samples))
    return;
  stack->n_channels = samples;
  stack->channels_in_page = TRUE;
}

/* What would make the picture, or lengths in it, other than they seem. */
static void
find_doubts (VenuleStack    *stack,
             VenuleTiffFile *file)
{
  guint16 orientation = ORIENTATION_TOPLEFT;

  if (TIFFGetField (file->tiff, TIFFTAG_ORIENTATION, &orientation) && orientation > ORIENTATION_TOPLEFT &&
      orientation <= ORIENTATION_LEFTBOT)
    venule_remark_add (stack->doubts, .kind = VENULE_REMARK_TURNED_STACK);
  if (stack->scale_origin != NULL && fabs (stack->pixel_height_um / stack->pixel_width_um - 1) > MAX_OBLONG)
    venule_remark_add (stack->doubts, VENULE_REMARK_OBLONG_UM, { stack->pixel_width_um, stack->pixel_height_um }, NULL);
}

/**
 * venule_tiff_describe:
 * @file: a file at its first page
 * @page: how that page is stored
 * @path: of the file
 * @series: which image of an OME-TIFF, from 1; 0: the first one
 * @error: return location
 *
 * Errors: %VENULE_ERROR_DAMAGED, %VENULE_ERROR_NOT_FOUND.
 *
 * Returns: (transfer full): the description of the stack, or %NULL
 */
VenuleStack *
venule_tiff_describe (VenuleTiffFile        *file,
                      const VenuleTiffPage  *page,
                      const char            *path,
                      int                    series,
                      GError               **error)
{
  g_autoptr (VenuleStack) stack = venule_stack_new ();
  const char *description = venule_tiff_file_get_description (file);
  double x;
  double y;

  venule_tiff_file_get_resolution (file, &x, &y);
  if (venule_ome_xml_is (description))
    {
      if (!read_ome (stack, description, path, series, error))
        return NULL;
    }
  else if (!venule_imagej_read (stack, description, x, y) && description != NULL)
    read_text (stack, description);

  read_resolution (stack, file);
  read_samples (stack, file, page);
  if (stack->significant_bits == 0)
    stack->significant_bits = venule_tiff_file_get_significant_bits (file);
  find_doubts (stack, file);
  return g_steal_pointer (&stack);
}

/**
 * venule_tiff_dup_format:
 * @stack: a stack
 * @options: how it is read
 * @samples: as of venule_tiff_page_dup_format()
 * @words: (nullable): what is made of its numbers
 *
 * Returns: (transfer full): how the frames are stored, for people: "OME-TIFF (16-bit gray, channel 1 of 2)"
 */
char *
venule_tiff_dup_format (const VenuleStack        *stack,
                        const VenuleInputOptions *options,
                        const char               *samples,
                        const char               *words)
{
  gboolean imagej = g_strcmp0 (stack->kind, "ImageJ") == 0;
  const char *kind = imagej ? "ImageJ TIFF" : stack->kind != NULL ? stack->kind : "TIFF";
  GString *text = g_string_new (NULL);

  g_string_printf (text, "%s (%s%s", kind, samples, words != NULL ? words : "");
  if (stack->n_channels > 1 && options->axis != VENULE_AXIS_CHANNEL)
    g_string_append_printf (text, ", channel %d of %d", options->channel, stack->n_channels);
  if (stack->n_slices > 1 && options->axis != VENULE_AXIS_SLICE)
    g_string_append_printf (text, ", slice %d of %d", options->slice, stack->n_slices);
  if (options->axis != VENULE_AXIS_TIME)
    g_string_append_printf (text, ", frames along %s", venule_axis_to_string (options->axis));
  g_string_append_c (text, ')');

  return g_string_free (text, FALSE);
}

/**
 * venule_stack_probe:
 * @path: a file
 * @series: which image of an OME-TIFF, from 1; 0: the first one
 * @error: return location
 *
 * For the question which pictures are the frames.
 *
 * Errors: as venule_source_open_as(); %VENULE_ERROR_NOT_A_VIDEO for anything but a TIFF.
 *
 * Returns: (transfer full): the description in the file, or %NULL
 */
VenuleStack *
venule_stack_probe (const char  *path,
                    int          series,
                    GError     **error)
{
  g_autofree char *name = venule_display_name_dup_base (path);
  g_autoptr (VenuleTiffFile) file = NULL;
  g_auto (VenuleTiffPage) page = { 0 };
  guint8 magic[4];

  if (!venule_source_file_check (path, magic, error))
    return NULL;
  file = venule_tiff_file_new (path, error);
  if (file == NULL || !venule_tiff_page_read (&page, file, name, error))
    return NULL;
  return venule_tiff_describe (file, &page, path, series, error);
}
