/* test-registration-cells.c: cells that pass before a camera that stands still are not taken for its movement
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "venule-backend.h"
#include "venule-registration.h"

#define MOST_CELLS 25

/* A made video: bright cells with a dark rim and a grain of their own, over ground with a grain of @texture gray
 * levels; all of it moves by @leap px in frame @leap_at. */
typedef struct {
  const char *name;
  int         width, height, n_frames, n_cells;
  double      diameter, velocity, scatter; /* px, px a frame, as a share of it */
  double      texture, shade;
  gboolean    crop; /* the third in the middle is left out; otherwise all of the picture counts */
  double      leap;
  int         leap_at;
  int         seed;
  gboolean    blank; /* nothing can be known of it */
} Video;

static const Video videos[] = {
  { "blank-flow", 320, 240, 30, 12, 20, 16, 0.02, .seed = 3, .blank = TRUE },
  { "blank-dense", 320, 240, 30, 25, 20, 16, 0.02, .seed = 1, .blank = TRUE },
  { "blank-plug", 320, 240, 30, 12, 30, 28, 0.01, 0, 5, .seed = 2, .blank = TRUE },
  { "blank-beside", 320, 240, 30, 25, 20, 16, 0.02, .crop = TRUE, .seed = 4, .blank = TRUE },
  { "blank-rolling", 200, 150, 233, 2, 30, 0.12, 0.1, .seed = 1, .blank = TRUE },
  { "shaded-rolling", 200, 150, 120, 2, 30, 0.5, 0.1, 0, 10, .seed = 2, .blank = TRUE },
  { "faint-rolling", 200, 150, 233, 2, 30, 0.12, 0.1, 3, .seed = 1 },
  { "faint-rolling-faster", 200, 150, 120, 2, 30, 0.5, 0.1, 3, .seed = 2 },
  { "faint-large", 320, 240, 60, 3, 40, 0.3, 0.1, 2, .seed = 3 },
  { "grain-flow", 320, 240, 30, 12, 20, 16, 0.05, 8, .seed = 1 },
  { "grain-beside", 320, 240, 30, 25, 20, 16, 0.02, 6, .crop = TRUE, .seed = 4 },
  { "leap", 320, 240, 40, 5, 20, 16, 0.1, 6, .leap = 6, .leap_at = 20, .seed = 1 },
  { "leap-beside", 320, 240, 40, 12, 20, 16, 0.1, 6, .crop = TRUE, .leap = -6, .leap_at = 20, .seed = 1 },
};

typedef struct {
  double x, y, velocity, radius, phase, light;
} Cell;

/* ---- The picture ---- */

static double
noise_at (int x,
          int y,
          int seed)
{
  guint32 hash = (guint32) x * 374761393u + (guint32) y * 668265263u + (guint32) seed * 2246822519u;

  hash = (hash ^ hash >> 13) * 1274126177u;
  return (hash ^ hash >> 16) / 4294967296.0 - 0.5;
}

/* Of one px, smooth between whole numbers: −½ to ½. */
static double
grain_at (double x,
          double y,
          int    seed)
{
  int i = (int) floor (x), j = (int) floor (y);
  double u = x - i, v = y - j;

  u *= u * (3 - 2 * u);
  v *= v * (3 - 2 * v);
  return (noise_at (i, j, seed) * (1 - u) + noise_at (i + 1, j, seed) * u) * (1 - v) +
         (noise_at (i, j + 1, seed) * (1 - u) + noise_at (i + 1, j + 1, seed) * u) * v;
}

/* What a cell adds to the ground. */
static double
cell_at (const Cell *cell,
         double      x,
         double      y)
{
  double r, side;

  /* Most are far away. */
  if (fabs (x) > 1.4 * cell->radius || fabs (y) > 1.4 * cell->radius)
    return 0;

  r = hypot (x, y) / cell->radius;
  if (r > 1.3)
    return 0;
  side = (x * cos (cell->light) + y * sin (cell->light)) / cell->radius;
  return 50 / (1 + exp ((r - 1) * 12)) *
         (0.5 * side + 0.5 - 1.2 * exp (-40 * (r - 0.9) * (r - 0.9)) + 0.6 * grain_at (x / 4 + cell->phase, y / 4, 77));
}

static void
paint (const Video *video,
       const Cell  *cells,
       GRand       *random,
       double       moved,
       VenuleFrame *frame)
{
  double wide = video->width + 2 * video->diameter, left[MOST_CELLS];

  for (int k = 0; k < video->n_cells; k++)
    left[k] = fmod (cells[k].x + cells[k].velocity * (double) frame->index, wide);
  for (int y = 0; y < video->height; y++)
    for (int x = 0; x < video->width; x++)
      {
        double px = x - moved;
        double gray = 120 + 2 * video->texture * grain_at (px / 4, y / 4.0, video->seed) +
                      video->shade * sin (px / 90) * cos (y / 70.0);
        double u = sqrt (-2 * log (g_rand_double_range (random, 1e-12, 1)));

        for (int k = 0; k < video->n_cells; k++)
          gray += cell_at (&cells[k], px - left[k] + video->diameter, y - cells[k].y);
        gray += u * cos (2 * G_PI * g_rand_double (random));
        frame->data[y * frame->stride + x] = (guint8) CLAMP (gray + 0.5, 0, 255);
      }
}

static void
place_cells (const Video *video,
             GRand       *random,
             Cell        *cells)
{
  for (int i = 0; i < video->n_cells; i++)
    {
      cells[i].x = g_rand_double_range (random, 0, video->width + 2 * video->diameter);
      cells[i].y = g_rand_double_range (random, video->diameter, video->height - video->diameter);
      cells[i].velocity = video->velocity * (1 + video->scatter * g_rand_double_range (random, -1, 1));
      cells[i].radius = video->diameter / 2 * g_rand_double_range (random, 0.8, 1.3);
      cells[i].phase = g_rand_double_range (random, 0, 100);
      cells[i].light = g_rand_double_range (random, 0, 2 * G_PI);
    }
}

/* ---- The movement ---- */

static VenuleSettings *
settings_of (const Video *video)
{
  VenuleSettings *settings = venule_settings_new ();

  settings->threads = 1;
  settings->cell_diameter = video->diameter;
  settings->vessel->kind = VENULE_CROP_WHOLE;
  if (video->crop)
    venule_vessel_set_rectangle (settings->vessel, 0, video->height / 3.0, video->width, video->height / 3.0, 0);
  return settings;
}

static void
measure (const Video        *video,
         VenuleRegistration *self,
         vnk_backend        *backend)
{
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32) video->seed);
  g_autoptr (GError) error = NULL;
  vnk_plane tissue = { 0 };
  Cell cells[MOST_CELLS];

  place_cells (video, random, cells);
  g_assert_true (venule_registration_new_plane (self, backend, &tissue, &error));
  for (int i = 0; i < video->n_frames; i++)
    {
      g_autoptr (VenuleFrame) frame = venule_frame_new (video->width, video->height, 8);
      VenuleShift shift;

      frame->index = i;
      paint (video, cells, random, i >= video->leap_at ? video->leap : 0, frame);
      g_assert_true (venule_registration_read (self, backend, frame, &tissue, &error));
      g_assert_true (venule_registration_step (self, backend, i, &tissue, &shift, &error));
    }
  vnk_plane_clear (&tissue);
}

/* To 0.2 px, or none where nothing but the cells is to be seen. */
static void
test_video (gconstpointer data)
{
  const Video *video = data;
  g_autoptr (VenuleSettings) settings = settings_of (video);
  g_autoptr (GError) error = NULL;
  g_autoptr (vnk_backend) backend = venule_backend_open (settings, &error);
  g_autoptr (VenuleRegistration) self = venule_registration_new (settings, backend, video->width, video->height,
                                                                 &error);
  double worst = 0;
  int unknown = 0;

  measure (video, self, backend);
  for (int i = 0; i < video->n_frames; i++)
    {
      VenuleShift shift;

      venule_registration_get (self, i, &shift);
      unknown += !shift.known;
      if (shift.known)
        worst = MAX (worst, hypot (shift.dx - (i >= video->leap_at ? video->leap : 0), shift.dy));
    }
  g_test_message ("error at most %.3f px; %d of %d frames unknown", worst, unknown, video->n_frames);
  g_assert_cmpint (unknown, <=, video->n_frames / 10);
  if (video->blank)
    g_assert_cmpfloat (worst, ==, 0);
  else
    g_assert_cmpfloat (worst, <, 0.2);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (videos); i++)
    {
      g_autofree char *name = g_strconcat ("/registration/cells/", videos[i].name, NULL);

      g_test_add_data_func (name, &videos[i], test_video);
    }
  return g_test_run ();
}
