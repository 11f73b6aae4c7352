/* venule-flow-velocity.c: how fast the blood moves in the middle of the vessel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-flow-velocity.h"

#include <glib/gi18n-lib.h>
#include <gsl/gsl_cdf.h>
#include <math.h>

#include "venule-statistics.h"

#define FEWEST_ROWS 64
#define SHORTEST_ROW 16   /* px */
#define FINENESS 0.25     /* px at the longest lag, from one velocity that is tried to the next */
#define COARSENESS 0.004  /* or a share of the velocity */
#define ALIKE 0.3         /* how much velocities differ that are the same movement */
#define AGREEING 0.2      /* and those of different lags */
#define MOST 0.66         /* of the parts, stretches or lags, that show the same movement */
#define SOME 0.45
#define FEWEST_STRETCHES 4
#define FEWEST_LAGS 2
#define LEAST_MOVED 2.0   /* px over the longest lag */
#define SEEN 0.2          /* height at a lag, as a share of the highest */
#define APART 0.8         /* lowest score between what stands and the blood, as a share of the blood's */
#define AMBIGUOUS 0.7
#define CLEAR 0.1         /* correlation that is no noise */
#define CROWDED 0.33      /* share of the centreline that cells cover */
#define TEXTURE 0.06      /* less is noise */
#define FORMAT "flow1"

static const char *const too_short =
  N_("There are too few frames, or too short a piece of vessel, to say how fast the blood moves: 64 frames and "
     "16 px are needed.");
static const char *const noise =
  N_("Only noise is seen in the middle of the vessel, and no pattern of the blood. More light or contrast, or a "
     "better focus, would help.");
static const char *const too_fast =
  N_("The pattern of the blood is not found again in the following frames: it moves too far, or is blurred. A "
     "higher frame rate, a shorter exposure or a longer piece of vessel would help.");
static const char *const rolling =
  N_("Nothing in the middle of the vessel is seen to move clearly faster than the rolling cells: the blood is "
     "too fast for the frame rate, or its pattern too faint. A higher frame rate, more contrast, or deleting "
     "tracks of what is no leukocyte would help.");
static const char *const disagreeing =
  N_("Parallel lines, stretches of the recording or intervals between frames disagree about the velocity of the "
     "blood. Even flow, a centreline in the middle of the vessel or a higher frame rate would help.");
static const char *const crowded =
  N_("Leukocytes cover more than a third of the middle of the vessel, and what is seen between them does not "
     "show one velocity of the blood. Frames or a piece of vessel with fewer leukocytes would help.");
static const char *const standing =
  N_("What is seen in the middle of the vessel stands still, or moves too little to be measured. A longer "
     "recording would help.");
static const char *const repeating =
  N_("The image of the blood repeats itself, so that its movement from one frame to the next is ambiguous: it "
     "may be more than half the distance between two stripes. A higher frame rate would help.");
static const char *const against =
  N_("The blood seems to move against the arrow of the flow. Reverse the arrow if that is right.");

typedef struct {
  VenuleLineCorrelation *lines;
  guint                  n_lines;
  double                 slowest;    /* px a row */
  gboolean               crowded;
  VenuleLineCurves      *whole;
  int                    longest;    /* lag */
  GArray                *velocities; /* (element-type double): that are tried, px a row */
  double                *scores;     /* of the whole */
} Search;

/* ---- Which velocity fits all lags ---- */

/* From one velocity to the next the displacement changes by FINENESS at the longest lag, or by COARSENESS. */
static void
list_velocities (Search *self)
{
  double velocity = 0;

  self->velocities = g_array_new (FALSE, FALSE, sizeof (double));
  while (velocity < self->whole->reach)
    {
      double opposite = -velocity;

      g_array_append_val (self->velocities, velocity);
      if (velocity > 0)
        g_array_prepend_val (self->velocities, opposite);
      velocity += fmax (FINENESS / self->longest, COARSENESS * velocity);
    }
}

static double
get_velocity (const Search *self,
              guint         i)
{
  return g_array_index (self->velocities, double, i);
}

/* The correlations of all lags at the displacements that @velocity makes there, over the root of their number: their
 * noise is the same at each velocity. */
static double
score (const VenuleLineCurves *curves,
       double                  velocity)
{
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < curves->n_lags; i++)
    {
      const double *curve = curves->weighted + (gsize) i * (gsize) (2 * curves->reach + 1);
      double at = velocity * curves->lags[i] + curves->reach;
      int before = (int) floor (at);

      if (before < 0 || before >= 2 * curves->reach)
        continue;
      sum += curve[before] + (at - before) * (curve[before + 1] - curve[before]);
      n++;
    }

  return n > 0 ? sum / sqrt (n) : 0;
}

/* (transfer full) */
static double *
score_all (const Search           *self,
           const VenuleLineCurves *curves)
{
  double *scores = g_new (double, self->velocities->len);

  for (guint i = 0; i < self->velocities->len; i++)
    scores[i] = score (curves, get_velocity (self, i));

  return scores;
}

/* The highest of the scores that is a peak, but not from @without to @and, as its index; 0: there is none. What is
 * no faster than the rolling cells is not the blood's. */
static guint
find_peak (const Search *self,
           const double *scores,
           guint         without,
           guint         and)
{
  guint best = 0;

  for (guint i = 1; i + 1 < self->velocities->len; i++)
    {
      if ((i >= without && i <= and) || scores[i] < scores[i - 1] || scores[i] < scores[i + 1] || scores[i] <= 0 ||
          (self->slowest > 0 && fabs (get_velocity (self, i)) <= self->slowest) ||
          (best > 0 && scores[i] <= scores[best]))
        continue;
      best = i;
    }

  return best;
}

/* The peak besides that, below half of which the scores fall in between: the blood may as well move like that. */
static guint
find_rival (const Search *self,
            guint         peak)
{
  guint last = self->velocities->len - 1, from = peak, to = peak;

  while (from > 0 && self->scores[from] > self->scores[peak] / 2)
    from--;
  while (to < last && self->scores[to] > self->scores[peak] / 2)
    to++;

  return find_peak (self, self->scores, from, to);
}

/* Whether the peak stands apart from what rolls and stands: a bump on the shoulder of something slow is no movement of
 * the blood. */
static gboolean
is_apart (const Search *self,
          guint         peak)
{
  int step = get_velocity (self, peak) > 0 ? -1 : 1;

  for (guint i = peak;; i += step)
    {
      if (self->scores[i] < APART * self->scores[peak])
        return TRUE;
      if (fabs (get_velocity (self, i)) <= self->slowest)
        return FALSE;
    }
}

/* ---- How fast that is ---- */

typedef struct {
  gboolean usable[VENULE_LINE_MAX_LAGS]; /* the displacement is within reach, and seen */
  gboolean agrees[VENULE_LINE_MAX_LAGS]; /* with the velocity */
  guint    n_usable, n_agreeing;
  double   velocity;                     /* px a row; %NAN: at no lag */
  double   height;                       /* of the correlation, at the shortest lag that agrees */
} Fit;

typedef struct {
  double at, height; /* px; 0: there is none */
} Peak;

static Peak
find_displacement (const VenuleLineCurves *curves,
                   guint                   lag,
                   double                  velocity)
{
  gsize offset = (gsize) lag * (gsize) (2 * curves->reach + 1);
  const double *values = curves->correlation + offset, *weighted = curves->weighted + offset;
  double expected = velocity * curves->lags[lag], around = fmax (ALIKE * fabs (expected), 1);
  Peak peak = { 0, 0 };

  for (int d = (int) ceil (expected - around); d <= (int) floor (expected + around); d++)
    {
      int i = d + curves->reach;
      double bend;

      if (i < 1 || i >= 2 * curves->reach || values[i] < values[i - 1] || values[i] < values[i + 1] ||
          weighted[i] <= peak.height)
        continue;
      bend = values[i - 1] - 2 * values[i] + values[i + 1];
      peak.height = weighted[i];
      peak.at = d + (bend < 0 ? CLAMP ((values[i - 1] - values[i + 1]) / (2 * bend), -0.5, 0.5) : 0);
    }

  return peak;
}

/* Through the origin; the place of a peak is as uncertain as it is low. */
static double
find_slope (const VenuleLineCurves *curves,
            const Peak             *peaks,
            const gboolean         *which)
{
  double sum = 0, squares = 0;

  for (guint i = 0; i < curves->n_lags; i++)
    {
      double weight = which[i] ? peaks[i].height * peaks[i].height * curves->lags[i] : 0;

      sum += weight * peaks[i].at;
      squares += weight * curves->lags[i];
    }

  return squares > 0 ? sum / squares : NAN;
}

/* Peaks near @velocity at all lags, or at those that agree by @like (nullable), and the velocity that most of them
 * have. */
static Fit
fit (const VenuleLineCurves *curves,
     double                  velocity,
     const Fit              *like)
{
  Peak peaks[VENULE_LINE_MAX_LAGS] = { 0 };
  Fit result = { 0 };
  double highest = 0;

  for (guint i = 0; i < curves->n_lags; i++)
    {
      result.usable[i] = like != NULL ? like->agrees[i]
                                      : (1 + ALIKE) * fabs (velocity) * curves->lags[i] < curves->reach;
      if (result.usable[i])
        peaks[i] = find_displacement (curves, i, velocity);
      highest = fmax (highest, peaks[i].height);
    }
  for (guint i = 0; i < curves->n_lags; i++)
    {
      /* The pattern has changed by then. */
      if (like == NULL && peaks[i].height < SEEN * highest)
        result.usable[i] = FALSE;
      result.n_usable += result.usable[i];
    }

  result.velocity = find_slope (curves, peaks, result.usable);
  for (guint i = 0; i < curves->n_lags; i++)
    {
      double here = peaks[i].at / curves->lags[i];
      double around = fmax (AGREEING * fabs (result.velocity), 1.0 / curves->lags[i]);

      result.agrees[i] = result.usable[i] && peaks[i].height > 0 && fabs (here - result.velocity) <= around;
      if (result.agrees[i] && result.n_agreeing++ == 0)
        result.height = peaks[i].height;
    }
  if (result.n_agreeing > 0)
    result.velocity = find_slope (curves, peaks, result.agrees);

  return result;
}

/* ---- How many lines and stretches agree ---- */

typedef struct {
  guint n, n_alike, n_ambiguous; /* parts: each line in each stretch by itself */
  guint n_stretches;             /* in which most lines agree */
} Agreement;

static gboolean
is_alike (const Search *self,
          guint         peak,
          double        velocity)
{
  double expected = get_velocity (self, peak);

  return fabs (velocity - expected) <= fmax (ALIKE * fabs (expected), LEAST_MOVED / 2 / self->longest);
}

static Agreement
ask_parts (const Search *self,
           guint         peak,
           guint         rival)
{
  Agreement result = { 0 };

  for (guint i = 0; i < venule_line_correlation_get_n_stretches (self->lines); i++)
    {
      guint n_lines = 0;

      for (guint line = 0; line < self->n_lines; line++)
        {
          g_autoptr(VenuleLineCurves) curves = venule_line_correlation_get_curves (self->lines, line, i);
          g_autofree double *scores = score_all (self, curves);
          guint here = find_peak (self, scores, 1, 0);

          result.n++;
          n_lines += here > 0 && is_alike (self, peak, get_velocity (self, here));
          result.n_ambiguous += here > 0 && rival > 0 && scores[peak] >= AMBIGUOUS * scores[here] &&
                                scores[rival] >= AMBIGUOUS * scores[here];
        }
      result.n_alike += n_lines;
      result.n_stretches += 2 * n_lines > self->n_lines;
    }

  return result;
}

/* ---- The answer ---- */

static void
refuse (VenuleFlowVelocity *result,
        const char         *reason)
{
  result->velocity = result->se = result->low = result->high = NAN;
  if (result->reason == NULL)
    result->reason = g_strdup (reason);
}

static const char *
explain_disagreement (const Search *self)
{
  return self->crowded ? crowded : disagreeing;
}

/* Why nothing is seen that the parts agree upon. */
static const char *
explain_nothing (const Search *self)
{
  if (self->crowded)
    return crowded;
  if (self->slowest > 0)
    return rolling;

  return venule_line_correlation_get_texture (self->lines) < TEXTURE ? noise : too_fast;
}

static void
judge (const Search       *self,
       guint               peak,
       const Fit          *found,
       VenuleFlowVelocity *result)
{
  guint rival = find_rival (self, peak), n_stretches = venule_line_correlation_get_n_stretches (self->lines);
  Agreement parts = ask_parts (self, peak, rival);

  result->height = found->height;
  result->agreement = (double) parts.n_alike / parts.n;
  result->rival = rival > 0 ? self->scores[rival] / self->scores[peak] : 0;
  if (rival > 0)
    result->spacing = fabs (get_velocity (self, rival) - get_velocity (self, peak));
  g_debug ("blood: %.2f px a frame in %u of %u parts, %u of %u lags, rival %.2f", found->velocity, parts.n_alike,
           parts.n, found->n_agreeing, found->n_usable, result->rival);

  if (found->height >= CLEAR && parts.n_ambiguous >= MOST * parts.n)
    refuse (result, repeating);
  else if (result->agreement < MOST && (found->height < CLEAR || (self->slowest > 0 && result->agreement < SOME)))
    refuse (result, explain_nothing (self));
  else if (result->agreement < MOST || parts.n_stretches < MAX (FEWEST_STRETCHES, MOST * n_stretches))
    refuse (result, explain_disagreement (self));
  else if (!is_apart (self, peak) || fabs (found->velocity) * self->longest < LEAST_MOVED)
    refuse (result, self->slowest > 0 ? rolling : standing);
  else if (found->n_usable < FEWEST_LAGS)
    refuse (result, too_fast);
  else if (found->n_agreeing < FEWEST_LAGS || found->n_agreeing < MOST * found->n_usable)
    refuse (result, explain_disagreement (self));
  else if (found->velocity < 0)
    refuse (result, against);
}

/* On the centreline itself, in each stretch. */
static void
measure_stretches (const Search       *self,
                   const Fit          *found,
                   VenuleFlowVelocity *result)
{
  g_autoptr(GArray) velocities = g_array_new (FALSE, FALSE, sizeof (double));
  double interval = venule_line_correlation_get_interval (self->lines), half;

  for (guint i = 0; i < venule_line_correlation_get_n_stretches (self->lines); i++)
    {
      g_autoptr(VenuleLineCurves) curves = venule_line_correlation_get_curves (self->lines, self->n_lines / 2, i);
      double velocity = fit (curves, found->velocity, found).velocity / interval;

      if (isfinite (velocity))
        g_array_append_val (velocities, velocity);
    }
  result->n_stretches = velocities->len;
  if (velocities->len < FEWEST_STRETCHES)
    {
      refuse (result, explain_disagreement (self));
      return;
    }

  result->velocity = venule_statistics_mean (velocities);
  result->se = venule_statistics_sd (velocities) / sqrt (velocities->len);
  half = gsl_cdf_tdist_Pinv (0.975, velocities->len - 1) * result->se;
  result->low = result->velocity - half;
  result->high = result->velocity + half;
  if (result->low <= 0)
    refuse (result, explain_disagreement (self));
}

static void
search (Search             *self,
        VenuleFlowVelocity *result)
{
  guint peak;
  Fit found;

  self->scores = score_all (self, self->whole);
  peak = find_peak (self, self->scores, 1, 0);
  if (peak == 0)
    {
      refuse (result, explain_nothing (self));
      return;
    }

  found = fit (self->whole, get_velocity (self, peak), NULL);
  for (guint i = 0; i < self->whole->n_lags; i++)
    {
      if (found.agrees[i])
        result->lag = self->whole->lags[i];
    }
  judge (self, peak, &found, result);
  if (result->reason == NULL)
    measure_stretches (self, &found, result);
}

static gboolean
is_crowded (const VenuleLines *lines)
{
  gsize n = (gsize) lines->n_rows * lines->length, n_covered = 0;
  const float *values = lines->values + lines->n_lines / 2 * n;

  for (gsize i = 0; i < n; i++)
    n_covered += !isfinite (values[i]);

  return n_covered > CROWDED * n;
}

VenuleFlowVelocity *
venule_flow_velocity_find (const VenuleLines *lines,
                           double             slowest)
{
  VenuleFlowVelocity *result = g_new0 (VenuleFlowVelocity, 1);
  Search self = { .n_lines = lines->n_lines, .crowded = is_crowded (lines) };

  result->velocity = result->se = result->low = result->high = result->spacing = NAN;
  if (lines->n_rows < FEWEST_ROWS || lines->length < SHORTEST_ROW)
    {
      refuse (result, too_short);
      return result;
    }

  self.lines = venule_line_correlation_new (lines);
  self.slowest = fmax (slowest, 0) * venule_line_correlation_get_interval (self.lines);
  self.whole = venule_line_correlation_get_curves (self.lines, VENULE_LINE_ALL, VENULE_LINE_ALL);
  if (self.whole->n_lags > 0)
    {
      self.longest = self.whole->lags[self.whole->n_lags - 1];
      list_velocities (&self);
      search (&self, result);
      g_array_unref (self.velocities);
      g_free (self.scores);
    }
  else
    refuse (result, too_short);

  venule_line_curves_free (self.whole);
  venule_line_correlation_free (self.lines);

  return result;
}

void
venule_flow_velocity_free (VenuleFlowVelocity *self)
{
  if (self == NULL)
    return;

  g_free (self->reason);
  g_free (self);
}

/* ---- Keeping it ---- */

static void
append_number (GString *text,
               double   number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (text, " %s", isfinite (number) ? g_ascii_dtostr (digits, sizeof digits, number) : "nan");
}

char *
venule_flow_velocity_to_text (const VenuleFlowVelocity *self,
                              const char               *key)
{
  const double numbers[] = { self->velocity, self->se, self->low, self->high, self->n_stretches, self->lag,
                             self->height, self->agreement, self->rival, self->spacing };
  GString *text = g_string_new (FORMAT);

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    append_number (text, numbers[i]);
  g_string_append_printf (text, "\n%s\n%s", key, self->reason != NULL ? self->reason : "");

  return g_string_free (text, FALSE);
}

VenuleFlowVelocity *
venule_flow_velocity_from_text (const char *text,
                                const char *key)
{
  g_auto(GStrv) lines = text != NULL ? g_strsplit (text, "\n", 3) : NULL;
  g_auto(GStrv) words = NULL;
  double numbers[10];
  VenuleFlowVelocity *self;

  if (lines == NULL || g_strv_length (lines) != 3 || !g_str_equal (lines[1], key))
    return NULL;
  words = g_strsplit (lines[0], " ", -1);
  if (g_strv_length (words) != 1 + G_N_ELEMENTS (numbers) || !g_str_equal (words[0], FORMAT))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      char *end;

      numbers[i] = g_ascii_strtod (words[i + 1], &end);
      if (end == words[i + 1] || *end != '\0')
        return NULL;
    }

  self = g_new0 (VenuleFlowVelocity, 1);
  *self = (VenuleFlowVelocity){ .velocity = numbers[0], .se = numbers[1], .low = numbers[2], .high = numbers[3],
                                .n_stretches = (guint) fmax (numbers[4], 0), .lag = (int) numbers[5],
                                .height = numbers[6],
                                .agreement = numbers[7], .rival = numbers[8], .spacing = numbers[9],
                                .reason = *lines[2] != '\0' ? g_strdup (lines[2]) : NULL };
  /* Neither a velocity nor a reason is nothing. */
  if (isnan (self->velocity) && self->reason == NULL)
    g_clear_pointer (&self, venule_flow_velocity_free);

  return self;
}
