/* make-study.c: a study with documents, to be looked at: up to three groups of animals, each with two recordings, or
 * the same animals at several time points
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

static void
add_recording (VenuleStudy *study,
               GRand       *rand,
               const char  *folder,
               const char  *name,
               double       mean,
               const char  *animal,
               const char  *group,
               const char  *time_point)
{
  double velocities[N_CELLS];
  guint n = (guint) g_rand_int_range (rand, 15, N_CELLS);
  MadeRecording made = { .velocities = velocities, .n = n, .pixel_size = 0.363 };
  g_autofree char *path = NULL;
  VenuleStudyRecording *recording;

  make_velocities (rand, mean, 0.45, velocities, n);
  path = made_recording_save (folder, name, &made);
  recording = venule_study_add (study, path);
  venule_study_recording_set_animal (recording, animal);
  venule_study_recording_set_group (recording, group);
  venule_study_recording_set_time_point (recording, time_point);
}

/* Before an injection and at one or two times after it; one animal was lost on the way. */
static void
make_pairs (VenuleStudy *study,
            GRand       *rand,
            const char  *folder,
            guint        n_times)
{
  static const char *const times[] = { "before", "1 h", "4 h" };
  static const double factors[] = { 1, 0.72, 0.55 };

  for (guint a = 0; a < 8; a++)
    {
      double animal;
      g_autofree char *label = g_strdup_printf ("m%u", a + 1);

      make_velocities (rand, 60, 0.3, &animal, 1);
      for (guint t = 0; t < n_times && !(a == 4 && t == 1); t++)
        {
          g_autofree char *name = g_strdup_printf ("m%u-%u.venule", a + 1, t);

          add_recording (study, rand, folder, name, animal * factors[t], label, "", times[t]);
        }
    }
  venule_study_set_grouping (study, VENULE_STUDY_BY_TIME);
  venule_study_set_paired (study, TRUE);
}

static void
make_groups (VenuleStudy *study,
             GRand       *rand,
             const char  *folder,
             guint        n_groups)
{
  static const char *const groups[] = { "Wild type", "P-selectin−/−", "TNF-α" };
  const double means[] = { 49, 110, 30 };
  const guint n_animals[] = { 5, 4, 5 };

  for (guint g = 0; g < n_groups; g++)
    for (guint a = 0; a < n_animals[g]; a++)
      {
        g_autofree char *label = g_strdup_printf ("%c%u", "wpt"[g], a + 1);
        double animal;

        make_velocities (rand, means[g], 0.15, &animal, 1);
        for (guint r = 0; r < 2; r++)
          {
            g_autofree char *name = g_strdup_printf ("%c%u-%u.venule", "wpt"[g], a + 1, r + 1);

            add_recording (study, rand, folder, name, animal, label, groups[g], "");
          }
      }
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (VenuleStudy) study = venule_study_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autofree char *file = NULL;

  if (argc < 2)
    g_error ("make-study FOLDER [GROUPS | paired [TIMES]]");
  g_mkdir_with_parents (argv[1], 0777);
  if (argc > 2 && g_str_equal (argv[2], "paired"))
    make_pairs (study, rand, argv[1], argc > 3 ? (guint) CLAMP (atoi (argv[3]), 2, 3) : 2);
  else
    make_groups (study, rand, argv[1], argc > 2 ? (guint) CLAMP (atoi (argv[2]), 1, 3) : 2);
  file = g_build_filename (argv[1], "example" VENULE_STUDY_SUFFIX, NULL);
  return venule_study_save (study, file, NULL) ? 0 : 1;
}
