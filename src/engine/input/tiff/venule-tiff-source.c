/* venule-tiff-source.c: TIFF image stacks through libtiff
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-tiff-source.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-remark.h"
#include "venule-source-file.h"
#include "venule-source-private.h"
#include "venule-tiff-describe.h"
#include "venule-tiff-range.h"

struct _VenuleTiffSource
{
  VenuleSource    parent_instance;

  VenuleStack       *stack;
  VenuleFileStamp    stamp;
  VenuleInputOptions options;
  VenuleTiffPage     first;
  VenuleTiffRule     rule;
  /* Frames that are promised; 0: every page is one, however many there are. */
  gint64          n_promised;
  gint64          n_told;
  gint64          n_missing_numbers;
  gint64          n_listed; /* the last of them may lie beyond the end of the file */
  gboolean        broken; /* the list of pages breaks off */
  gboolean        more;   /* there are pages that the description does not tell of */
  /* Times of all frames, or NULL: they come at the stack's interval. */
  GArray         *times;
  /* Where each frame is; set with the table. */
  GArray         *places;
};

G_DEFINE_FINAL_TYPE (VenuleTiffSource, venule_tiff_source, VENULE_TYPE_SOURCE)

static VenuleReader *
venule_tiff_source_open_reader (VenuleSource  *source,
                                GError       **error)
{
  return venule_tiff_reader_new (VENULE_TIFF_SOURCE (source), error);
}

/* Pages are found without decoding those before them. */
static VenuleReader *
venule_tiff_source_open_sampler (VenuleSource          *source,
                                 const VenuleFrameInfo *rows,
                                 gint64                 n_rows,
                                 GCancellable          *cancellable)
{
  return venule_tiff_reader_new (VENULE_TIFF_SOURCE (source), NULL);
}

static void
find_missing (VenuleTiffSource *self,
              gint64            n,
              GPtrArray        *warnings)
{
  gint64 n_told = venule_stack_get_n_told (self->stack, &self->options);

  if (self->broken)
    venule_remark_add (warnings, VENULE_REMARK_PAGES_BREAK_OFF, { n }, NULL);
  else if (self->n_listed > n)
    venule_remark_add (warnings, VENULE_REMARK_CUT_OFF, { MAX (n_told, self->n_listed), n }, NULL);
  else if (self->n_told > 0 && self->n_told != n)
    venule_remark_add (warnings, VENULE_REMARK_OTHER_COUNT, { n_told, n }, NULL);
  else if (self->more)
    venule_remark_add (warnings, VENULE_REMARK_PAGES_LEFT_OUT, { venule_stack_get_n_planes (self->stack) }, NULL);
  if (self->n_missing_numbers > 0)
    venule_remark_add (warnings, VENULE_REMARK_NO_NUMBERS, { self->n_missing_numbers }, NULL);
}

static GPtrArray *
find_oddities (VenuleTiffSource *self,
               GArray           *damaged,
               gint64            n)
{
  GPtrArray *warnings = g_ptr_array_new ();
  double median = self->times != NULL ? venule_stack_find_contradiction (self->stack, self->times) : 0;

  if (damaged->len > 0)
    {
      g_autofree char *frames = venule_source_describe_frames (damaged);

      venule_remark_add (warnings, VENULE_REMARK_DAMAGED, { damaged->len }, frames);
    }
  find_missing (self, n, warnings);
  for (guint i = 0; i < self->stack->doubts->len; i++)
    g_ptr_array_add (warnings, g_strdup (g_ptr_array_index (self->stack->doubts, i)));
  if (median > 0)
    venule_remark_add (warnings, VENULE_REMARK_RATE_CONTRADICTED, { 1 / median, 1 / self->stack->interval }, NULL);
  else if (self->times == NULL && self->stack->times->len > 0 && n > 1)
    venule_remark_add (warnings, .kind = self->stack->interval > 0 ? VENULE_REMARK_TIMES_BY_RATE
                                                                   : VENULE_REMARK_TIMES_NONE);
  else if (self->times == NULL && !(self->stack->interval > 0))
    venule_remark_add (warnings, .kind = VENULE_REMARK_TIMES_NONE_STACK);
  return warnings;
}

typedef struct {
  GArray               *rows;
  GArray               *damaged;
  VenuleSourceProgress  progress;
  gpointer              user_data;
  gint64                reported;
  guint64               missing_hash; /* of a frame that is not there, as they are all the same; 0: there was none */
} Scan;

static double
get_time (VenuleTiffSource *self,
          gint64            index)
{
  if (self->times == NULL)
    return index * self->stack->interval;
  if (index < self->times->len)
    return g_array_index (self->times, double, index);
  /* The file has more pictures than its description has times. */
  return g_array_index (self->times, double, self->times->len - 1) * index / (self->times->len - 1);
}

static gboolean
scan_frame (VenuleTiffSource       *self,
            Scan                   *scan,
            VenulePageLocator      *locator,
            const VenuleTiffPlace  *place,
            GError                **error)
{
  gint64 index = scan->rows->len;
  VenuleFrameInfo row = { .pts = G_MININT64, .key = TRUE };
  g_autoptr (VenuleFrame) frame = venule_tiff_source_read (self, locator, place, index, error);

  if (frame == NULL)
    return FALSE;
  row.time = frame->time;
  row.hash = place->offset == 0 && scan->missing_hash != 0 ? scan->missing_hash : venule_frame_hash (frame);
  if (place->offset == 0)
    scan->missing_hash = row.hash;
  row.corrupt = frame->corrupt;
  if (frame->corrupt)
    g_array_append_val (scan->damaged, index);
  g_array_append_val (scan->rows, row);
  g_array_append_vals (self->places, place, 1);
  venule_source_offer_frame (VENULE_SOURCE (self), frame);

  if (scan->progress != NULL && g_get_monotonic_time () - scan->reported > G_USEC_PER_SEC / 10)
    {
      scan->reported = g_get_monotonic_time ();
      scan->progress (VENULE_SOURCE (self), scan->rows->len, scan->user_data);
    }
  return TRUE;
}

/* A description of one line may declare millions of pictures. */
#define MAX_MISSING 10000

static gboolean
set_too_many_missing (VenuleTiffSource  *self,
                      gint64             n_missing,
                      GError           **error)
{
  g_autofree char *name = venule_source_dup_display_name (VENULE_SOURCE (self));

  g_set_error (
    error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
    _("The description of “%s” tells of %lld pictures, of which more than %lld are not in the file. Copy it again "
      "from the microscope, or convert it to a plain TIFF."),
    name, (long long) MAX (venule_stack_get_n_told (self->stack, &self->options), self->n_listed),
    (long long) n_missing);
  return FALSE;
}

/* Pictures that are missing leave damaged frames, as long as later ones are there; at the end the video is shorter. */
static gboolean
scan_frames (VenuleTiffSource   *self,
             Scan               *scan,
             VenulePageLocator  *locator,
             GCancellable       *cancellable,
             GError            **error)
{
  gint64 n = self->n_promised > 0 ? self->n_promised : G_MAXINT64;
  const VenuleTiffPlace nowhere = { 0 };

  for (gint64 i = 0; i < n; i++)
    {
      VenuleTiffPlace place;
      g_autoptr (GError) local_error = NULL;
      gboolean found = venule_page_locator_find (locator, venule_tiff_source_get_plane (self, i), &place, cancellable,
                                                 &local_error);

      if (g_cancellable_set_error_if_cancelled (cancellable, error) || !venule_page_locator_check (locator, error))
        return FALSE;
      if (!found && self->n_promised == 0)
        break;
      if (!found)
        continue;
      self->n_listed = i + 1;
      found = venule_page_locator_has_samples (locator, &place);
      if (!venule_page_locator_check (locator, error))
        return FALSE;
      if (!found)
        continue;
      if (i - scan->rows->len > MAX_MISSING)
        return set_too_many_missing (self, MAX_MISSING, error);
      while (scan->rows->len < i)
        if (!scan_frame (self, scan, locator, &nowhere, error))
          return FALSE;
      if (!scan_frame (self, scan, locator, &place, error) || !venule_page_locator_check (locator, error))
        return FALSE;
    }

  if (scan->rows->len > 0)
    return TRUE;
  venule_source_set_read_error (VENULE_SOURCE (self), 0, error);
  return FALSE;
}

static char *
dup_rate_origin (VenuleTiffSource *self)
{
  if (self->times != NULL)
    return venule_remark_new (&(VenuleRemark){ VENULE_REMARK_RATE_STACK_TIMES, { self->times->len }, NULL });
  return venule_remark_new (&(VenuleRemark){
    .kind = self->stack->interval > 0 ? VENULE_REMARK_RATE_STACK_INTERVAL : VENULE_REMARK_RATE_NONE });
}

static double
get_rate (VenuleTiffSource *self,
          gint64            n)
{
  if (self->times != NULL && n > 1)
    return (n - 1) / get_time (self, n - 1);
  return self->stack->interval > 0 ? 1 / self->stack->interval : 0;
}

/* Takes @rows. */
static void
publish (VenuleTiffSource *self,
         GArray           *rows,
         GArray           *damaged)
{
  gint64 n = rows->len;

  if (self->broken || n < MAX (self->n_told, self->n_listed))
    venule_source_set_cut_off (VENULE_SOURCE (self));
  venule_source_take_table (VENULE_SOURCE (self), rows, get_rate (self, n), dup_rate_origin (self), FALSE,
                            find_oddities (self, damaged, n));
}

static gboolean
venule_tiff_source_build_table (VenuleSource          *source,
                                VenuleSourceProgress   progress,
                                gpointer               user_data,
                                GCancellable          *cancellable,
                                GError               **error)
{
  VenuleTiffSource *self = VENULE_TIFF_SOURCE (source);
  const char *path = venule_source_get_path (source);
  g_autoptr (VenulePageLocator) locator = NULL;
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (VenuleFrameInfo));
  g_autoptr (GArray) damaged = g_array_new (FALSE, FALSE, sizeof (gint64));
  Scan scan = { rows, damaged, progress, user_data, g_get_monotonic_time () };

  if (!venule_file_check_path (path, &self->stamp, error))
    return FALSE;
  locator = venule_tiff_source_open_locator (self, error);
  if (locator == NULL)
    return FALSE;

  g_array_set_size (self->places, 0);
  self->n_listed = 0;
  if (!scan_frames (self, &scan, locator, cancellable, error) || !venule_file_check_path (path, &self->stamp, error))
    return FALSE;

  self->broken = locator->broken;
  self->more = venule_page_locator_has_more (locator, cancellable);
  publish (self, g_steal_pointer (&rows), damaged);
  return TRUE;
}

/* Where the frames are. A stack in several files cannot be known again by one of them. */
static GVariant *
venule_tiff_source_store_extra (VenuleSource *source)
{
  VenuleTiffSource *self = VENULE_TIFF_SOURCE (source);
  g_autofree guint64 *places = g_new (guint64, 2 * self->places->len);

  if (self->stack->files->len > 1 || self->places->len != venule_source_get_n_frames (source))
    return NULL;

  for (guint i = 0; i < self->places->len; i++)
    {
      places[2 * i] = g_array_index (self->places, VenuleTiffPlace, i).offset;
      places[2 * i + 1] = g_array_index (self->places, VenuleTiffPlace, i).data;
    }
  return g_variant_new_fixed_array (G_VARIANT_TYPE_UINT64, places, 2 * self->places->len, sizeof *places);
}

static gboolean
venule_tiff_source_restore_extra (VenuleSource *source,
                                  GVariant     *extra,
                                  gint64        n_rows)
{
  VenuleTiffSource *self = VENULE_TIFF_SOURCE (source);
  const guint64 *places;
  gsize n;

  if (self->stack->files->len > 1 || !g_variant_is_of_type (extra, G_VARIANT_TYPE ("at")))
    return FALSE;
  places = g_variant_get_fixed_array (extra, &n, sizeof *places);
  if (n_rows == 0 || n / 2 != (gsize) n_rows || n % 2 != 0)
    return FALSE;

  g_array_set_size (self->places, 0);
  for (gsize i = 0; i < n; i += 2)
    {
      VenuleTiffPlace place = { .offset = places[i], .data = places[i + 1] };

      g_array_append_val (self->places, place);
    }
  return TRUE;
}

static GPtrArray *
dup_paths (VenuleTiffSource *self)
{
  const char *path = venule_source_get_path (VENULE_SOURCE (self));
  g_autofree char *folder = g_path_get_dirname (path);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->stack->files->len; i++)
    {
      const char *name = g_ptr_array_index (self->stack->files, i);
      g_autofree char *full = name != NULL ? g_build_filename (folder, name, NULL) : g_strdup (path);

      g_ptr_array_add (paths, g_steal_pointer (&full));
    }
  return paths;
}

static gboolean
venule_tiff_source_check (VenuleSource  *source,
                          GError       **error)
{
  VenuleTiffSource *self = VENULE_TIFF_SOURCE (source);
  g_autoptr (GPtrArray) paths = dup_paths (self);
  guint8 magic[4];

  for (guint i = 0; i < paths->len; i++)
    if (!venule_source_file_check (g_ptr_array_index (paths, i), magic, error))
      {
        g_autofree char *name = venule_source_dup_display_name (source);

        if (i > 0)
          g_prefix_error (error, _("“%s” is described as one of %u files. "), name, paths->len);
        return FALSE;
      }
  return TRUE;
}

static char *
venule_tiff_source_make_hash (VenuleSource  *source,
                              GCancellable  *cancellable,
                              GError       **error)
{
  g_autoptr (GPtrArray) paths = dup_paths (VENULE_TIFF_SOURCE (source));

  return venule_source_files_hash (paths, cancellable, error);
}

static void
venule_tiff_source_finalize (GObject *object)
{
  VenuleTiffSource *self = VENULE_TIFF_SOURCE (object);

  g_clear_pointer (&self->stack, venule_stack_free);
  g_clear_pointer (&self->times, g_array_unref);
  venule_tiff_page_clear (&self->first);
  g_array_unref (self->places);

  G_OBJECT_CLASS (venule_tiff_source_parent_class)->finalize (object);
}

static void
venule_tiff_source_class_init (VenuleTiffSourceClass *klass)
{
  VenuleSourceClass *source_class = VENULE_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = venule_tiff_source_finalize;
  source_class->open_reader = venule_tiff_source_open_reader;
  source_class->open_sampler = venule_tiff_source_open_sampler;
  source_class->build_table = venule_tiff_source_build_table;
  source_class->store_extra = venule_tiff_source_store_extra;
  source_class->restore_extra = venule_tiff_source_restore_extra;
  source_class->check = venule_tiff_source_check;
  source_class->make_hash = venule_tiff_source_make_hash;
}

static void
venule_tiff_source_init (VenuleTiffSource *self)
{
  self->places = g_array_new (FALSE, FALSE, sizeof (VenuleTiffPlace));
}

/* Every picture is a frame: then there may be more or fewer than the description says. */
static gboolean
is_open_ended (VenuleTiffSource *self)
{
  gint64 n = venule_stack_get_n_frames (self->stack, &self->options);

  return self->stack->ranges->len == 0 && venule_stack_get_n_planes (self->stack) == n &&
         self->options.axis != VENULE_AXIS_CHANNEL;
}

static gboolean
go_to_first (VenuleTiffSource   *self,
             VenulePageLocator  *locator,
             const char         *name,
             VenuleTiffPlace    *place,
             GCancellable       *cancellable,
             GError            **error)
{
  g_autoptr (GError) local_error = NULL;

  if (venule_page_locator_find (locator, venule_tiff_source_get_plane (self, 0), place, cancellable, &local_error) &&
      venule_page_locator_go (locator, place, &local_error))
    return TRUE;

  if (local_error != NULL)
    g_propagate_error (error, g_steal_pointer (&local_error));
  else if (venule_page_locator_check (locator, error))
    g_set_error (
      error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
      _("The first picture of “%s” is not where its description says. The file may have been cut off; copy it "
        "again from the microscope."),
      name);
  return FALSE;
}

static gboolean
set_rule_by_range (VenuleTiffSource   *self,
                   VenulePageLocator  *locator,
                   char              **words,
                   GCancellable       *cancellable,
                   GError            **error)
{
  VenuleTiffExtremes extremes = { .lowest = INFINITY, .highest = -INFINITY, .whole = TRUE };
  VenuleTiffRule *rule = &self->rule;

  if (!venule_tiff_range_measure (self->stack, &self->options, locator, &self->first, rule->component,
                                  self->n_promised, &extremes, cancellable, error))
    return FALSE;

  self->n_missing_numbers = extremes.n_missing;
  rule->bit_depth = extremes.whole && extremes.lowest >= 0 && extremes.highest <= 255 ? 8 : 16;
  rule->limit = (1u << rule->bit_depth) - 1;
  rule->offset = 0;
  rule->scale = 1;
  if (extremes.highest < extremes.lowest)
    extremes.highest = extremes.lowest = 0;
  if (extremes.whole && extremes.lowest >= 0 && extremes.highest <= 65535)
    {
      *words = g_strdup (", whole numbers as stored");
      return TRUE;
    }

  rule->offset = extremes.lowest;
  if (extremes.highest > extremes.lowest)
    rule->scale = rule->limit / (extremes.highest - extremes.lowest);
  *words = g_strdup_printf (", numbers %.6g to %.6g as 0 to %u", extremes.lowest, extremes.highest, rule->limit);
  return TRUE;
}

/* The bits that are in use, as long as the first picture does not disprove it. */
static void
use_significant_bits (VenuleTiffSource  *self,
                      VenulePageLocator *locator,
                      guint64            data)
{
  VenuleTiffExtremes extremes = { .lowest = INFINITY, .highest = -INFINITY, .whole = TRUE };
  int bits = self->stack->significant_bits;

  if (self->first.bits != 16 || self->first.color != VENULE_TIFF_GRAY || self->first.number != VENULE_TIFF_UNSIGNED ||
      self->first.inverted || bits < 9 || bits > 15)
    return;
  venule_tiff_page_find_extremes (&self->first, self->rule.component, locator->file, data, &extremes);
  if (extremes.highest > (1 << bits) - 1)
    return;
  self->rule.bit_depth = bits;
  self->rule.limit = (1u << bits) - 1;
}

static void
publish_header (VenuleTiffSource *self,
                const char       *words)
{
  g_autofree char *samples = venule_tiff_page_dup_format (&self->first, self->options.gray);
  g_autofree char *format = venule_tiff_dup_format (self->stack, &self->options, samples, words);
  g_autofree char *origin = dup_rate_origin (self);
  VenuleSourceHeader header = {
    .width = self->first.width,
    .height = self->first.height,
    .bit_depth = self->rule.bit_depth,
    .format = format,
    .frame_rate = get_rate (self, self->n_told),
    .rate_origin = origin,
    .n_frames = self->n_told,
    .pixel_width_um = self->stack->pixel_width_um,
    .pixel_height_um = self->stack->pixel_height_um,
    .scale_origin = self->stack->scale_origin,
    .options = self->options,
    .has_color = self->first.color != VENULE_TIFF_GRAY,
  };

  venule_source_set_header (VENULE_SOURCE (self), &header);
}

static gboolean
load (VenuleTiffSource         *self,
      const VenuleInputOptions *options,
      const char               *name,
      GCancellable             *cancellable,
      GError                  **error)
{
  g_autoptr (VenulePageLocator) locator = NULL;
  VenuleTiffPlace place;
  g_autofree char *words = NULL;

  if (!venule_stack_choose (self->stack, name, options, &self->options, error))
    return FALSE;
  self->n_told = venule_stack_get_n_frames (self->stack, &self->options);
  self->n_promised = is_open_ended (self) ? 0 : self->n_told;
  self->times = venule_stack_dup_times (self->stack, &self->options);
  self->rule.gray = options->gray;
  self->rule.component = self->stack->channels_in_page ? MAX (self->options.channel - 1, 0) : 0;

  locator = venule_tiff_source_open_locator (self, error);
  if (locator == NULL || !go_to_first (self, locator, name, &place, cancellable, error) ||
      !venule_tiff_page_read (&self->first, locator->file, name, error) ||
      !venule_source_check_gray (options, self->first.color != VENULE_TIFF_GRAY, name, error))
    return FALSE;
  if (locator->giant > 0)
    self->n_promised = self->n_told;

  if (venule_tiff_page_needs_range (&self->first))
    {
      if (!set_rule_by_range (self, locator, &words, cancellable, error))
        return FALSE;
    }
  else
    {
      venule_tiff_page_get_rule (&self->first, &self->rule);
      use_significant_bits (self, locator, place.data);
    }
  if (!venule_page_locator_check (locator, error))
    return FALSE;
  publish_header (self, words);
  return TRUE;
}

/**
 * venule_tiff_source_new:
 * @path: a TIFF or BigTIFF file
 * @options: what was chosen of it
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * Opens an image stack, and reads its first page. Without a description every page is a frame, except small previews;
 * the descriptions of ImageJ and OME-TIFF say more, and what they leave open has to be chosen. The time between frames
 * is taken from there; without it the frame rate and all times are 0, and the user has to type the rate. Stacks of 32
 * bit and floating point are read once here, to find the range of their numbers. See venule_source_open_as().
 *
 * Returns: (transfer full): the source, or %NULL
 */
VenuleSource *
venule_tiff_source_new (const char               *path,
                        const VenuleInputOptions *options,
                        GCancellable             *cancellable,
                        GError                  **error)
{
  g_autoptr (VenuleTiffSource) self = NULL;
  g_autoptr (VenuleTiffFile) file = venule_tiff_file_new (path, error);
  g_autofree char *name = venule_display_name_dup_base (path);
  g_auto (VenuleTiffPage) page = { 0 };

  if (file == NULL || !venule_tiff_page_read (&page, file, name, error))
    return NULL;

  self = g_object_new (VENULE_TYPE_TIFF_SOURCE, "path", path, NULL);
  self->stamp = *venule_file_get_stamp (file->file);
  self->stack = venule_tiff_describe (file, &page, path, options->series, error);
  if (self->stack == NULL || !venule_tiff_source_check (VENULE_SOURCE (self), error) ||
      !load (self, options, name, cancellable, error))
    return NULL;
  return VENULE_SOURCE (g_steal_pointer (&self));
}

/**
 * venule_tiff_source_open_locator:
 * @self: a stack
 * @error: return location
 *
 * Returns: (transfer full): a locator of its own, or %NULL with an error
 */
VenulePageLocator *
venule_tiff_source_open_locator (VenuleTiffSource  *self,
                                 GError           **error)
{
  return venule_page_locator_new (self->stack, venule_source_get_path (VENULE_SOURCE (self)), error);
}

/**
 * venule_tiff_source_has_own_range:
 * @self: a stack
 *
 * Returns: whether its samples are scaled by the lowest and highest number of this very stack
 */
gboolean
venule_tiff_source_has_own_range (VenuleTiffSource *self)
{
  return venule_tiff_page_needs_range (&self->first);
}

/**
 * venule_tiff_source_get_plane:
 * @self: a stack
 * @index: number of a frame
 *
 * Returns: the number of the picture that is the frame, in the stack's order
 */
gint64
venule_tiff_source_get_plane (VenuleTiffSource *self,
                              gint64            index)
{
  return self->n_promised == 0 ? index : venule_stack_get_frame (self->stack, &self->options, index);
}

/**
 * venule_tiff_source_get_place:
 * @self: a stack whose table is complete
 * @index: number of a frame in it
 * @place: (out): where its picture is
 */
void
venule_tiff_source_get_place (VenuleTiffSource *self,
                              gint64            index,
                              VenuleTiffPlace  *place)
{
  *place = g_array_index (self->places, VenuleTiffPlace, index);
}

/**
 * venule_tiff_source_read:
 * @self: a stack
 * @locator: a locator on it
 * @place: where the frame's picture is
 * @index: number of the frame
 * @error: return location
 *
 * A picture as a frame. Pages of another size or kind than the first one, and parts that cannot be read, stay black,
 * and the frame is marked as damaged.
 *
 * Returns: (transfer full): the frame, or %NULL with %VENULE_ERROR_NO_MEMORY
 */
VenuleFrame *
venule_tiff_source_read (VenuleTiffSource       *self,
                         VenulePageLocator      *locator,
                         const VenuleTiffPlace  *place,
                         gint64                  index,
                         GError                **error)
{
  g_autoptr (VenuleFrame) frame = venule_frame_new (self->first.width, self->first.height, self->rule.bit_depth);
  g_auto (VenuleTiffPage) page = { 0 };

  if (frame == NULL)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY,
                   _("There is not enough memory for a frame of %d × %d pixels. Close other programs and try again."),
                   self->first.width, self->first.height);
      return NULL;
    }

  frame->index = index;
  frame->time = get_time (self, index);
  frame->corrupt = place->offset == 0 || !venule_page_locator_go (locator, place, NULL) ||
                   !venule_tiff_page_read (&page, locator->file, "", NULL) ||
                   !venule_tiff_page_is_like (&page, &self->first) ||
                   !(place->data > 0 ? venule_tiff_page_load_at (&page, &self->rule, locator->file, place->data, frame)
                                     : venule_tiff_page_load (&page, &self->rule, locator->file, frame));
  return g_steal_pointer (&frame);
}
