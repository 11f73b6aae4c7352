/* make-study.c: a study with documents, to be looked at: up to three groups of animals, each with two recordings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>

#include "made-recording.h"
#include "venule-study.h"

#define N_CELLS 40

/* Velocities about as a lab measures them (49 ± 23 µm/s in wild type, 129 ± 89 without P-selectin): log-normal. */
static void
make_velocities (GRand  *rand,
                 double  mean,
                 double  spread,
                 double *velocities,
                 guint   n)
{
  for (guint i = 0; i < n; i++)
    {
      double normal = sqrt (-2 * log (1 - g_rand_double (rand))) * cos (2 * G_PI * g_rand_double (rand));

      velocities[i] = mean * exp (spread * normal - spread * spread / 2);
    }
}

int
main (int    argc,
      char **argv)
{
  static const char *const groups[] = { "Wild type", "P-selectin−/−", "TNF-α" };
  const double means[] = { 49, 110, 30 };
  const guint n_animals[] = { 5, 4, 5 };
  guint n_groups = argc > 2 ? (guint) CLAMP (atoi (argv[2]), 1, 3) : 2;
  g_autoptr (VenuleStudy) study = venule_study_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autofree char *file = NULL;

  if (argc < 2)
    g_error ("make-study FOLDER [GROUPS]");
  g_mkdir_with_parents (argv[1], 0777);
  for (guint g = 0; g < n_groups; g++)
    for (guint a = 0; a < n_animals[g]; a++)
      {
        double animal;

        make_velocities (rand, means[g], 0.15, &animal, 1);
        for (guint r = 0; r < 2; r++)
          {
            double velocities[N_CELLS];
            guint n = (guint) g_rand_int_range (rand, 15, N_CELLS);
            MadeRecording made = { .velocities = velocities, .n = n, .pixel_size = 0.363 };
            g_autofree char *name = g_strdup_printf ("%c%u-%u.venule", "wpt"[g], a + 1, r + 1);
            g_autofree char *label = g_strdup_printf ("%c%u", "wpt"[g], a + 1);
            g_autofree char *path = NULL;
            VenuleStudyRecording *recording;

            make_velocities (rand, animal, 0.45, velocities, n);
            path = made_recording_save (argv[1], name, &made);
            recording = venule_study_add (study, path);
            venule_study_recording_set_animal (recording, label);
            venule_study_recording_set_group (recording, groups[g]);
          }
      }
  file = g_build_filename (argv[1], "example" VENULE_STUDY_SUFFIX, NULL);
  return venule_study_save (study, file, NULL) ? 0 : 1;
}
