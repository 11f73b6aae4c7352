/* venule-gray-histogram.c: how often each gray level stands in frames, and what that says of the recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-gray-histogram.h"

#include <math.h>

#include "venule-backend.h"
#include "venule-error.h"
#include "venule-light.h"
#include "venule-roi-planes.h"

#define SPREAD_FRAMES 32 /* that stand for a video */
#define TAIL          0.001 /* of the pixels, at each end, that do not count for the levels that are used */
#define PILE          8.0   /* times the levels below: so many pixels have the last level by no chance */
#define PILE_LEVELS   8
#define VIDEO_WHITE   235 /* of 8-bit luma in the range of television */

/* ImageJ's Auto (ContrastAdjuster of 1.53t) */
#define AUTO_BINS  256
#define AUTO_FIRST 5000
#define AUTO_LAST  10
#define AUTO_LIMIT 10 /* a bin with more than this part of the pixels is background */

/**
 * venule_gray_histogram_new:
 * @bit_depth: of the frames, 8 to 16
 *
 * Returns: (transfer full): of no frame
 */
VenuleGrayHistogram *
venule_gray_histogram_new (int bit_depth)
{
  VenuleGrayHistogram *self;

  g_return_val_if_fail (bit_depth >= 8 && bit_depth <= 16, NULL);

  self = g_new0 (VenuleGrayHistogram, 1);
  self->bit_depth = bit_depth;
  self->n_levels = 1u << bit_depth;
  self->counts = g_new0 (guint64, self->n_levels);
  return self;
}

/**
 * venule_gray_histogram_free:
 * @self: (transfer full): the histogram
 */
void
venule_gray_histogram_free (VenuleGrayHistogram *self)
{
  g_free (self->counts);
  g_free (self);
}

static gboolean
add_image (VenuleGrayHistogram *self, const vnk_image *image, const vnk_plane *mask, GError **error)
{
  g_autoptr (vnk_backend) backend = NULL;

  if (!venule_kernels_check (vnk_cpu_open (1, &backend), error) ||
      !venule_kernels_check (backend->histogram (backend, image, mask, 0, (int) self->n_levels, self->counts), error))
    return FALSE;
  self->n_pixels = 0;
  for (guint i = 0; i < self->n_levels; i++)
    self->n_pixels += self->counts[i];
  return TRUE;
}

/**
 * venule_gray_histogram_add:
 * @self: a histogram of the frame's bit depth
 * @frame: a frame
 * @error: return location
 *
 * Adds the gray levels of a frame. Any thread.
 *
 * Returns: whether there was memory for it
 */
gboolean
venule_gray_histogram_add (VenuleGrayHistogram *self, VenuleFrame *frame, GError **error)
{
  const vnk_image image = { frame->data, frame->width, frame->height, (ptrdiff_t) frame->stride,
                            venule_frame_get_sample_bytes (frame) };

  g_return_val_if_fail (self->bit_depth == frame->bit_depth, FALSE);

  return add_image (self, &image, NULL, error);
}

static void
get_range (const VenuleGrayHistogram *self, guint *first, guint *last)
{
  for (*first = 0; *first < self->n_levels - 1 && self->counts[*first] == 0;)
    ++*first;
  for (*last = self->n_levels - 1; *last > *first && self->counts[*last] == 0;)
    --*last;
}

/* ---- The camera ---- */

/* Whether the pixels pile up at a level: far more have it than the used ones below. */
static gboolean
is_pile (const VenuleGrayHistogram *self, guint level)
{
  guint64 below = 0;
  guint n = 0;

  for (guint i = level; i > 0 && n < PILE_LEVELS; i--)
    {
      below += self->counts[i - 1];
      n += self->counts[i - 1] > 0;
    }
  return n > 0 && (double) self->counts[level] >= PILE * (double) below / n;
}

/**
 * venule_gray_histogram_get_ceiling:
 * @self: of a video
 *
 * At which gray level the camera saturates. Cameras of 10 to 14 bits are stored in 16, so the bit depth does not tell:
 * it is the largest level of all where pixels pile up there. With 8 bits that is 255, or 235 for luma in the range of
 * television; burnt-in text piles up elsewhere.
 *
 * Returns: the level from which on pixels are saturated
 */
guint
venule_gray_histogram_get_ceiling (const VenuleGrayHistogram *self)
{
  guint first, top;

  get_range (self, &first, &top);
  if ((self->bit_depth > 8 || top == VIDEO_WHITE) && is_pile (self, top))
    return top;
  return self->n_levels - 1;
}

/* Levels that are used, but for those of the few darkest and brightest pixels. */
static guint
count_used (const VenuleGrayHistogram *self)
{
  double low = TAIL * (double) self->n_pixels, high = (1 - TAIL) * (double) self->n_pixels;
  guint64 n = 0;
  guint used = 0;

  for (guint i = 0; i < self->n_levels; i++)
    {
      gboolean before = (double) n < high;

      n += self->counts[i];
      used += self->counts[i] > 0 && before && (double) n > low;
    }
  return used;
}

/* ---- ImageJ's Auto ---- */

/* The levels from the first to the last that is used, in 256 bins; with 8 bits each has its own. */
static void
fill_auto_bins (const VenuleGrayHistogram *self, guint64 *bins, double *first, double *size)
{
  guint low, high;

  get_range (self, &low, &high);
  *first = self->bit_depth == 8 ? 0 : low;
  *size = self->bit_depth == 8 ? 1 : (high - low) / (double) AUTO_BINS;
  for (guint i = low; i <= high; i++)
    bins[*size > 0 ? MIN ((guint) ((i - *first) / *size), AUTO_BINS - 1) : 0] += self->counts[i];
}

/**
 * venule_gray_histogram_get_limits:
 * @self: of a frame
 * @strength: (inout): 0 at first; each call makes it stronger, until it begins anew
 * @black: (out): the gray level to be shown black
 * @white: (out): the gray level to be shown white, above @black
 *
 * The limits of the button Auto in ImageJ's Brightness/Contrast: from the first to the last of 256 bins that hold more
 * than a 5000th of the pixels, with each press of half that number, and not more than a tenth, as the background does.
 *
 * Returns: whether there are such bins; else all gray levels are to be shown, and @strength is 0
 */
gboolean
venule_gray_histogram_get_limits (const VenuleGrayHistogram *self, guint *strength, guint *black, guint *white)
{
  guint64 bins[AUTO_BINS] = { 0 }, most = self->n_pixels / AUTO_LIMIT, least;
  double first, size;
  int low = 0, high = AUTO_BINS - 1;

  *strength = *strength < AUTO_LAST ? AUTO_FIRST : *strength / 2;
  least = self->n_pixels / *strength;
  fill_auto_bins (self, bins, &first, &size);
  while (low < AUTO_BINS - 1 && (bins[low] > most || bins[low] <= least))
    low++;
  while (high > 0 && (bins[high] > most || bins[high] <= least))
    high--;
  if (high < low)
    {
      *strength = 0;
      return FALSE;
    }
  *black = (guint) lrint (first + low * size);
  *white = (guint) lrint (first + high * size);
  if (low == high)
    get_range (self, black, white);
  *white = MAX (*white, *black + 1);
  return TRUE;
}

/* ---- A video ---- */

/**
 * venule_exposure_free:
 * @self: (transfer full): the exposure
 */
void
venule_exposure_free (VenuleExposure *self)
{
  g_clear_pointer (&self->video, venule_gray_histogram_free);
  g_clear_pointer (&self->crop, venule_gray_histogram_free);
  g_free (self);
}

static void
judge (VenuleExposure *self)
{
  guint64 saturated = 0;

  self->ceiling = venule_gray_histogram_get_ceiling (self->video);
  for (guint i = self->ceiling; i < self->crop->n_levels; i++)
    saturated += self->crop->counts[i];
  self->saturated = self->crop->n_pixels > 0 ? (double) saturated / (double) self->crop->n_pixels : 0;
  self->n_used = count_used (self->crop);
  self->few = self->crop->n_pixels > 0 && self->n_used < VENULE_LIGHT_FEW_GRAYS;
}

struct _VenuleExposureMeter
{
  VenuleExposure *exposure;
  int             x, y, width, height; /* of the crop, px */
  vnk_plane       mask;                /* above 0: within it; empty: all of it is */
};

static gboolean
take_crop (VenuleExposureMeter *self, const VenuleVessel *vessel, int width, int height, GError **error)
{
  venule_vessel_get_bounds (vessel, width, height, &self->x, &self->y, &self->width, &self->height);
  if (vessel->kind == VENULE_CROP_WHOLE || self->width < 1 || self->height < 1)
    return TRUE;

  self->mask = vnk_plane_new (self->width, self->height);
  if (self->mask.data == NULL)
    return venule_kernels_check (VNK_ERROR_NO_MEMORY, error);
  for (int y = 0; y < self->height; y++)
    for (int x = 0; x < self->width; x++)
      self->mask.data[y * self->mask.stride + x] =
        venule_vessel_contains (vessel, width, height, self->x + x, self->y + y);
  return TRUE;
}

/**
 * venule_exposure_meter_new:
 * @vessel: with the crop
 * @width: of the frames, px
 * @height: px
 * @bit_depth: of the frames
 * @error: return location
 *
 * Returns: (transfer full) (nullable): for frames that stand for a video, or %NULL with a %VENULE_ERROR_NO_MEMORY
 */
VenuleExposureMeter *
venule_exposure_meter_new (const VenuleVessel *vessel, int width, int height, int bit_depth, GError **error)
{
  g_autoptr (VenuleExposureMeter) self = g_new0 (VenuleExposureMeter, 1);

  self->exposure = g_new0 (VenuleExposure, 1);
  self->exposure->video = venule_gray_histogram_new (bit_depth);
  self->exposure->crop = venule_gray_histogram_new (bit_depth);
  return take_crop (self, vessel, width, height, error) ? g_steal_pointer (&self) : NULL;
}

void
venule_exposure_meter_free (VenuleExposureMeter *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->exposure, venule_exposure_free);
  vnk_plane_clear (&self->mask);
  g_free (self);
}

/**
 * venule_exposure_meter_add:
 * @self: the meter
 * @frame: a frame of the size and depth that it was made for
 * @error: return location
 *
 * Returns: whether there was memory for it
 */
gboolean
venule_exposure_meter_add (VenuleExposureMeter *self, VenuleFrame *frame, GError **error)
{
  const int bytes = venule_frame_get_sample_bytes (frame);
  const vnk_image part = { frame->data + self->y * frame->stride + self->x * bytes, self->width, self->height,
                           (ptrdiff_t) frame->stride, bytes };

  return venule_gray_histogram_add (self->exposure->video, frame, error) &&
         (self->width < 1 || self->height < 1 ||
          add_image (self->exposure->crop, &part, self->mask.data != NULL ? &self->mask : NULL, error));
}

/**
 * venule_exposure_meter_end:
 * @self: the meter; nothing is added to it any more
 *
 * Returns: (transfer full): how the camera was set, by the frames that were added
 */
VenuleExposure *
venule_exposure_meter_end (VenuleExposureMeter *self)
{
  judge (self->exposure);
  return g_steal_pointer (&self->exposure);
}

/* Frames from the first to the last, but for those that cannot be read; none at all is an error. */
static gboolean
add_frames (VenuleExposureMeter *self, VenuleSource *source, GCancellable *cancellable, GError **error)
{
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, error);
  g_autoptr (GError) fault = NULL;
  gint64 n_frames = MAX (venule_source_get_n_frames (source), 1);
  int n = (int) MIN (n_frames, SPREAD_FRAMES);

  for (int i = 0; reader != NULL && i < n; i++)
    {
      g_autoptr (VenuleFrame) frame = NULL;

      g_clear_error (&fault);
      frame = venule_reader_read (reader, n > 1 ? i * (n_frames - 1) / (n - 1) : 0, cancellable, &fault);
      if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
          (frame != NULL && !venule_exposure_meter_add (self, frame, error)))
        return FALSE;
      if (g_error_matches (fault, VENULE_ERROR, VENULE_ERROR_END))
        break;
    }
  if (self->exposure->video->n_pixels == 0 && fault != NULL)
    g_propagate_error (error, g_steal_pointer (&fault));
  return self->exposure->video->n_pixels > 0;
}

/**
 * venule_exposure_measure:
 * @source: a video
 * @vessel: with the crop
 * @cancellable: (nullable): looked at between frames
 * @error: return location
 *
 * Looks at frames that are spread over a video, but for those that cannot be read. Blocks: for a thread of its own.
 *
 * Returns: (transfer full) (nullable): how the camera was set
 */
VenuleExposure *
venule_exposure_measure (VenuleSource *source, const VenuleVessel *vessel, GCancellable *cancellable, GError **error)
{
  g_autoptr (VenuleExposureMeter) meter =
    venule_exposure_meter_new (vessel, venule_source_get_width (source), venule_source_get_height (source),
                               venule_source_get_bit_depth (source), error);

  return meter != NULL && add_frames (meter, source, cancellable, error) ? venule_exposure_meter_end (meter) : NULL;
}
