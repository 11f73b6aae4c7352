/* venule-agree.c: whether another way to compute gives the same tracks, over whole made videos
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "differences.h"
#include "made-video.h"
#include "variants.h"

#define SUMMARY \
  "Analyses made videos with the processor and once more in another way, and prints how far the tracks lie apart:\n" \
  "  cuda       the NVIDIA graphics card\n" \
  "  converged  snakes on the field to which the published iteration converges, in double precision\n" \
  "  rounded    errors of chance in all that is computed (--size times those of tests/agreement/variants.h)\n" \
  "Ends with 1 when the tracks are not the same, or more contours than --beyond lie further off than --limit."

typedef enum {
  WAY_CUDA,
  WAY_CONVERGED,
  WAY_ROUNDED,
  N_WAYS,
} Way;

static const char *const ways[N_WAYS] = { "cuda", "converged", "rounded" };

typedef struct {
  char    *folder, *scenes, *seeds, *with;
  int      frames, beyond;
  double   limit, size;
  Way      way;
  gboolean agrees;
} Request;

static void
request_clear (Request *self)
{
  g_free (self->folder);
  g_free (self->scenes);
  g_free (self->seeds);
  g_free (self->with);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

static vnk_backend *
open_other (const Request  *request,
            guint64         seed,
            ConvergedField *told)
{
  char reason[256];
  vnk_backend *backend = NULL;

  switch (request->way)
    {
    case WAY_CONVERGED:
      return variant_new_converged (told);
    case WAY_ROUNDED:
      return variant_new_rounded (request->size, (guint32) seed);
    case WAY_CUDA:
    case N_WAYS:
    default:
      if (vnk_cuda_open (0, &backend, reason, sizeof reason) != VNK_OK)
        g_printerr ("venule-agree: %s\n", reason);
      return backend;
    }
}

static MadeVideo *
make_video (const Request  *request,
            const char     *scene,
            guint64         seed,
            GError        **error)
{
  g_autofree char *file = g_strconcat (scene, ".scene", NULL);
  g_autofree char *path = g_build_filename (request->folder, file, NULL);
  g_autofree char *frames = g_strdup_printf ("frames=%d", request->frames);
  const char *keys[] = { request->frames > 0 ? frames : NULL, NULL };

  return made_video_new (path, keys, seed, error);
}

static int
count_beyond (const Differences *found,
              double             limit)
{
  int n = 0;

  for (guint i = 0; i < found->contours->len; i++)
    n += g_array_index (found->contours, double, i) > limit;
  return n;
}

static gboolean
is_agreement (const Request     *request,
              const Differences *found)
{
  return differences_none (found) && count_beyond (found, request->limit) <= request->beyond;
}

static void
print_row (const Request     *request,
           const char        *scene,
           const Differences *found)
{
  printf ("| %s | %u, %u | %u | %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT " | %.1f | %.4f, %.4f, %.4f | %.4f, %.4f, "
                                                                           "%.4f | %.4f, %.4f, %.4f | %d | %s |\n",
          scene, found->n_tracks[0], found->n_tracks[1], found->n_strangers + found->n_kinds, found->n_spots[0],
          found->n_spots[1], 100.0 * found->n_identical / MAX (found->n_both, 1),
          differences_quantile (found->places, 1), differences_quantile (found->places, 0.99),
          differences_mean (found->places),
          differences_quantile (found->radii, 1), differences_quantile (found->radii, 0.99),
          differences_mean (found->radii),
          differences_quantile (found->contours, 1), differences_quantile (found->contours, 0.99),
          differences_mean (found->contours), count_beyond (found, request->limit),
          is_agreement (request, found) ? "✓" : "✗");
  fflush (stdout);
}

static void
print_snakes (const char           *scene,
              const ConvergedField *told)
{
  guint over[2] = { 0 };

  for (guint i = 0; i < told->distances->len; i++)
    for (guint k = 0; k < G_N_ELEMENTS (over); k++)
      over[k] += g_array_index (told->distances, double, i) > (k == 0 ? 0.05 : 0.1);
  printf ("  %s: %" G_GUINT64_FORMAT " snakes from the same start: %.4f px at most, %.4f (99.9 %%), %.4f (99 %%), %.5f "
                                     "(mean); "
          "%u beyond 0.05 and %u beyond 0.1 px; %" G_GUINT64_FORMAT " lost in one only; "
          "%.1f sweeps\n", scene, told->n,
          differences_quantile (told->distances, 1), differences_quantile (told->distances, 0.999),
          differences_quantile (told->distances, 0.99), differences_mean (told->distances), over[0], over[1],
          told->n_lost, (double) told->n_sweeps / MAX (told->n, 1));
}

/* Where to look for the reason. */
static void
tell_worst (const Differences *found)
{
  const VenuleSpot *a = &found->worst, *b = &found->worst_other;

  g_printerr ("  furthest apart: track %u in frame %" G_GINT64_FORMAT " at %.2f, %.2f (%s; %s), score %.4f and "
                                                                      "%.4f; radii",
              found->worst_track, a->frame, a->x, a->y, venule_spot_source_to_string (a->source),
              venule_spot_source_to_string (b->source), (double) a->score, (double) b->score);
  for (int k = 0; k < VENULE_CONTOUR_POINTS; k++)
    g_printerr (" %.3f%+.3f", (double) a->contour[k], (double) b->contour[k] - (double) a->contour[k]);
  g_printerr ("\n");
}

/* The videos of one scene, one for each seed. */
static gboolean
compare_scene (Request      *request,
               const char   *scene,
               Differences  *all,
               GError      **error)
{
  g_auto (GStrv) seeds = g_strsplit (request->seeds, ",", -1);
  g_auto (Differences) found = { 0 };
  g_auto (ConvergedField) told = { 0 };

  differences_init (&found);
  converged_field_init (&told);
  for (guint i = 0; seeds[i] != NULL; i++)
    {
      guint64 seed = g_ascii_strtoull (seeds[i], NULL, 10);
      g_autoptr (MadeVideo) video = make_video (request, scene, seed, error);
      g_autoptr (GPtrArray) expected = NULL;
      g_autoptr (GPtrArray) other = NULL;
      g_autofree char *device = NULL;
      vnk_backend *backend = NULL;

      if (video == NULL)
        return FALSE;
      if (vnk_cpu_open (0, &backend) != VNK_OK || (expected = made_video_analyse (video, backend, NULL, error)) == NULL)
        return FALSE;
      backend = open_other (request, seed, &told);
      if (backend == NULL || (other = made_video_analyse (video, backend, &device, error)) == NULL)
        return FALSE;
      g_printerr ("%s, seed %s, %u frames: %s\n", scene, seeds[i], video->frames->len, device);
      differences_add (&found, expected, other);
      differences_add (all, expected, other);
    }
  print_row (request, scene, &found);
  tell_worst (&found);
  if (request->way == WAY_CONVERGED)
    print_snakes (scene, &told);
  return TRUE;
}

static gboolean
compare (Request  *request,
         GError  **error)
{
  g_auto (GStrv) scenes = g_strsplit (request->scenes, ",", -1);
  g_auto (Differences) all = { 0 };

  differences_init (&all);
  printf ("| scene | tracks, processor and %s | that differ | spots | the same, bit for bit, %% | centres: largest, 99 "
          "%%, mean, px | radii: largest, 99 %%, mean, px | contours: largest, 99 %%, mean, px | beyond %g px | |\n"
          "|---|---|---|---|---|---|---|---|---|---|\n", ways[request->way], request->limit);
  for (guint i = 0; scenes[i] != NULL; i++)
    if (!compare_scene (request, scenes[i], &all, error))
      return FALSE;
  print_row (request, "all together", &all);
  request->agrees = is_agreement (request, &all);
  return TRUE;
}

static gboolean
parse (Request   *request,
       int       *argc,
       char    ***argv,
       GError   **error)
{
  const GOptionEntry entries[] = {
    { "with", 0, 0, G_OPTION_ARG_STRING, &request->with, "What the processor is compared with",
      "cuda|converged|rounded" },
    { "scenes", 0, 0, G_OPTION_ARG_STRING, &request->scenes, "Names of scenes", "LIST" },
    { "seeds", 0, 0, G_OPTION_ARG_STRING, &request->seeds, "What the chance starts from (default 1)", "LIST" },
    { "frames", 0, 0, G_OPTION_ARG_INT, &request->frames, "Number of frames, if not the scene's own", "N" },
    { "limit", 0, 0, G_OPTION_ARG_DOUBLE, &request->limit, "How far contours may lie apart (default 0.05)", "PX" },
    { "beyond", 0, 0, G_OPTION_ARG_INT, &request->beyond, "How many may lie further apart (default 0)", "N" },
    { "size", 0, 0, G_OPTION_ARG_DOUBLE, &request->size, "Of the errors (default 1)", "TIMES" },
    { "folder", 0, 0, G_OPTION_ARG_FILENAME, &request->folder, "Where the scenes are (default tests/scene/scenes)",
      "FOLDER" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("- compare two ways to compute");

  g_option_context_set_summary (context, SUMMARY);
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, argc, argv, error))
    return FALSE;
  for (request->way = 0; request->way < N_WAYS; request->way++)
    if (request->with != NULL && g_str_equal (request->with, ways[request->way]))
      return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "Say --with=cuda, --with=converged or --with=rounded.");
  return FALSE;
}

int
main (int   argc,
      char *argv[])
{
  g_auto (Request) request = { .limit = 0.05, .size = 1 };
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "C.UTF-8");
  request.folder = g_strdup ("tests/scene/scenes");
  request.scenes =
    g_strdup ("sparse,dense,shaky,slow-camera,tilted,reversed,double16,adherent,sample,unseen-small-dark,"
              "unseen-large-rings,unseen-narrow-vertical,unseen-faint-12bit,unseen-pairs");
  request.seeds = g_strdup ("1");
  if (!parse (&request, &argc, &argv, &error))
    {
      g_printerr ("venule-agree: %s\n", error->message);
      return 2;
    }
  if (!compare (&request, &error))
    {
      if (error != NULL)
        g_printerr ("venule-agree: %s\n", error->message);
      return 1;
    }
  return request.agrees ? 0 : 1;
}
