/* venule-page-locator.c: a place in a stack of one or several TIFF files
 *
 * The pages of a TIFF are a chain, which is walked once and remembered. Several files are open one at a time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-page-locator.h"

#include <string.h>

#include "venule-error.h"
#include "venule-tiff-page.h"

static char *
dup_path (VenulePageLocator *self,
          guint             number)
{
  const char *name = g_ptr_array_index (self->stack->files, number);
  g_autofree char *folder = NULL;

  if (name == NULL)
    return g_strdup (self->path);
  folder = g_path_get_dirname (self->path);
  return g_build_filename (folder, name, NULL);
}

static GArray *
get_pages (VenulePageLocator *self,
           guint             number)
{
  if (g_ptr_array_index (self->pages, number) == NULL)
    g_ptr_array_index (self->pages, number) = g_array_new (FALSE, FALSE, sizeof (guint64));
  return g_ptr_array_index (self->pages, number);
}

/* Whether the drive or memory is to blame is remembered, as what they could not give looks like a damaged stack. */
static void
check_for_errors (VenulePageLocator *self)
{
  g_autofree char *path = NULL;

  if (self->file == NULL || self->trouble != NULL)
    return;
  path = dup_path (self, self->number);
  venule_tiff_file_check (self->file, path, &self->trouble);
}

static void
close_file (VenulePageLocator *self)
{
  check_for_errors (self);
  g_clear_pointer (&self->file, venule_tiff_file_free);
}

static gboolean
open_file (VenulePageLocator  *self,
           guint              number,
           GError           **error)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) failure = NULL;

  if (self->file != NULL && self->number == number)
    return TRUE;

  path = dup_path (self, number);
  close_file (self);
  self->file = venule_tiff_file_new (path, &failure);
  self->number = number;
  if (self->file != NULL)
    return TRUE;

  /* Nor is it damage where a file cannot be opened that was there when the stack was. */
  if (self->trouble == NULL && !g_error_matches (failure, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO))
    self->trouble = g_error_copy (failure);
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

static gboolean
counts_all_pages (VenulePageLocator *self)
{
  return g_strcmp0 (self->stack->kind, "OME-TIFF") == 0;
}

/* A chain of pages that bites its own tail would never end. */
static gboolean
remember_page (VenulePageLocator *self,
               GArray           *pages)
{
  guint64 offset = TIFFCurrentDirOffset (self->file->tiff);
  gint64 key = (gint64) offset * 4096 + self->number % 4096;

  if (!g_hash_table_add (self->seen, g_memdup2 (&key, sizeof key)))
    return FALSE;
  g_array_append_val (pages, offset);
  return TRUE;
}

/* ImageJ writes stacks of more than 4 GiB with one page, behind whose picture the others lie without a gap. */
static void
find_giant (VenulePageLocator *self)
{
  TIFF *tiff = self->file->tiff;
  gint64 n = venule_stack_get_n_planes (self->stack);
  g_auto (VenuleTiffPage) page = { 0 };
  guint16 compression = COMPRESSION_NONE;
  guint64 *offsets = NULL;
  guint64 row;
  guint64 size = venule_file_get_stamp (self->file->file)->size;

  TIFFGetFieldDefaulted (tiff, TIFFTAG_COMPRESSION, &compression);
  if (g_strcmp0 (self->stack->kind, "ImageJ") != 0 || n < 2 || !TIFFLastDirectory (tiff) || TIFFIsTiled (tiff) ||
      compression != COMPRESSION_NONE || !TIFFGetField (tiff, TIFFTAG_STRIPOFFSETS, &offsets) || offsets == NULL ||
      !venule_tiff_page_read (&page, self->file, "", NULL) || page.bits % 8 != 0 || page.samples != 1)
    return;

  row = (guint64) page.width * (page.bits / 8);
  self->giant_data = offsets[0];
  self->giant_bytes = row * page.height;
  /* A file that breaks off gives the pictures that begin in it. */
  if (size > self->giant_data && size - self->giant_data > self->giant_bytes)
    self->giant = MIN (n, (gint64) ((size - self->giant_data + self->giant_bytes - 1) / self->giant_bytes));
}

/**
 * venule_page_locator_new:
 * @stack: what is known of the stack; must live as long
 * @path: of the file that was opened
 * @error: return location
 *
 * Returns: (transfer full): a locator at the first page of that file, or %NULL with an error of venule_tiff_file_new()
 */
VenulePageLocator *
venule_page_locator_new (VenuleStack  *stack,
                         const char   *path,
                         GError      **error)
{
  g_autoptr (VenulePageLocator) self = g_new0 (VenulePageLocator, 1);

  self->stack = stack;
  self->path = g_strdup (path);
  self->pages = g_ptr_array_new ();
  g_ptr_array_set_size (self->pages, stack->files->len);
  self->ended = g_byte_array_new ();
  g_byte_array_set_size (self->ended, stack->files->len);
  memset (self->ended->data, 0, stack->files->len);
  self->seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  if (!open_file (self, 0, error))
    return NULL;
  find_giant (self);
  return g_steal_pointer (&self);
}

/**
 * venule_page_locator_free:
 * @self: (transfer full): a locator
 */
void
venule_page_locator_free (VenulePageLocator *self)
{
  for (guint i = 0; i < self->pages->len; i++)
    if (g_ptr_array_index (self->pages, i) != NULL)
      g_array_unref (g_ptr_array_index (self->pages, i));
  g_ptr_array_unref (self->pages);
  g_byte_array_unref (self->ended);
  g_hash_table_unref (self->seen);
  g_clear_pointer (&self->file, venule_tiff_file_free);
  g_clear_error (&self->trouble);
  g_free (self->path);
  g_free (self);
}

/* Goes on along the chain from the last page that is known. */
static gboolean
walk (VenulePageLocator  *self,
      GArray            *pages,
      gint64             page,
      GCancellable      *cancellable,
      GError           **error)
{
  if (pages->len == 0)
    {
      /* A file that has just been opened is at its first page. */
      gboolean is_frame = counts_all_pages (self) || venule_tiff_file_is_frame (self->file);

      if (!is_frame && !venule_tiff_file_next (self->file, FALSE))
        return FALSE;
      if (!remember_page (self, pages))
        return FALSE;
    }
  else if (page >= pages->len &&
           !TIFFSetSubDirectory (self->file->tiff, g_array_index (pages, guint64, pages->len - 1)))
    return FALSE;

  while (page >= pages->len)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (!venule_tiff_file_next (self->file, counts_all_pages (self)) || !remember_page (self, pages))
        {
          gboolean sound = venule_tiff_file_check (self->file, self->path, NULL);

          self->broken = self->broken || (sound && self->file->broken);
          self->ended->data[self->number] = sound;
          /* The handle's page is undefined now. */
          close_file (self);
          return FALSE;
        }
    }
  return TRUE;
}

/**
 * venule_page_locator_find:
 * @self: a locator
 * @plane: number of a picture, in the stack's order
 * @place: (out): where it is
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * Returns: %FALSE without error when there is no such picture
 */
gboolean
venule_page_locator_find (VenulePageLocator  *self,
                          gint64             plane,
                          VenuleTiffPlace   *place,
                          GCancellable      *cancellable,
                          GError           **error)
{
  GArray *pages;
  gint64 page;

  *place = (VenuleTiffPlace) { 0 };
  if (!venule_stack_find (self->stack, plane, &place->file, &page))
    return FALSE;
  pages = get_pages (self, place->file);
  if (self->giant > 0 && page >= self->giant)
    return FALSE;
  if (self->giant > 0)
    {
      place->data = self->giant_data + self->giant_bytes * page;
      page = 0;
    }
  if (page >= pages->len && self->ended->data[place->file])
    return FALSE;
  if (page >= pages->len && !open_file (self, place->file, error))
    {
      self->ended->data[place->file] = self->trouble == NULL;
      return FALSE;
    }
  if (page >= pages->len && !walk (self, pages, page, cancellable, error))
    return FALSE;

  place->offset = g_array_index (pages, guint64, page);
  return TRUE;
}

/**
 * venule_page_locator_has_more:
 * @self: a locator
 * @cancellable: (nullable): a cancellable
 *
 * Returns: whether the only file of a stack has a frame behind the last one that its description says where it is
 */
gboolean
venule_page_locator_has_more (VenulePageLocator *self,
                              GCancellable      *cancellable)
{
  GArray *pages = get_pages (self, 0);
  gint64 end = 0;

  for (guint i = 0; i < self->stack->ranges->len; i++)
    {
      const VenuleStackRange *range = &g_array_index (self->stack->ranges, VenuleStackRange, i);

      end = MAX (end, range->page + range->count);
    }
  if (end == 0 || self->giant > 0 || self->stack->files->len > 1 || self->stack->n_series > 1 || self->ended->data[0] ||
      !open_file (self, 0, NULL) || !walk (self, pages, end, cancellable, NULL))
    return FALSE;

  return TIFFSetSubDirectory (self->file->tiff, g_array_index (pages, guint64, end)) &&
         venule_tiff_file_is_frame (self->file);
}

/**
 * venule_page_locator_go:
 * @self: a locator
 * @place: a place that a locator on the same stack has found
 * @error: return location
 *
 * Makes the page there the current one of @file of the struct.
 *
 * Returns: %FALSE without error when there is no page any more, with one when the file cannot be opened
 */
gboolean
venule_page_locator_go (VenulePageLocator       *self,
                        const VenuleTiffPlace  *place,
                        GError                **error)
{
  if (!open_file (self, place->file, error))
    return FALSE;
  if (TIFFCurrentDirOffset (self->file->tiff) == place->offset ||
      TIFFSetSubDirectory (self->file->tiff, place->offset))
    return TRUE;

  close_file (self);
  return FALSE;
}

/**
 * venule_page_locator_has_samples:
 * @self: a locator
 * @place: a place that it has found
 *
 * Looks at where the samples are said to lie, before memory is asked for, or time spent, for a page that the file does
 * not have. As a file breaks off in one page, the first of which most is beyond the end counts as that one.
 *
 * Returns: whether the file has them, or the page in which it breaks off
 */
gboolean
venule_page_locator_has_samples (VenulePageLocator      *self,
                                 const VenuleTiffPlace  *place)
{
  if (place->data > 0 || !venule_page_locator_go (self, place, NULL) || venule_tiff_file_has_samples (self->file))
    return TRUE;
  if (self->torn.offset == 0 || self->torn.file != place->file)
    self->torn = *place;
  return self->torn.offset == place->offset;
}

/**
 * venule_page_locator_check:
 * @self: a locator
 * @error: return location
 *
 * Clears the error, so that reading is tried again.
 *
 * Errors: %VENULE_ERROR_NOT_FOUND, %VENULE_ERROR_DAMAGED when a file has become shorter, %VENULE_ERROR_NO_MEMORY,
 * %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether all that was missing since the last call is missing in the files, rather than kept back by the drive
 *   or for want of memory
 */
gboolean
venule_page_locator_check (VenulePageLocator  *self,
                           GError           **error)
{
  check_for_errors (self);
  if (self->file != NULL)
    {
      venule_file_forgive (self->file->file);
      self->file->out_of_memory = FALSE;
    }
  if (self->trouble == NULL)
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&self->trouble));
  return FALSE;
}
