/* bench-registration.c: how well the movement of a made video is measured, and what it costs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* bench-registration [SCENE.scene] [key=value ...]: five seeds of all frames, and their mean. --whole: the crop is
 * the whole frame; --verbose: each frame of the first seed. Not a test: nothing is asserted. */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "scene-vessel.h"
#include "scene.h"
#include "venule-backend.h"
#include "venule-registration.h"

#define FIRST_SEED 101
#define N_SEEDS 5

typedef struct {
  double square, worst, told, moved, seconds;
  double seeming, shaken; /* squares of the velocities of a cell that stands still: seen, and registered, µm/s */
  int    n, n_seeming, known;
} Sums;

static VenuleSettings *
settings_for (Scene    *scene,
              gboolean  whole)
{
  VenuleSettings *settings = venule_settings_new ();
  g_autoptr (GPtrArray) options = scene_vessel_options (scene_get_vessel (scene), scene_get_description (scene));

  settings->cell_diameter = 2 * scene_get_description (scene)->radius_mean;
  settings->threads = 1;
  for (guint i = 0; i < options->len && !whole; i++)
    {
      const char *option = g_ptr_array_index (options, i);
      double x, y, width, height;

      if (g_str_has_prefix (option, "--polygon="))
        venule_vessel_parse_polygon (settings->vessel, option + strlen ("--polygon="), NULL);
      if (sscanf (option, "--crop=%lf,%lf,%lf,%lf", &x, &y, &width, &height) == 4)
        venule_vessel_set_rectangle (settings->vessel, x, y, width, height, 0);
    }
  return settings;
}

/* Along x, over windows of half a second that follow one another. @errors, @places: px, one a frame. */
static void
add_velocities (const SceneDescription *description,
                const double           *errors,
                const double           *places,
                Sums                   *sums)
{
  int window = MAX (1, (int) round (0.5 * description->frame_rate));
  double unit = description->pixel_size / window * description->frame_rate;

  for (int i = 0; i + window < description->frames; i += window, sums->n_seeming++)
    {
      double seeming = unit * (errors[i + window] - errors[i]);
      double shaken = unit * (places[i + window] - places[i]);

      sums->seeming += seeming * seeming;
      sums->shaken += shaken * shaken;
    }
}

static void
run_seed (const SceneDescription *description,
          guint64                 seed,
          gboolean                whole,
          gboolean                verbose,
          Sums                   *sums)
{
  g_autoptr (Scene) scene = scene_new (description, seed);
  g_autoptr (VenuleSettings) settings = settings_for (scene, whole);
  g_autoptr (GError) error = NULL;
  g_autoptr (vnk_backend) backend = venule_backend_open (settings, &error);
  g_autoptr (VenuleRegistration) self =
    venule_registration_new (settings, backend, description->width, description->height, &error);
  ScenePoint first = scene_vessel_displacement (description, seed, 0);
  g_autofree double *errors = g_new (double, description->frames);
  g_autofree double *places = g_new (double, description->frames);
  vnk_plane tissue = { 0 };

  g_assert_no_error (error);
  venule_registration_new_plane (self, backend, &tissue, &error);
  g_assert_no_error (error);
  for (int i = 0; i < description->frames; i++)
    {
      g_autoptr (VenuleFrame) frame = venule_frame_new (description->width, description->height,
                                                        description->bit_depth);
      ScenePoint place = scene_vessel_displacement (description, seed, i);
      VenuleShift shift;

      frame->index = i;
      scene_advance (scene);
      scene_paint (scene, 0, frame->data, frame->stride);

      clock_t start = clock ();

      venule_registration_read (self, backend, frame, &tissue, &error);
      g_assert_no_error (error);
      venule_registration_step (self, backend, i, &tissue, &shift, &error);
      g_assert_no_error (error);
      sums->seconds += (double) (clock () - start) / CLOCKS_PER_SEC;

      double ex = shift.dx - (place.x - first.x), ey = shift.dy - (place.y - first.y);

      if (verbose)
        printf ("%d true %.3f %.3f found %.3f %.3f error %.4f %.4f se %.4f %s gain %.3f\n", i, place.x - first.x,
                place.y - first.y, shift.dx, shift.dy, ex, ey, shift.error, shift.known ? "" : "unknown", shift.gain);
      sums->square += ex * ex + ey * ey;
      sums->moved += (place.x - first.x) * (place.x - first.x) + (place.y - first.y) * (place.y - first.y);
      sums->worst = MAX (sums->worst, hypot (ex, ey));
      sums->told += shift.error;
      sums->known += shift.known;
      sums->n++;
      errors[i] = ex;
      places[i] = place.x;
    }
  add_velocities (description, errors, places, sums);
  vnk_plane_clear (&tissue);
}

int
main (int    argc,
      char **argv)
{
  SceneDescription description;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) overrides = g_ptr_array_new ();
  const char *path = NULL;
  gboolean whole = FALSE, verbose = FALSE;
  Sums all = { 0 };

  for (int i = 1; i < argc; i++)
    {
      if (g_str_equal (argv[i], "--whole"))
        whole = TRUE;
      else if (g_str_equal (argv[i], "--verbose"))
        verbose = TRUE;
      else if (strchr (argv[i], '=') != NULL)
        g_ptr_array_add (overrides, argv[i]);
      else
        path = argv[i];
    }
  g_ptr_array_add (overrides, NULL);
  if (!scene_description_load (&description, path, (const char *const *) overrides->pdata, &error))
    {
      g_printerr ("bench-registration: %s\n", error->message);
      return 1;
    }

  for (int i = 0; i < N_SEEDS; i++)
    {
      Sums sums = { 0 };

      run_seed (&description, FIRST_SEED + i, whole, verbose && i == 0, &sums);
      printf ("seed %d: moved %.3f px, error %.4f px, at most %.4f, said to be %.4f; known in %.1f %%; %.2f ms a "
              "frame\n",
              FIRST_SEED + i, sqrt (sums.moved / sums.n), sqrt (sums.square / sums.n), sums.worst, sums.told / sums.n,
              100.0 * sums.known / sums.n, 1000 * sums.seconds / sums.n);
      all.square += sums.square / N_SEEDS / sums.n;
      all.moved += sums.moved / N_SEEDS / sums.n;
      all.worst = MAX (all.worst, sums.worst);
      all.seeming += sums.seeming;
      all.shaken += sums.shaken;
      all.n_seeming += sums.n_seeming;
    }
  printf ("all: moved %.3f px, error %.4f px (root mean square), at most %.4f px\n", sqrt (all.moved),
          sqrt (all.square), all.worst);
  printf ("a still cell seems to move at %.3f um/s over half a second; without registration at %.3f um/s\n",
          sqrt (all.seeming / all.n_seeming), sqrt (all.shaken / all.n_seeming));
  return 0;
}
