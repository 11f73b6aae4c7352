/* venule-stack.c: what the description of an image stack says of its axes, sizes and times
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-stack.h"

#include <math.h>
#include <string.h>

#include "venule-order.h"
#include "venule-source.h"

/**
 * venule_stack_new:
 *
 * Returns: (transfer full): a stack without a description: every page is the next frame
 */
VenuleStack *
venule_stack_new (void)
{
  VenuleStack *self = g_new0 (VenuleStack, 1);

  self->n_series = 1;
  self->n_channels = 1;
  self->n_slices = 1;
  strcpy (self->order, "CZT");
  self->channel_names = g_ptr_array_new_with_free_func (g_free);
  self->files = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->files, NULL);
  self->ranges = g_array_new (FALSE, FALSE, sizeof (VenuleStackRange));
  self->times = g_array_new (FALSE, FALSE, sizeof (VenuleStackTime));
  self->doubts = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/**
 * venule_stack_free:
 * @self: (transfer full): a stack
 */
void
venule_stack_free (VenuleStack *self)
{
  g_ptr_array_unref (self->channel_names);
  g_ptr_array_unref (self->files);
  g_array_unref (self->ranges);
  g_array_unref (self->times);
  g_free (self->scale_origin);
  g_ptr_array_unref (self->doubts);
  g_free (self);
}

/**
 * venule_stack_get_n_planes:
 * @self: a stack
 *
 * Returns: number of pages by the description; 0: unknown
 */
gint64
venule_stack_get_n_planes (VenuleStack *self)
{
  return self->n_times * self->n_slices * (self->channels_in_page ? 1 : self->n_channels);
}

static int
compare_ranges (gconstpointer a,
                gconstpointer b)
{
  const VenuleStackRange *x = a;
  const VenuleStackRange *y = b;

  return (x->first > y->first) - (x->first < y->first);
}

/**
 * venule_stack_sort_ranges:
 * @self: a stack
 *
 * To be called when all ranges have been added.
 */
void
venule_stack_sort_ranges (VenuleStack *self)
{
  g_array_sort (self->ranges, compare_ranges);
}

/**
 * venule_stack_add_range:
 * @self: a stack
 * @first: number of a picture
 * @count: how many follow each other
 * @file: number of their file
 * @page: number of the first one's page
 *
 * Says where pictures lie.
 */
void
venule_stack_add_range (VenuleStack *self,
                        gint64       first,
                        gint64       count,
                        guint        file,
                        gint64       page)
{
  const VenuleStackRange range = { .first = first, .count = count, .file = file, .page = page };

  g_array_append_val (self->ranges, range);
}

/**
 * venule_stack_find:
 * @self: a stack
 * @plane: number of a picture, in the stack's order
 * @file: (out): number of its file
 * @page: (out): number of its page there
 *
 * Returns: %FALSE when the description does not say where the picture is
 */
gboolean
venule_stack_find (VenuleStack *self,
                   gint64       plane,
                   guint       *file,
                   gint64      *page)
{
  const VenuleStackRange *range;
  guint after;

  if (self->ranges->len == 0)
    {
      *file = 0;
      *page = plane;
      return TRUE;
    }

  after = (guint) venule_bisect (0, self->ranges->len, i,
                                 g_array_index (self->ranges, VenuleStackRange, i).first <= plane);
  if (after == 0)
    return FALSE;

  range = &g_array_index (self->ranges, VenuleStackRange, after - 1);
  *file = range->file;
  *page = range->page + (plane - range->first);
  return plane - range->first < range->count;
}

/**
 * venule_stack_get_plane:
 * @self: a stack
 * @channel: number of a channel, from 0
 * @slice: number of a slice, from 0
 * @time: number of a time, from 0
 *
 * Returns: the number of that picture, in the stack's order
 */
gint64
venule_stack_get_plane (VenuleStack *self,
                        int          channel,
                        int          slice,
                        gint64       time)
{
  gint64 plane = 0;
  gint64 step = 1;

  for (int i = 0; i < 3; i++)
    switch (self->order[i])
      {
      case 'C':
        plane += self->channels_in_page ? 0 : step * channel;
        step *= self->channels_in_page ? 1 : self->n_channels;
        break;
      case 'Z':
        plane += step * slice;
        step *= self->n_slices;
        break;
      default:
        plane += step * time;
        step *= MAX (self->n_times, 1);
        break;
      }
  return plane;
}

/**
 * venule_stack_get_n_frames:
 * @self: a stack
 * @options: what venule_stack_choose() made of what was wanted
 *
 * Returns: number of frames by the description; 0: unknown
 */
gint64
venule_stack_get_n_frames (VenuleStack              *self,
                           const VenuleInputOptions *options)
{
  switch (options->axis)
    {
    case VENULE_AXIS_SLICE:
      return self->n_slices;
    case VENULE_AXIS_CHANNEL:
      return self->n_channels;
    case VENULE_AXIS_TIME:
    case VENULE_AXIS_UNKNOWN:
    default:
      return self->n_times;
    }
}

/**
 * venule_stack_get_n_told:
 * @self: a stack
 * @options: what venule_stack_choose() made of what was wanted
 *
 * Returns: of how many frames the description tells, for people: venule_stack_get_n_frames() is what of it is believed
 */
gint64
venule_stack_get_n_told (VenuleStack              *self,
                         const VenuleInputOptions *options)
{
  gint64 n = venule_stack_get_n_frames (self, options);

  return options->axis == VENULE_AXIS_SLICE || options->axis == VENULE_AXIS_CHANNEL ? n : MAX (n, self->told_times);
}

/**
 * venule_stack_get_frame:
 * @self: a stack
 * @options: what venule_stack_choose() made of what was wanted
 * @index: number of a frame
 *
 * Returns: the number of the picture that is that frame
 */
gint64
venule_stack_get_frame (VenuleStack              *self,
                        const VenuleInputOptions *options,
                        gint64                    index)
{
  int channel = MAX (options->channel - 1, 0);
  int slice = MAX (options->slice - 1, 0);

  switch (options->axis)
    {
    case VENULE_AXIS_SLICE:
      return venule_stack_get_plane (self, channel, (int) index, 0);
    case VENULE_AXIS_CHANNEL:
      return venule_stack_get_plane (self, (int) index, slice, 0);
    case VENULE_AXIS_TIME:
    case VENULE_AXIS_UNKNOWN:
    default:
      return venule_stack_get_plane (self, channel, slice, index);
    }
}

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  const VenuleStackTime *x = a;
  const VenuleStackTime *y = b;

  return (x->plane > y->plane) - (x->plane < y->plane);
}

/**
 * venule_stack_dup_times:
 * @self: a stack
 * @options: what venule_stack_choose() made of what was wanted
 *
 * Returns: (transfer full) (nullable) (element-type double): s since the first frame of all frames; %NULL unless each
 *   of them is told, each is later than the one before, and a camera may have taken them
 */
GArray *
venule_stack_dup_times (VenuleStack              *self,
                        const VenuleInputOptions *options)
{
  gint64 n = venule_stack_get_n_frames (self, options);
  g_autoptr (GArray) seconds = NULL;
  double before = -INFINITY;
  double start = 0;

  if (n < 2 || n > self->times->len)
    return NULL;

  seconds = g_array_sized_new (FALSE, FALSE, sizeof (double), n);
  g_array_sort (self->times, compare_times);
  for (gint64 i = 0; i < n; i++)
    {
      VenuleStackTime key = { .plane = venule_stack_get_frame (self, options, i) };
      guint found;
      double time;

      if (!g_array_binary_search (self->times, &key, compare_times, &found))
        return NULL;
      time = g_array_index (self->times, VenuleStackTime, found).seconds;
      if (!isfinite (time) || time <= before)
        return NULL;
      before = time;
      if (i == 0)
        start = time;
      time -= start;
      g_array_append_val (seconds, time);
    }
  if (!((n - 1) / (before - start) >= VENULE_SOURCE_LOWEST_RATE &&
        (n - 1) / (before - start) <= VENULE_SOURCE_HIGHEST_RATE))
    return NULL;
  return g_steal_pointer (&seconds);
}

/* Of which one is not the other rounded, or a clock that is a little wrong. */
#define CONTRADICTED 1.1

/**
 * venule_stack_find_contradiction:
 * @self: a stack
 * @times: (element-type double): what venule_stack_dup_times() returned, not %NULL
 *
 * Returns: the median of the times between two frames, s, where the stack tells of an interval that is quite another
 *   one; 0 elsewhere
 */
double
venule_stack_find_contradiction (VenuleStack  *self,
                                 const GArray *times)
{
  g_autoptr (GArray) intervals = g_array_new (FALSE, FALSE, sizeof (double));
  double median;

  for (guint i = 1; i < times->len; i++)
    {
      double interval = g_array_index (times, double, i) - g_array_index (times, double, i - 1);

      g_array_append_val (intervals, interval);
    }
  g_array_sort (intervals, venule_compare_doubles);
  median = g_array_index (intervals, double, intervals->len / 2);

  return self->interval > 0 && (median >= CONTRADICTED * self->interval || self->interval >= CONTRADICTED * median)
         ? median : 0;
}

/**
 * venule_stack_parse_length:
 * @number: a length
 * @unit: (nullable): its unit as programs write it: "µm", "um", "micron", "nm", "mm", "cm", "m", "inch"
 *
 * Returns: the length in µm; 0 when the unit is none of length
 */
double
venule_stack_parse_length (double      number,
                           const char *unit)
{
  static const struct {
    const char *name;
    double      um;
  } units[] = { { "µm", 1 },     { "μm", 1 },        { "um", 1 },       { "micron", 1 },     { "microns", 1 },
                { "micrometer", 1 }, { "micrometre", 1 }, { "\\u00B5m", 1 }, { "nm", 1e-3 },      { "nanometer", 1e-3 },
                { "pm", 1e-6 },  { "Å", 1e-4 },      { "mm", 1e3 },     { "millimeter", 1e3 }, { "cm", 1e4 },
                { "dm", 1e5 },   { "m", 1e6 },       { "meter", 1e6 },  { "inch", 25400 },   { "in", 25400 },
                { "inches", 25400 } };

  if (unit == NULL || !isfinite (number) || !(number > 0))
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_ascii_strcasecmp (unit, units[i].name) == 0)
      return number * units[i].um;
  return 0;
}

/**
 * venule_stack_parse_time:
 * @number: a time
 * @unit: (nullable): its unit as programs write it; %NULL or empty: seconds
 *
 * Returns: the time in s; NaN when the unit is none of time
 */
double
venule_stack_parse_time (double      number,
                         const char *unit)
{
  static const struct {
    const char *name;
    double      seconds;
  } units[] = { { "", 1 },        { "s", 1 },      { "sec", 1 },     { "second", 1 },   { "seconds", 1 },
                { "ms", 1e-3 },   { "msec", 1e-3 }, { "milliseconds", 1e-3 }, { "µs", 1e-6 }, { "us", 1e-6 },
                { "\\u00B5s", 1e-6 }, { "ns", 1e-9 }, { "ps", 1e-12 }, { "ds", 0.1 }, { "cs", 0.01 }, { "m", 60 },
                { "min", 60 },    { "minute", 60 }, { "minutes", 60 }, { "h", 3600 },     { "hour", 3600 },
                { "hours", 3600 }, { "d", 86400 } };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_ascii_strcasecmp (unit != NULL ? unit : "", units[i].name) == 0)
      return number * units[i].seconds;
  return NAN;
}
