/* venule-light-meter.c: the brightness of the tissue, frame by frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-light-meter.h"

#include <math.h>

#include "venule-gray-histogram.h"

#define PLACES 8000          /* in a frame: noise of 5 gray levels moves their mean by less than a tenth of one */
#define CROP_MARGIN 0.25     /* cell diameters around the crop that cells may reach into */
#define MIN_TISSUE 0.1       /* share of the places, below which all of the frame has to do */
#define EXPOSURE_INTERVAL 100 /* frames from a look at the crop's gray levels to the next */

struct _VenuleLightMeter
{
  VenuleSettings      *settings;
  int                  width, height; /* of the frames, px */
  GArray              *places;        /* of TissuePlace */
  guint32             *counts;        /* 65536, all 0 between frames */
  VenuleExposureMeter *exposure;      /* NULL before the first frame, and where there is no memory for it */
  GArray              *frames;        /* of float */
};

typedef struct {
  int x, y;
} TissuePlace;

static gboolean
is_tissue (const VenuleLightMeter *self, int x, int y)
{
  const double reach = CROP_MARGIN * self->settings->cell_diameter;
  const double ways[][2] = { { 0, 0 }, { reach, 0 }, { -reach, 0 }, { 0, reach }, { 0, -reach } };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    if (venule_vessel_contains (self->settings->vessel, self->width, self->height, x + ways[i][0], y + ways[i][1]))
      return FALSE;
  return TRUE;
}

/* An odd step, which no pattern of lines or pixels that alternate is blind to. */
static void
choose_places (VenuleLightMeter *self)
{
  int step = (int) sqrt ((double) self->width * self->height / PLACES) | 1;
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (TissuePlace));

  for (int y = step / 2; y < self->height; y += step)
    for (int x = step / 2; x < self->width; x += step)
      {
        TissuePlace place = { x, y };

        g_array_append_val (all, place);
        if (is_tissue (self, x, y))
          g_array_append_val (self->places, place);
      }
  if (self->places->len < MIN_TISSUE * all->len)
    {
      g_array_unref (self->places);
      self->places = g_steal_pointer (&all);
    }
}

/**
 * venule_light_meter_new:
 * @settings: of the run
 * @frame_width: px
 * @frame_height: px
 *
 * Returns: (transfer full): a meter for the frames of a run
 */
VenuleLightMeter *
venule_light_meter_new (const VenuleSettings *settings, int frame_width, int frame_height)
{
  VenuleLightMeter *self = g_new0 (VenuleLightMeter, 1);

  self->settings = venule_settings_copy (settings);
  self->width = frame_width;
  self->height = frame_height;
  self->places = g_array_new (FALSE, FALSE, sizeof (TissuePlace));
  self->counts = g_new0 (guint32, 1 << 16);
  self->frames = g_array_new (FALSE, FALSE, sizeof (float));
  choose_places (self);
  return self;
}

void
venule_light_meter_free (VenuleLightMeter *self)
{
  if (self == NULL)
    return;

  venule_settings_free (self->settings);
  g_array_unref (self->places);
  g_free (self->counts);
  venule_exposure_meter_free (self->exposure);
  g_array_unref (self->frames);
  g_free (self);
}

/* Counts the samples at the places, moved by (@dx, @dy). Returns: how many lie in the frame */
static guint
count (VenuleLightMeter *self, VenuleFrame *frame, int dx, int dy, guint *low, guint *high)
{
  const gboolean wide = venule_frame_get_sample_bytes (frame) > 1;
  guint n = 0;

  *low = G_MAXUINT16;
  *high = 0;
  for (guint i = 0; i < self->places->len; i++)
    {
      const TissuePlace *place = &g_array_index (self->places, TissuePlace, i);
      int x = place->x + dx, y = place->y + dy;
      const guint8 *row = frame->data + y * (gssize) frame->stride;
      guint sample;

      if (x < 0 || y < 0 || x >= frame->width || y >= frame->height)
        continue;
      sample = wide ? ((const guint16 *) (gconstpointer) row)[x] : row[x];
      self->counts[sample]++;
      *low = MIN (*low, sample);
      *high = MAX (*high, sample);
      n++;
    }
  return n;
}

/* The mean of the middle half of the samples, which cells that pass do not move, and which is finer than a gray level.
 * Clears the counts. */
static float
take_middle (VenuleLightMeter *self, guint n, guint low, guint high)
{
  double from = 0.25 * n, to = 0.75 * n, before = 0, sum = 0;

  for (guint i = low; i <= high; i++)
    {
      double inside;

      if (self->counts[i] == 0)
        continue;
      inside = fmin (before + self->counts[i], to) - fmax (before, from);
      sum += inside > 0 ? inside * i : 0;
      before += self->counts[i];
      self->counts[i] = 0;
    }
  return n > 0 ? (float) (sum / (to - from)) : NAN;
}

static void
look_at_exposure (VenuleLightMeter *self, VenuleFrame *frame)
{
  if (self->frames->len == 0)
    self->exposure = venule_exposure_meter_new (self->settings->vessel, self->width, self->height, frame->bit_depth,
                                                NULL);
  if (self->exposure != NULL && self->frames->len % EXPOSURE_INTERVAL == 0 &&
      !venule_exposure_meter_add (self->exposure, frame, NULL))
    g_clear_pointer (&self->exposure, venule_exposure_meter_free);
}

/**
 * venule_light_meter_add:
 * @self: the meter
 * @frame: the next frame
 * @shift_x: px that the tissue has moved in it
 * @shift_y: px
 *
 * Some ten microseconds. What there is no memory for is not known.
 */
void
venule_light_meter_add (VenuleLightMeter *self, VenuleFrame *frame, double shift_x, double shift_y)
{
  guint low, high, n = count (self, frame, (int) lrint (shift_x), (int) lrint (shift_y), &low, &high);
  float middle = take_middle (self, n, low, high);

  look_at_exposure (self, frame);
  g_array_append_val (self->frames, middle);
}

/**
 * venule_light_meter_end:
 * @self: the meter; nothing is added to it any more
 *
 * Returns: (transfer full): what the frames say
 */
VenuleLight *
venule_light_meter_end (VenuleLightMeter *self)
{
  g_autoptr (VenuleExposure) exposure =
    self->exposure != NULL ? venule_exposure_meter_end (self->exposure) : NULL;
  gboolean known = exposure != NULL && exposure->crop->n_pixels > 0;

  g_clear_pointer (&self->exposure, venule_exposure_meter_free);
  return venule_light_new ((const float *) (gconstpointer) self->frames->data, self->frames->len,
                           known ? exposure->saturated : NAN, known ? exposure->n_used : 0);
}
