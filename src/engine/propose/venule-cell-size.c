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

/* Diameters of what is clearly seen in some frames as if cells had that of @settings, which they have by and large.
 * (element-type double) (transfer full) */
static GArray *
dup_diameters (GPtrArray             *frames,
               guint                  n_frames,
               const VenuleSettings  *settings,
               GCancellable          *cancellable,
               GError               **error)
{
  g_autoptr (GArray) diameters = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < MIN (frames->len, n_frames); i++)
    {
      g_autoptr (GArray) found = venule_detect_in_frame (g_ptr_array_index (frames, i), settings, cancellable, error);

      if (found == NULL)
        return NULL;
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

gboolean
venule_cell_size_find (VenuleSource        *source,
                       const VenuleVessel  *vessel,
                       double               width,
                       gint64               first_frame,
                       gint64               last_frame,
                       VenuleCellSize      *size,
                       GCancellable        *cancellable,
                       GError             **error)
{
  g_autoptr (GPtrArray) frames = read_frames (source, first_frame, last_frame, cancellable, error);
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  g_autoptr (GArray) found = NULL;
  double best = 0, most = 0;

  *size = (VenuleCellSize) { 0 };
  if (frames == NULL)
    return FALSE;
  venule_vessel_free (settings->vessel);
  settings->vessel = venule_vessel_copy (vessel);
  settings->device = VENULE_DEVICE_CPU;
  for (double expected = SMALLEST; expected <= WIDEST * width; expected *= STEP)
    {
      g_autoptr (GArray) diameters = NULL;

      settings->cell_diameter = expected;
      diameters = dup_diameters (frames, FIRST_FRAMES, settings, cancellable, error);
      if (diameters == NULL)
        return FALSE;
      g_debug ("cells of %.1f px: %u", expected, diameters->len);
      /* Small ones are found in large ones, and beside them. */
      if (diameters->len * expected > most)
        {
          most = diameters->len * expected;
          best = expected;
        }
    }
  if (best == 0)
    return TRUE;
  settings->cell_diameter = best;
  found = dup_diameters (frames, FRAMES, settings, cancellable, error);
  if (found == NULL)
    return FALSE;
  if (found->len >= FEWEST)
    *size = (VenuleCellSize) { found->len, venule_statistics_quantile (found, 0.5),
                               venule_statistics_quantile (found, 0.1), venule_statistics_quantile (found, 0.9) };
  return TRUE;
}
