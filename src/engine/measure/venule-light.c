/* venule-light.c: how much the light of a recording varies
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-light.h"

#include <math.h>
#include <string.h>

#include "venule-order.h"

#define LEAST_FRAMES 5       /* fewer say nothing of how light varies */
#define LEAST_GRAY 10.0      /* gray levels: below it noise, and not the lamp, makes the difference */
#define HOP (VENULE_LIGHT_WINDOW / 4) /* frames from one place where the slow part is found to the next */
#define BLOCKS 100           /* of frames, between whose medians slopes are taken */
#define OUTLYING 3.0         /* standard deviations */
#define MAD_TO_SD 1.4826     /* of a normal distribution */
#define TENTH_TO_SD 1.645    /* the same: a tenth of it lies further out */
#define STEP 0.05            /* of the light: a smaller jump is flicker */
#define STEP_FLICKER 3.0     /* times the flicker that is left */
#define STEP_SPREAD 4.0      /* times the standard deviation at its sides */
#define STEP_SIDE 15         /* frames at each side of a jump that have to be alike */
#define STEP_LEAST_SIDE 5
#define STEP_FAR 61          /* frames at each side, */
#define LASTING 0.75         /* of a jump that is left between those */
#define STEP_WAY 1           /* frames at each side in which it happens */
#define DARK 0.05            /* of the light, that is taken for none */
#define SHARP 0.6            /* of a jump that happens in these */
#define SPECTRUM_FRAMES 1024 /* in the middle, that tell how the flicker repeats itself */
#define SPECTRUM_LEAST 32
#define PURE 0.35            /* of the variance: noise alone has a tenth at one frequency */
#define MAINS_WIDTH 0.3      /* Hz that twice the mains may be off */

/* Of the frames that are known. */
typedef struct {
  guint   n;
  guint  *at;   /* which frame */
  double *gray;
  double *slow; /* what is left of it without the flicker */
} Known;

static void
known_clear (Known *self)
{
  g_free (self->at);
  g_free (self->gray);
  g_free (self->slow);
}

/* Of @n values, in @room for as many. */
static double
find_median (const double *values, guint n, double *room)
{
  memcpy (room, values, n * sizeof *room);
  qsort (room, n, sizeof *room, venule_compare_doubles);
  return (room[(n - 1) / 2] + room[n / 2]) / 2;
}

/* The mean of the middle half, which two levels that alternate do not pull to one of them. */
static double
find_middle (const double *values, guint n, double *room)
{
  guint tail = n / 4;
  double sum = 0;

  memcpy (room, values, n * sizeof *room);
  qsort (room, n, sizeof *room, venule_compare_doubles);
  for (guint i = tail; i < n - tail; i++)
    sum += room[i];
  return sum / (n - 2 * tail);
}

/* ---- Jumps ---- */

/* The median of @n values; @spread (nullable) receives how far they lie from it. */
static double
find_side (const double *values, guint n, double *spread)
{
  double room[STEP_FAR], median = find_median (values, n, room);

  for (guint i = 0; spread != NULL && i < n; i++)
    spread[i] = fabs (values[i] - median);
  return median;
}

/* How far the light has gone between @n frames before and as many after @i. */
static double
find_far (const Known *self, guint i, guint n)
{
  guint before = MIN (i, n), after = MIN (self->n - i, n);

  return find_side (self->gray + i, after, NULL) - find_side (self->gray + i - before, before, NULL);
}

/* How far the light jumped at @i from the level @from, by the frames before and after it; 0: it did not. What goes to
 * and fro by as much at both sides is none, nor what comes back. */
static double
find_jump (const Known *self, guint i, double least, double *from)
{
  guint before = MIN (i, STEP_SIDE), after = MIN (self->n - i, STEP_SIDE);
  double spread[2 * STEP_SIDE], room[2 * STEP_SIDE], jump, near;

  if (before < STEP_LEAST_SIDE || after < STEP_LEAST_SIDE)
    return 0;
  near = self->gray[i + STEP_WAY] - self->gray[i - 1 - STEP_WAY];
  if (fabs (near) < SHARP * least)
    return 0;
  *from = find_side (self->gray + i - before, before, spread);
  jump = find_side (self->gray + i, after, spread + before) - *from;
  least = fmax (least, STEP_SPREAD * MAD_TO_SD * find_median (spread, before + after, room));
  if (fabs (jump) < least || near / jump < SHARP || find_far (self, i, STEP_FAR) / jump < LASTING)
    return 0;
  return jump;
}

/* As a lamp that is weaker makes all of its light weaker, the frames from @i on are scaled. */
static void
take_off (VenuleLight *light, Known *self, guint i, double jump, double from)
{
  double dark = DARK * light->gray, to = fmax (from + jump, dark);

  from = fmax (from, dark);
  light->steps++;
  if (fabs (jump / from) > fabs (light->step))
    {
      light->step = jump / from;
      light->step_frame = self->at[i];
    }
  for (; i < self->n; i++)
    self->gray[i] *= from / to;
}

/* Where some jumps lie next to each other, it is one, at the largest difference of two frames. */
static void
find_steps (VenuleLight *light, Known *self)
{
  double jump = 0, before = 0, largest = 0;
  guint at = 0;

  for (guint i = 1; i <= self->n; i++)
    {
      double from, there = i < self->n ? find_jump (self, i, STEP * light->gray, &from) : 0;

      if (there != 0 && fabs (self->gray[i] - self->gray[i - 1]) > largest)
        {
          largest = fabs (self->gray[i] - self->gray[i - 1]);
          jump = there;
          before = from;
          at = i;
        }
      if (jump == 0 || (i < self->n && i - at < STEP_SIDE))
        continue;
      take_off (light, self, at, jump, before);
      jump = largest = 0;
    }
}

/* ---- Drift ---- */

/* The median slope, gray levels a frame. */
static double
find_slope (const Known *self, double *room)
{
  guint n_blocks = MIN (self->n, BLOCKS), n = 0;
  double at[BLOCKS], gray[BLOCKS];
  g_autofree double *slopes = g_new (double, n_blocks * (n_blocks - 1) / 2);
  g_autofree double *sorted = g_new (double, n_blocks * (n_blocks - 1) / 2);

  for (guint i = 0; i < n_blocks; i++)
    {
      guint first = i * self->n / n_blocks, end = (i + 1) * self->n / n_blocks;

      at[i] = (self->at[first] + self->at[end - 1]) / 2.0;
      gray[i] = find_median (self->gray + first, end - first, room);
      for (guint k = 0; k < i; k++)
        slopes[n++] = (gray[i] - gray[k]) / (at[i] - at[k]);
    }
  return find_median (slopes, n, sorted);
}

/* Fills what is slower than the window: at some frames, and between them by lines. The slope is taken off for that, as
 * windows are shorter at the ends. */
static void
find_slow (Known *self, double slope, double *room)
{
  g_autofree double *level = g_new (double, self->n);
  guint before = 0;

  for (guint i = 0; i < self->n; i++)
    level[i] = self->gray[i] - slope * self->at[i];
  for (guint i = 0; i < self->n; i = i + HOP < self->n ? i + HOP : MAX (i + 1, self->n - 1))
    {
      guint first = i - MIN (i, VENULE_LIGHT_WINDOW / 2), end = MIN (i + VENULE_LIGHT_WINDOW / 2 + 1, self->n);

      self->slow[i] = find_middle (level + first, end - first, room);
      for (guint k = before + 1; k < i; k++)
        self->slow[k] = self->slow[before] + (self->slow[i] - self->slow[before]) * (k - before) / (i - before);
      before = i;
    }
  for (guint i = 0; i < self->n; i++)
    self->slow[i] += slope * self->at[i];
}

static double
find_range (const Known *self)
{
  double low = INFINITY, high = -INFINITY;

  for (guint i = 0; i < self->n; i++)
    {
      low = fmin (low, self->slow[i]);
      high = fmax (high, self->slow[i]);
    }
  return high - low;
}

/* ---- Flicker ---- */

/* How far frames may lie from the light around them, by the distance that nine in ten stay below. @fast is what is left
 * of each without the slow part. */
static double
find_limit (const double *fast, guint n)
{
  g_autofree double *distance = g_new (double, n);

  for (guint i = 0; i < n; i++)
    distance[i] = fabs (fast[i]);
  qsort (distance, n, sizeof *distance, venule_compare_doubles);
  return OUTLYING / TENTH_TO_SD * distance[MIN (9 * n / 10, n - 1)];
}

/* How much of a series is at @k whole waves in it. */
static double
find_power (const double *values, guint n, guint k)
{
  double c = cos (2 * G_PI * k / n), s = sin (2 * G_PI * k / n), x = 1, y = 0, real = 0, imaginary = 0;

  for (guint i = 0; i < n; i++)
    {
      double next = x * c - y * s;

      real += values[i] * x;
      imaginary += values[i] * y;
      y = x * s + y * c;
      x = next;
    }
  return (2 * k == n ? 0.5 : 1) * (real * real + imaginary * imaginary);
}

/* Frames of a cycle that most of the flicker has in common, or %NAN. */
static double
find_cycle (const Known *self, const double *fast)
{
  guint n = MIN (self->at[self->n - 1] - self->at[0] + 1, SPECTRUM_FRAMES), n_waves = n / 2, best = 1;
  guint first = self->at[0] + (self->at[self->n - 1] - self->at[0] + 1 - n) / 2;
  g_autofree double *frames = g_new0 (double, n), *power = g_new0 (double, n_waves + 2);
  double total = 0, near, moment;

  if (n < SPECTRUM_LEAST)
    return NAN;
  for (guint i = 0; i < self->n; i++)
    if (self->at[i] >= first && self->at[i] - first < n)
      frames[self->at[i] - first] = fast[i];
  for (guint k = 1; k <= n_waves; k++)
    {
      power[k] = find_power (frames, n, k);
      total += power[k];
      best = power[k] > power[best] ? k : best;
    }
  near = power[best - 1] + power[best] + power[best + 1];
  if (!(total > 0) || near < PURE * total)
    return NAN;
  moment = (power[best + 1] - power[best - 1]) / near;
  return n / (best + moment);
}

/* ---- All of it ---- */

/* What is said of the lamp, in which there are no jumps any more. */
static void
describe (VenuleLight *light, Known *self)
{
  g_autofree double *room = g_new (double, self->n), *fast = g_new (double, self->n);
  double level = find_median (self->gray, self->n, room), slope = find_slope (self, room), limit;
  double sum = 0, squares = 0;

  find_slow (self, slope, room);
  light->drift = slope * (light->n - 1) / level;
  light->range = find_range (self) / level;

  for (guint i = 0; i < self->n; i++)
    fast[i] = self->gray[i] - self->slow[i];
  limit = find_limit (fast, self->n);
  for (guint i = 0; i < self->n; i++)
    {
      fast[i] = CLAMP (fast[i], -limit, limit);
      sum += fast[i];
      squares += fast[i] * fast[i];
    }
  light->flicker = sqrt (fmax (squares / self->n - sum / self->n * (sum / self->n), 0)) / level;
  light->cycle = find_cycle (self, fast);
}

static void
summarise (VenuleLight *light, Known *self)
{
  g_autofree double *gray = g_memdup2 (self->gray, self->n * sizeof *gray);
  g_autofree double *room = g_new (double, self->n);

  light->gray = find_median (self->gray, self->n, room);
  if (!(light->gray >= LEAST_GRAY))
    {
      light->gray = NAN;
      return;
    }
  find_steps (light, self);
  describe (light, self);
  if (light->steps == 0 || fabs (light->step) >= STEP_FLICKER * light->flicker)
    return;

  /* Between waves, and not a jump. */
  memcpy (self->gray, gray, self->n * sizeof *gray);
  light->steps = light->step_frame = 0;
  light->step = 0;
  describe (light, self);
}

/**
 * venule_light_new:
 * @frames: (array length=n): brightness of the tissue in each frame of a run; %NAN where it is not known
 * @n: how many
 * @saturated: share of the crop's pixels that are saturated; %NAN: not known
 * @grays: gray levels of the crop; 0: not known
 *
 * Works out what is to be said of the light, in some ten milliseconds for ten thousand frames. No frame rate goes into
 * it.
 *
 * Returns: (transfer full): the light
 */
VenuleLight *
venule_light_new (const float *frames, guint n, double saturated, guint grays)
{
  VenuleLight *self = g_atomic_rc_box_new0 (VenuleLight);
  Known known = { .at = g_new (guint, n), .gray = g_new (double, n), .slow = g_new (double, n) };

  self->frames = g_memdup2 (frames, n * sizeof *frames);
  self->n = n;
  self->saturated = saturated;
  self->grays = grays;
  self->gray = self->flicker = self->cycle = self->drift = self->range = NAN;
  for (guint i = 0; i < n; i++)
    {
      if (!isfinite (frames[i]))
        continue;
      known.at[known.n] = i;
      known.gray[known.n++] = frames[i];
    }
  if (known.n >= LEAST_FRAMES)
    summarise (self, &known);
  known_clear (&known);
  return self;
}

VenuleLight *
venule_light_ref (VenuleLight *self)
{
  return self != NULL ? g_atomic_rc_box_acquire (self) : NULL;
}

static void
light_clear (gpointer data)
{
  g_free (((VenuleLight *) data)->frames);
}

void
venule_light_unref (VenuleLight *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, light_clear);
}

/**
 * venule_light_get_per_cent:
 * @self: (nullable): the light
 * @i: a frame, counted from the first one of the run
 *
 * Returns: its brightness, in % of the median of all; %NAN: not known
 */
double
venule_light_get_per_cent (const VenuleLight *self, gint64 i)
{
  return self != NULL && i >= 0 && i < self->n ? 100 * self->frames[i] / self->gray : NAN;
}

/**
 * venule_light_get_drift_a_minute:
 * @self: the light
 * @frame_rate: frames/s; 0: not known
 *
 * Returns: drift as a share of the median in each minute, of a shorter recording as it would go on; %NAN: not known
 */
double
venule_light_get_drift_a_minute (const VenuleLight *self, double frame_rate)
{
  return frame_rate > 0 && self->n > 1 ? self->drift / (self->n - 1) * frame_rate * 60 : NAN;
}

/**
 * venule_light_get_frequency:
 * @self: the light
 * @frame_rate: frames/s; 0: not known
 *
 * Returns: Hz at which the flicker repeats itself in the recording, half the frame rate at most; %NAN: not known, or
 *   none stands out. The light itself may flicker faster, by multiples of the frame rate.
 */
double
venule_light_get_frequency (const VenuleLight *self, double frame_rate)
{
  return frame_rate > 0 ? frame_rate / self->cycle : NAN;
}

/**
 * venule_light_get_mains:
 * @self: the light
 * @frame_rate: frames/s; 0: not known
 *
 * Lamps flicker at twice the frequency of the mains. The frames show that at another frequency, its distance from a
 * multiple of the frame rate.
 *
 * Returns: 50 or 60: the flicker repeats itself as that of a lamp on such mains would; 0: it does not
 */
int
venule_light_get_mains (const VenuleLight *self, double frame_rate)
{
  double frequency = venule_light_get_frequency (self, frame_rate);

  for (int mains = 50; mains <= 60 && isfinite (frequency); mains += 10)
    if (fabs (fabs (remainder (2 * mains, frame_rate)) - frequency) <= fmax (MAINS_WIDTH, frame_rate / self->n))
      return mains;
  return 0;
}
