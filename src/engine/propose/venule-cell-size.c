/* venule-cell-size.c: how large the cells of a vessel are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-cell-size.h"

#include <math.h>

#include "venule-preview.h"
#include "venule-statistics.h"
#include "venule-warning.h"

#define FRAMES 6
#define FIRST_FRAMES 2    /* in which all sizes are tried */
#define SMALLEST 8.0      /* px */
#define STEP 1.4          /* from one expected diameter to the next */
#define WIDEST 0.8        /* of the vessel's width */
#define TOLERANCE 0.2     /* by how much cells differ from the expected one, as a logarithm */
#define FEWEST 3          /* cells: their spread is known */
#define PASSES 2

/* Diameters of what is clearly seen in some frames as if cells had that of @settings, which they have by and large.
 * (element-type double) (transfer full)
 *
 * @n_all: (out): how many there are with what is not clear, or of another size. */
static GArray *
dup_diameters (GPtrArray             *frames,
               guint                  n_frames,
               const VenuleSettings  *settings,
               guint                 *n_all,
               GCancellable          *cancellable,
               GError               **error)
{
  g_autoptr (GArray) diameters = g_array_new (FALSE, FALSE, sizeof (double));

  *n_all = 0;
  for (guint i = 0; i < MIN (frames->len, n_frames); i++)
    {
      g_autoptr (GArray) found = venule_detect_in_frame (g_ptr_array_index (frames, i), settings, cancellable, error);

      if (found == NULL)
        return NULL;
      *n_all += found->len;
      for (guint k = 0; k < found->len; k++)
        {
          const VenuleDetection *cell = &g_array_index (found, VenuleDetection, k);
          double diameter = 2 * cell->radius;

          if (cell->score >= VENULE_WARNING_SURE_SCORE &&
              fabs (log (diameter / settings->cell_diameter)) <= TOLERANCE)
            g_array_append_val (diameters, diameter);
        }
    }
  return g_steal_pointer (&diameters);
}

/* The first two are far apart. */
static gint64
place (gint64 i)
{
  static const int order[FRAMES] = { 1, 4, 0, 2, 3, 5 };

  return order[i];
}

static GPtrArray *
read_frames (VenuleSource  *source,
             gint64         first_frame,
             gint64         last_frame,
             GCancellable  *cancellable,
             GError       **error)
{
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, error);
  g_autoptr (GPtrArray) frames = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_frame_unref);

  for (gint64 i = 0; reader != NULL && i < MIN (FRAMES, last_frame - first_frame + 1); i++)
    {
      gint64 number = first_frame + place (i) * (last_frame - first_frame) / (FRAMES - 1);
      VenuleFrame *frame = venule_reader_read (reader, number, cancellable, error);

      if (frame == NULL)
        return NULL;
      g_ptr_array_add (frames, frame);
    }
  return reader != NULL ? g_steal_pointer (&frames) : NULL;
}

/* How much of the vessel is taken up by cells of each of several sizes. (element-type Trial) (transfer full) */
typedef struct {
  double expected, taken;
} Trial;

static GArray *
try_sizes (GPtrArray       *frames,
           double           largest,
           VenuleSettings  *settings,
           GCancellable    *cancellable,
           GError         **error)
{
  g_autoptr (GArray) trials = g_array_new (FALSE, FALSE, sizeof (Trial));

  for (double expected = SMALLEST; expected <= largest; expected *= STEP)
    {
      g_autoptr (GArray) diameters = NULL;
      Trial trial;
      guint n_all;

      settings->cell_diameter = expected;
      diameters = dup_diameters (frames, FIRST_FRAMES, settings, &n_all, cancellable, error);
      if (diameters == NULL)
        return NULL;
      g_debug ("cells of %.1f px: %u", expected, diameters->len);
      /* Small ones are found in large ones, and beside them. */
      trial = (Trial) { expected, diameters->len * expected };
      g_array_append_val (trials, trial);
    }
  return g_steal_pointer (&trials);
}

static const Trial *
best_of (const GArray *trials)
{
  const Trial *best = NULL;

  for (guint i = 0; i < trials->len; i++)
    {
      const Trial *trial = &g_array_index (trials, Trial, i);

      if (trial->taken > (best != NULL ? best->taken : 0))
        best = trial;
    }
  return best;
}

/* By how much the best is ahead of sizes that are no neighbours, as a share: 1: there are no others. */
static double
lead_of (const GArray *trials,
         const Trial  *best)
{
  double most = 0;

  for (guint i = 0; i < trials->len; i++)
    {
      const Trial *trial = &g_array_index (trials, Trial, i);

      if (ABS (trial - best) > 1)
        most = MAX (most, trial->taken);
    }
  return 1 - most / best->taken;
}

static double
logistic (double sum)
{
  return 1 / (1 + exp (-sum));
}

/* By hand, on scenes of seeds 1 to 10 with cells of 12 to 40 px. Where platelets were taken for cells @lead was 0.1 to
 * 0.3, and else 0.5 or more. Of what was found at the best size 0.44 to 0.99 was clear where the size was right, and
 * 0.39 to 0.79 where there were red cells alone, of which there are many: laid in a row they were 0.4 to 2.8 times as
 * long as the vessel, leukocytes with as low a share 0.2 times, and thirty that touch 0.95 times with 0.85. */
static double
confidence_of (double lead,
               double share,
               double rows)
{
  return logistic (10 * (lead - 0.35)) * logistic (20 * (share - 0.35 - 0.3 * rows));
}

gboolean
venule_cell_size_find (VenuleSource        *source,
                       const VenuleVessel  *vessel,
                       double               width,
                       double               length,
                       gint64               first_frame,
                       gint64               last_frame,
                       VenuleCellSize      *size,
                       GCancellable        *cancellable,
                       GError             **error)
{
  g_autoptr (GPtrArray) frames = read_frames (source, first_frame, last_frame, cancellable, error);
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  g_autoptr (GArray) trials = NULL;
  const Trial *best;

  *size = (VenuleCellSize) { 0 };
  if (frames == NULL)
    return FALSE;
  venule_vessel_free (settings->vessel);
  settings->vessel = venule_vessel_copy (vessel);
  settings->device = VENULE_DEVICE_CPU;
  trials = try_sizes (frames, WIDEST * width, settings, cancellable, error);
  if (trials == NULL)
    return FALSE;
  best = best_of (trials);
  if (best == NULL)
    return TRUE;
  /* Cells that are larger or smaller than the size that was tried are partly left out; not with their own. */
  settings->cell_diameter = best->expected;
  for (int pass = 0; pass < PASSES; pass++)
    {
      guint n_all;
      double rows;
      g_autoptr (GArray) found = dup_diameters (frames, FRAMES, settings, &n_all, cancellable, error);

      if (found == NULL)
        return FALSE;
      if (found->len < FEWEST)
        return TRUE;
      *size = (VenuleCellSize) { found->len, venule_statistics_quantile (found, 0.5),
                                 venule_statistics_quantile (found, 0.1), venule_statistics_quantile (found, 0.9), 0 };
      settings->cell_diameter = CLAMP (size->diameter, VENULE_SMALLEST_CELL_DIAMETER, VENULE_LARGEST_CELL_DIAMETER);
      rows = size->n * size->diameter / (frames->len * length);
      size->confidence = confidence_of (lead_of (trials, best), (double) found->len / n_all, rows);
      g_debug ("size %.2f px, cells %u, spread %.3f, lead %.3f, share %.3f, rows %.2f", size->diameter, size->n,
               log (size->high / size->low), lead_of (trials, best), (double) found->len / n_all, rows);
    }
  return TRUE;
}
