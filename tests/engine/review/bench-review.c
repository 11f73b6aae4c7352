/* bench-review.c: what the queue of doubtful places is worth in results of real runs of which the truth is known
 *
 * bench-review --places DOCUMENT TRUTH.csv   prints of each doubtful place: reason, track, other track, amount, doubt,
 *                                            stated probability, whether it is truly wrong; then each track and whether
 *                                            it is bench-review --repair (DOCUMENT TRUTH.csv)…  prints a table of
 *                                            repairs, with the queue and without, and one of the estimated share of
 *                                            wrong tracks after so many answers against the true one
 *
 * Documents of "venule-cli analyze --project", truths of "venule-scene --truth". Where a true cell is less than half
 * visible nobody need find it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "repair.h"
#include "venule-document-read.h"
#include "venule-import.h"

static const guint steps[] = { 0, 5, 10, 20, 40, 80, G_MAXUINT };

/* What can be seen of the truth, in a file of its own. */
static char *
write_seen (const char *path,
            const char *folder)
{
  g_autofree char *content = NULL;
  g_auto(GStrv) lines = NULL;
  g_auto(GStrv) names = NULL;
  GString *seen = g_string_new (NULL);
  char *into = g_build_filename (folder, "truth.csv", NULL);
  guint column = 0;

  g_file_get_contents (path, &content, NULL, NULL);
  lines = g_strsplit (content, "\n", -1);
  names = g_strsplit (lines[0], ",", -1);
  while (!g_str_equal (names[column], "visible"))
    column++;
  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_auto(GStrv) values = g_strsplit (lines[i], ",", -1);

      if (i == 0 || g_ascii_strtod (values[column], NULL) >= 0.5)
        g_string_append_printf (seen, "%s\n", lines[i]);
    }
  g_file_set_contents (into, seen->str, (gssize) seen->len, NULL);
  g_string_free (seen, TRUE);

  return into;
}

static void
begin (Repair     *self,
       const char *document,
       const char *truth)
{
  g_autoptr(VenuleImport) import = NULL;
  g_autoptr(GError) error = NULL;

  *self = (Repair){ .extends = TRUE, .folder = g_dir_make_tmp ("venule-review-XXXXXX", NULL) };
  self->truth_path = write_seen (truth, self->folder);
  self->document = venule_document_read (document, &error);
  if (self->document == NULL)
    g_error ("%s", error->message);
  import = venule_import_read (self->truth_path, self->document, NULL, &error);
  if (import == NULL)
    g_error ("%s", error->message);
  self->truth = g_ptr_array_ref (import->tracks);
}

static void
end (Repair *self)
{
  g_object_unref (self->document);
  g_ptr_array_unref (self->truth);
  g_free (self->truth_path);
  g_free (self->folder);
}

/* ---- Places ---- */

static void
print_places (Repair *self)
{
  const VenuleRunMetadata *metadata = venule_document_get_run_metadata (self->document);
  VenuleSource *source = venule_document_get_source (self->document);
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GArray) places = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->document)); i++)
    g_ptr_array_add (tracks, g_list_model_get_item (G_LIST_MODEL (self->document), i));
  places = venule_review_find (tracks, venule_document_get_run_settings (self->document), &(VenuleReviewRange) {
    .frame_width = venule_source_get_width (source), .frame_height = venule_source_get_height (source),
    .first_frame = metadata->first_frame, .last_frame = metadata->last_frame, .all = TRUE });
  for (guint i = 0; i < places->len; i++)
    {
      const VenuleReviewPlace *place = &g_array_index (places, VenuleReviewPlace, i);
      const char *reason = place->reason == VENULE_REVIEW_ENDS && place->other != 0
                             ? "continues" : venule_review_reason_to_string (place->reason);

      printf ("%s %u %u %.6f %.6f %.6f %d\n", reason, place->track, place->other, place->amount, place->doubt,
              place->probability, repair_is_wrong (self, place));
    }
  for (guint i = 0; i < tracks->len; i++)
    printf ("track %u 0 0 0 0 %d\n", venule_track_get_id (g_ptr_array_index (tracks, i)),
            repair_find_faults (self, g_ptr_array_index (tracks, i)) != 0);
}

/* ---- Repairs ---- */

static guint
count_wrong (Repair *self)
{
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->document)); i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (self->document), i);

      n += repair_find_faults (self, track) != 0;
    }

  return n;
}

static void
print_repair (const char *document,
              const char *truth)
{
  g_autofree char *name = g_path_get_basename (document);
  VenuleEvaluation before, queue;
  guint n, n_wrong, by_queue;
  Repair self;

  begin (&self, document, truth);
  n = g_list_model_get_n_items (G_LIST_MODEL (self.document));
  n_wrong = count_wrong (&self);
  before = repair_evaluate (&self);
  repair_by_queue (&self);
  by_queue = self.actions;
  queue = repair_evaluate (&self);
  end (&self);

  begin (&self, document, truth);
  repair_one_by_one (&self);
  printf ("| %.*s | %u | %u | %.3f, %.3f | %u | %.3f, %.3f | ", (int) strcspn (name, "."), name, n, n_wrong, before.f1,
          before.idf1, by_queue, queue.f1, queue.idf1);
  queue = repair_evaluate (&self);
  printf ("%u | %.3f, %.3f |\n", self.actions, queue.f1, queue.idf1);
  end (&self);
}

/* ---- The estimate ---- */

typedef struct {
  guint  n, covered;
  double off, width, share;
} Coverage;

/* Answers and edits nothing: what was found wrong counts as put right. */
static void
add_estimates (Coverage   *coverage,
               const char *document,
               const char *truth)
{
  g_autoptr(VenuleReviewQueue) queue = venule_review_queue_new ();
  g_autoptr(GHashTable) right = g_hash_table_new (NULL, NULL); /* ids that have been put right */
  const VenuleReviewPlace *place;
  guint n, verdicts = 0, done = 0;
  Repair self;

  begin (&self, document, truth);
  n = g_list_model_get_n_items (G_LIST_MODEL (self.document));
  venule_review_queue_fill (queue, self.document);
  do
    {
      place = venule_review_queue_peek (queue, self.document);
      if (place == NULL)
        done = G_N_ELEMENTS (steps) - 1;
      while (done < G_N_ELEMENTS (steps) && (verdicts == steps[done] || place == NULL))
        {
          VenuleInterval estimate = venule_review_queue_estimate (queue, self.document);
          guint wrong = 0;

          for (guint i = 0; i < n; i++)
            {
              g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (self.document), i);

              wrong += !g_hash_table_contains (right, GUINT_TO_POINTER (venule_track_get_id (track))) &&
                       repair_find_faults (&self, track) != 0;
            }
          coverage[done].n++;
          coverage[done].covered += estimate.low <= (double) wrong / n && estimate.high >= (double) wrong / n;
          coverage[done].off += fabs (estimate.value - (double) wrong / n);
          coverage[done].width += estimate.high - estimate.low;
          coverage[done].share += (double) wrong / n;
          done++;
        }
      if (place != NULL)
        {
          gboolean wrong = repair_is_wrong (&self, place);

          if (wrong)
            g_hash_table_add (right, GUINT_TO_POINTER (place->track));
          venule_review_queue_give_verdict (queue, self.document, wrong, NULL);
          verdicts++;
        }
    }
  while (place != NULL);
  end (&self);
}

static void
print_coverage (const Coverage *coverage)
{
  printf ("\n| answers | results | true share of wrong tracks left | estimate off by | width of the interval | holds "
          "the true share |\n|---|---|---|---|---|---|\n");
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autofree char *verdicts = steps[i] == G_MAXUINT ? g_strdup ("all") : g_strdup_printf ("%u", steps[i]);

      if (coverage[i].n > 0)
        printf ("| %s | %u | %.3f | %.3f | %.3f | %u |\n", verdicts, coverage[i].n, coverage[i].share / coverage[i].n,
                coverage[i].off / coverage[i].n, coverage[i].width / coverage[i].n, coverage[i].covered);
    }
}

int
main (int    argc,
      char **argv)
{
  Coverage coverage[G_N_ELEMENTS (steps)] = { 0 };

  if (argc == 4 && g_str_equal (argv[1], "--places"))
    {
      Repair self;

      begin (&self, argv[2], argv[3]);
      print_places (&self);
      end (&self);
      return 0;
    }
  if (argc < 4 || argc % 2 != 0 || !g_str_equal (argv[1], "--repair"))
    {
      fprintf (stderr, "usage: bench-review --places DOCUMENT TRUTH, or --repair (DOCUMENT TRUTH)…\n");
      return 2;
    }

  printf ("| video | tracks | wrong | F1, IDF1 before | actions, queue | F1, IDF1 after | actions, one by one | F1, "
          "IDF1 after |\n|---|---|---|---|---|---|---|---|\n");
  for (int i = 2; i < argc; i += 2)
    print_repair (argv[i], argv[i + 1]);
  for (int i = 2; i < argc; i += 2)
    add_estimates (coverage, argv[i], argv[i + 1]);
  print_coverage (coverage);

  return 0;
}
