/* venule-proposal.c: vessel, flow and cell size, proposed from the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-proposal.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-cell-size.h"
#include "venule-error.h"
#include "venule-flow-vote.h"
#include "venule-full-flow.h"
#include "venule-motion-map.h"
#include "venule-polyline.h"
#include "venule-settings.h"
#include "venule-vessel-tube.h"

#define LEAST_AREA 0.01  /* of the picture: a smaller part is no vessel */
#define MOST_PARTS 6     /* that are looked at */
#define CLEAR 1.0        /* difference of motion inside and outside from which on no other map is looked at */
#define DOUBTFUL 0.8     /* a part of the picture in which all may flow */
#define STRAIGHT 1.0     /* px of what is looked at, from a wall to the outline: few corners are easier to correct */
#define LEAST_LEAD 0.1   /* the direction is open below it */
#define LEAST_AGREEMENT 0.5
#define EDGE 8           /* places, and half its width, from the end of a vessel to what is not seen */
#define BESIDE 3.0       /* clearness below which what is beside a part flows as well */
#define WAY 0.5          /* share that moves along a vessel from which on more says no more */
#define ENDS 5.5         /* less sure what ends within the picture is a vessel */
#define NO_WAY 1.2       /* and where nothing flows */

static void
proposed_vessel_free (gpointer data)
{
  VenuleProposedVessel *self = data;

  g_clear_pointer (&self->outline, g_array_unref);
  g_clear_pointer (&self->centreline, g_array_unref);
  g_free (self);
}

void
venule_proposal_free (VenuleProposal *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->vessels);
  g_ptr_array_unref (self->refused);
  g_free (self);
}

static void
refuse (VenuleProposal *self,
        const char     *sentence)
{
  g_ptr_array_add (self->refused, g_strdup (sentence));
}

/* ---- How sure ---- */

static double
logistic (double sum)
{
  return 1 / (1 + exp (-sum));
}

/* What a part and its tube are like. */
typedef struct {
  double difference, clearness; /* of the motion inside and outside */
  double fit;                   /* of the part with its tube */
  double roughness;             /* of its walls */
  guint  n_open_ends;
} Features;

/* By a logistic regression on outlines of seeds 1 to 4 of tools/accuracy-propose, rounded by hand. Tissue and letters
 * do not flow; nets and branches are no tube. */
static double
confidence_of (const Features       *features,
               const VenuleFlowVote *vote,
               gboolean              flows)
{
  double doubt = 2 * MAX (BESIDE - features->clearness, 0);

  if (features->n_open_ends < 2)
    doubt += ENDS + (flows ? 0 : NO_WAY);

  return logistic (-9.5 + 0.5 * features->clearness + 0.7 * features->difference - 8 * features->roughness +
                   5.5 * features->fit + 10 * MIN (vote->fit, WAY) + 2 * fabs (vote->agreement * vote->lead) - doubt);
}

/* Difference of the motion inside and outside of a tube, and in standard deviations of either. Other vessels are left
 * out. */
static void
compare (const VenuleMotionMap *map,
         const VenuleMap       *mask,
         double                *difference,
         double                *clearness)
{
  double n[2] = { 0 }, mean[2] = { 0 }, square[2] = { 0 };

  for (gsize k = 0; k < (gsize) mask->width * mask->height; k++)
    if (map->alive->values[k] > 0 && (mask->values[k] > 0 || !(map->inside->values[k] > 0)))
      {
        int side = mask->values[k] > 0;
        double value = (double) map->motion->values[k], deviation = value - mean[side];

        n[side]++;
        mean[side] += deviation / n[side];
        square[side] += deviation * (value - mean[side]);
      }
  *difference = *clearness = 0;
  if (n[0] == 0 || n[1] == 0)
    return;
  *difference = mean[1] - mean[0];
  *clearness = *difference / sqrt ((square[0] / n[0] + square[1] / n[1]) / 2 + 1e-6);
}

/* Of all places that are in either a part or its tube, the share in both: of nets and branches a tube is a part. */
static double
find_fit (const guint     *labels,
          guint            label,
          const VenuleMap *mask)
{
  double both = 0, either = 0;

  for (gsize k = 0; k < (gsize) mask->width * mask->height; k++)
    {
      both += labels[k] == label && mask->values[k] > 0;
      either += labels[k] == label || mask->values[k] > 0;
    }
  return both / MAX (either, 1);
}

/* ---- Vessels ---- */

static VenulePoint
to_video (const VenuleGlimpse *glimpse,
          VenulePoint          point,
          VenuleSource        *source)
{
  double half = (glimpse->scale - 1) / 2.0;

  return (VenulePoint) { CLAMP (glimpse->scale * point.x + half, 0, venule_source_get_width (source) - 1),
                         CLAMP (glimpse->scale * point.y + half, 0, venule_source_get_height (source) - 1) };
}

/* The corners of a line. */
static void
add_points (GArray              *points,
            const VenuleGlimpse *glimpse,
            VenuleSource        *source,
            const VenulePoint   *from,
            guint                n)
{
  guint before = points->len;

  venule_polyline_append_bends (points, from, n, STRAIGHT);
  for (guint i = before; i < points->len; i++)
    {
      VenulePoint *point = &g_array_index (points, VenulePoint, i);

      *point = to_video (glimpse, *point, source);
    }
}

static void
reverse (GArray *points)
{
  VenulePoint *all = (VenulePoint *) points->data;

  for (guint i = 0; i < points->len / 2; i++)
    {
      VenulePoint point = all[i];

      all[i] = all[points->len - 1 - i];
      all[points->len - 1 - i] = point;
    }
}

/* The direction is that from end to end. */
static void
set_flow (VenuleProposedVessel *self,
          const VenuleFlowVote *vote)
{
  VenulePoint first, last;
  double length;

  if (fabs (vote->agreement) < LEAST_AGREEMENT || fabs (vote->lead) < LEAST_LEAD)
    return;
  if (vote->lead < 0)
    reverse (self->centreline);
  first = g_array_index (self->centreline, VenulePoint, 0);
  last = g_array_index (self->centreline, VenulePoint, self->centreline->len - 1);
  length = hypot (last.x - first.x, last.y - first.y);
  if (length <= 0)
    return;
  self->flow_x = round ((last.x - first.x) / length * 1000) / 1000;
  self->flow_y = round ((last.y - first.y) / length * 1000) / 1000;
  self->flow_confidence = logistic (-3.8 + 4.5 * fabs (vote->agreement) + 9 * fabs (vote->lead));
}

/* A vessel goes on beyond the picture; a clock that was burnt in does not. */
static guint
count_open_ends (const VenuleGlimpse    *glimpse,
                 const VenuleVesselTube *tube)
{
  guint n = tube->n, step = MIN (EDGE, n - 1), count = 0;

  for (int end = 0; end < 2; end++)
    {
      VenulePoint at = tube->middle[end == 0 ? 0 : n - 1], before = tube->middle[end == 0 ? step : n - 1 - step];
      double reach = (EDGE + tube->width / 2) / MAX (hypot (at.x - before.x, at.y - before.y), 1e-9);
      int x = (int) lround (at.x + reach * (at.x - before.x)), y = (int) lround (at.y + reach * (at.y - before.y));

      count += x < 0 || y < 0 || x >= glimpse->width || y >= glimpse->height ||
               !(glimpse->seen->values[(gsize) y * glimpse->width + x] > 0);
    }
  return count;
}

/* With all but its confidence. */
static VenuleProposedVessel *
vessel_of_tube (const VenuleGlimpse    *glimpse,
                const VenuleVesselTube *tube,
                VenuleSource           *source,
                VenuleFlowVote         *vote)
{
  VenuleProposedVessel *self = g_new0 (VenuleProposedVessel, 1);

  self->outline = g_array_new (FALSE, FALSE, sizeof (VenulePoint));
  self->centreline = g_array_new (FALSE, FALSE, sizeof (VenulePoint));
  add_points (self->outline, glimpse, source, tube->walls, tube->n);
  add_points (self->outline, glimpse, source, tube->walls + tube->n, tube->n);
  add_points (self->centreline, glimpse, source, tube->middle, tube->n);
  self->width = tube->width * glimpse->scale;
  venule_flow_vote_find (glimpse, tube, vote);
  g_debug ("tube: length %.1f, width %.1f, agreement %.2f, lead %.3f, along %.3f", tube->length, tube->width,
           vote->agreement, vote->lead, vote->fit);
  set_flow (self, vote);
  return self;
}

static VenuleProposedVessel *
propose_vessel (const VenuleGlimpse   *glimpse,
                const VenuleMotionMap *map,
                const guint           *labels,
                guint                  label,
                VenuleSource          *source)
{
  g_autoptr (VenuleVesselTube) tube = venule_vessel_tube_new (labels, glimpse->width, glimpse->height, label);
  g_autoptr (VenuleMap) mask = NULL;
  VenuleProposedVessel *self;
  VenuleFlowVote vote;
  Features features = { 0 };

  if (tube == NULL)
    return NULL;
  mask = venule_vessel_tube_dup_mask (tube, glimpse->width, glimpse->height);
  compare (map, mask, &features.difference, &features.clearness);
  features.fit = find_fit (labels, label, mask);
  features.roughness = tube->roughness;
  features.n_open_ends = count_open_ends (glimpse, tube);
  g_debug ("part %u: separation %.3f, difference %.3f, clearness %.3f, roughness %.3f, fit %.3f, ends %u", label,
           map->separation, features.difference, features.clearness, features.roughness, features.fit,
           features.n_open_ends);
  self = vessel_of_tube (glimpse, tube, source, &vote);
  self->confidence = confidence_of (&features, &vote, self->flow_confidence > 0);
  return self;
}

VenuleVessel *
venule_proposed_vessel_dup_crop (const VenuleProposedVessel *self)
{
  VenuleVessel *vessel = venule_vessel_new ();

  if (!self->whole)
    venule_vessel_set_polygon (vessel, (const VenulePoint *) (gpointer) self->outline->data, self->outline->len);
  return vessel;
}

/* (transfer full): crop and flow. Where the flow is open, either way will do: cells are as large. */
static VenuleVessel *
dup_vessel (const VenuleProposedVessel *self)
{
  VenuleVessel *vessel = venule_proposed_vessel_dup_crop (self);
  VenulePoint a = g_array_index (self->centreline, VenulePoint, 0);
  VenulePoint b = g_array_index (self->centreline, VenulePoint, self->centreline->len - 1);

  vessel->flow_x = self->flow_confidence > 0 ? self->flow_x : b.x - a.x;
  vessel->flow_y = self->flow_confidence > 0 ? self->flow_y : b.y - a.y;
  return vessel;
}

/* Walls that meet at an end make an outline that no analysis accepts. */
static gboolean
is_usable (const VenuleProposedVessel *self,
           VenuleSource               *source)
{
  g_autoptr (VenuleVessel) vessel = dup_vessel (self);

  return venule_vessel_validate (vessel, venule_source_get_width (source), venule_source_get_height (source),
                                 VENULE_SMALLEST_CELL_DIAMETER, NULL);
}

static int
by_confidence (gconstpointer a,
               gconstpointer b)
{
  const VenuleProposedVessel *one = *(const VenuleProposedVessel *const *) a;
  const VenuleProposedVessel *other = *(const VenuleProposedVessel *const *) b;

  return (one->confidence < other->confidence) - (one->confidence > other->confidence);
}

/* (element-type VenuleProposedVessel) (transfer full): the most likely first */
static GPtrArray *
find_vessels (const VenuleGlimpse  *glimpse,
              gboolean              across,
              VenuleSource         *source,
              GError              **error)
{
  g_autoptr (VenuleMotionMap) map = venule_motion_map_new (glimpse, across, error);
  g_autoptr (GPtrArray) vessels = g_ptr_array_new_with_free_func (proposed_vessel_free);
  g_autofree guint *labels = NULL, *sizes = NULL;
  guint n_parts, looked_at = 0;
  gsize n = (gsize) glimpse->width * glimpse->height;

  if (map == NULL)
    return NULL;
  n_parts = venule_map_label (map->inside, 1, &labels);
  sizes = g_new0 (guint, n_parts + 1);
  for (gsize k = 0; k < n; k++)
    sizes[labels[k]]++;
  for (guint label = 1; label <= n_parts && looked_at < MOST_PARTS; label++)
    {
      VenuleProposedVessel *vessel;

      if (sizes[label] < LEAST_AREA * n)
        continue;
      looked_at++;
      vessel = propose_vessel (glimpse, map, labels, label, source);
      if (vessel != NULL && is_usable (vessel, source))
        g_ptr_array_add (vessels, vessel);
      else if (vessel != NULL)
        proposed_vessel_free (vessel);
    }
  g_ptr_array_sort (vessels, by_confidence);
  return g_steal_pointer (&vessels);
}

static double
best_of (const GPtrArray *vessels)
{
  return vessels->len > 0 ? ((const VenuleProposedVessel *) vessels->pdata[0])->confidence : 0;
}

/* All of the picture, where all of it flows. */
static VenuleProposedVessel *
propose_picture (const VenuleGlimpse *glimpse,
                 VenuleSource        *source)
{
  double right = venule_source_get_width (source) - 1, bottom = venule_source_get_height (source) - 1;
  const VenulePoint corners[] = { { 0, 0 }, { right, 0 }, { right, bottom }, { 0, bottom } };
  VenuleProposedVessel *self;
  VenuleFullFlow flow;
  VenulePoint from, to;

  if (!venule_full_flow_find (glimpse, &flow))
    return NULL;
  from = (VenulePoint) { (1 - flow.dx) * right / 2, (1 - flow.dy) * bottom / 2 };
  to = (VenulePoint) { (1 + flow.dx) * right / 2, (1 + flow.dy) * bottom / 2 };
  self = g_new0 (VenuleProposedVessel, 1);
  self->outline = g_array_append_vals (g_array_new (FALSE, FALSE, sizeof (VenulePoint)), corners, 4);
  self->centreline = g_array_append_vals (g_array_new (FALSE, FALSE, sizeof (VenulePoint)), &from, 1);
  g_array_append_val (self->centreline, to);
  self->whole = TRUE;
  self->width = (flow.dx != 0 ? bottom : right) + 1;
  self->flow_x = flow.dx;
  self->flow_y = flow.dy;
  self->confidence = self->flow_confidence = logistic (6 * flow.lead);
  return self;
}

static gboolean
propose_vessels (VenuleProposal       *self,
                 const VenuleGlimpse  *glimpse,
                 VenuleSource         *source,
                 GError              **error)
{
  g_autoptr (GPtrArray) slow = NULL;

  g_ptr_array_unref (self->vessels);
  self->vessels = find_vessels (glimpse, FALSE, source, error);
  if (self->vessels == NULL)
    return FALSE;
  /* What moves less than its own size within a stretch is seen over all of the video. */
  if (best_of (self->vessels) < VENULE_PROPOSAL_CONFIDENT && venule_glimpse_n_stretches (glimpse) > 1)
    {
      slow = find_vessels (glimpse, TRUE, source, error);
      if (slow == NULL)
        return FALSE;
      if (best_of (slow) > best_of (self->vessels))
        {
          g_ptr_array_unref (self->vessels);
          self->vessels = g_steal_pointer (&slow);
        }
    }
  if (best_of (self->vessels) < DOUBTFUL)
    {
      VenuleProposedVessel *all = propose_picture (glimpse, source);

      if (all != NULL)
        {
          g_ptr_array_set_size (self->vessels, 0);
          g_ptr_array_add (self->vessels, all);
        }
    }
  for (guint i = self->vessels->len; i > 0; i--)
    if (((VenuleProposedVessel *) self->vessels->pdata[i - 1])->confidence < VENULE_PROPOSAL_CONFIDENT)
      g_ptr_array_remove_index (self->vessels, i - 1);
  return TRUE;
}

/* ---- A vessel that is known ---- */

/* (transfer full) (nullable): as of venule_map_label(): the places in a crop, or those where something moves. */
static guint *
dup_labels (const VenuleGlimpse   *glimpse,
            const VenuleVessel    *drawn,
            const VenuleMotionMap *moving,
            VenuleSource          *source)
{
  g_autofree guint *labels = g_new0 (guint, (gsize) glimpse->width * glimpse->height);
  int width = venule_source_get_width (source), height = venule_source_get_height (source);
  gboolean any = FALSE;

  for (int y = 0; y < glimpse->height; y++)
    for (int x = 0; x < glimpse->width; x++)
      {
        VenulePoint at = to_video (glimpse, (VenulePoint) { x, y }, source);
        gsize k = (gsize) y * glimpse->width + x;

        labels[k] = (moving == NULL || moving->inside->values[k] > 0) &&
                    venule_vessel_contains (drawn, width, height, at.x, at.y);
        any = any || labels[k] > 0;
      }
  return any ? g_steal_pointer (&labels) : NULL;
}

/* A crop may be much wider than the vessel and lie askew to it, and then what moves in it says the way; or something
 * may move in a part of it alone. */
static gboolean
find_within (VenuleProposal       *self,
             const VenuleGlimpse  *glimpse,
             const VenuleVessel   *drawn,
             VenuleSource         *source,
             GError              **error)
{
  g_autoptr (VenuleMotionMap) map = venule_motion_map_new (glimpse, FALSE, error);

  for (int pass = 0; map != NULL && pass < 2; pass++)
    {
      g_autofree guint *labels = dup_labels (glimpse, drawn, pass == 0 ? NULL : map, source);
      g_autoptr (VenuleVesselTube) tube =
        labels != NULL ? venule_vessel_tube_new (labels, glimpse->width, glimpse->height, 1) : NULL;
      VenuleFlowVote vote;
      VenuleProposedVessel *vessel = tube != NULL ? vessel_of_tube (glimpse, tube, source, &vote) : NULL;
      const VenuleProposedVessel *best = self->vessels->len > 0 ? self->vessels->pdata[0] : NULL;

      if (vessel == NULL || (best != NULL && best->flow_confidence >= vessel->flow_confidence))
        g_clear_pointer (&vessel, proposed_vessel_free);
      if (vessel == NULL)
        continue;
      g_ptr_array_set_size (self->vessels, 0);
      g_ptr_array_add (self->vessels, vessel);
      vessel->confidence = 1;
      g_array_unref (vessel->outline);
      vessel->outline = venule_vessel_dup_outline (drawn, venule_source_get_width (source),
                                                   venule_source_get_height (source));
    }
  return map != NULL;
}

/* ---- Cells ---- */

static double
length_of (const GArray *line)
{
  double length = 0;

  for (guint i = 1; i < line->len; i++)
    {
      const VenulePoint *points = (const VenulePoint *) (gconstpointer) line->data;

      length += hypot (points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
    }
  return length;
}

static gboolean
propose_size (VenuleProposal      *self,
              const VenuleVessel  *vessel,
              VenuleSource        *source,
              gint64               first_frame,
              gint64               last_frame,
              GCancellable        *cancellable,
              GError             **error)
{
  const VenuleProposedVessel *first = g_ptr_array_index (self->vessels, 0);
  VenuleCellSize size;

  if (!venule_cell_size_find (source, vessel, first->width, length_of (first->centreline), first_frame, last_frame,
                              &size, cancellable, error))
    return FALSE;
  self->cell_confidence = size.confidence;
  if (size.n > 0 && size.confidence >= VENULE_PROPOSAL_CONFIDENT)
    {
      self->n_cells = size.n;
      self->cell_diameter = round (size.diameter * 10) / 10; /* as people would type it */
      self->cell_diameter_low = size.low;
      self->cell_diameter_high = size.high;
    }
  return TRUE;
}

static void
tell_refusals (VenuleProposal *self)
{
  const VenuleProposedVessel *first = self->vessels->len > 0 ? self->vessels->pdata[0] : NULL;

  if (first == NULL)
    {
      refuse (self, _("No vessel stands out by what moves in it. Draw it by hand."));
      return;
    }
  if (first->flow_confidence == 0)
    refuse (self, _("The direction of the flow is open: movement both ways along the vessel fits about as well, or "
                    "nothing moves. Draw the arrow by hand."));
  if (self->n_cells == 0)
    refuse (self, self->cell_confidence > 0
                    ? _("What stands out in the vessel is not clearly cells of one size. Measure one by hand.")
                    : _("Too few cells stand out to tell how large they are. Measure one by hand."));
}

static VenuleProposal *
propose (VenuleSource        *source,
         const VenuleVessel  *drawn,
         gint64               first_frame,
         gint64               last_frame,
         GCancellable        *cancellable,
         GError             **error)
{
  g_autoptr (VenuleProposal) self = g_new0 (VenuleProposal, 1);
  g_autoptr (GError) few = NULL;
  g_autoptr (VenuleGlimpse) glimpse = NULL;
  g_autoptr (VenuleVessel) vessel = NULL;

  self->cell_diameter = self->cell_diameter_low = self->cell_diameter_high = NAN;
  self->vessels = g_ptr_array_new_with_free_func (proposed_vessel_free);
  self->refused = g_ptr_array_new_with_free_func (g_free);
  glimpse = venule_glimpse_new (source, first_frame, last_frame, cancellable, &few);
  if (g_error_matches (few, VENULE_ERROR, VENULE_ERROR_UNSEEN))
    {
      refuse (self, few->message);
      return g_steal_pointer (&self);
    }
  if (glimpse == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&few));
      return NULL;
    }
  if (drawn != NULL ? !find_within (self, glimpse, drawn, source, error)
                    : !propose_vessels (self, glimpse, source, error))
    return NULL;
  if (self->vessels->len > 0)
    vessel = drawn != NULL && venule_vessel_has_flow (drawn) ? venule_vessel_copy (drawn)
                                                             : dup_vessel (g_ptr_array_index (self->vessels, 0));
  if (vessel != NULL && !propose_size (self, vessel, source, first_frame, last_frame, cancellable, error))
    return NULL;
  tell_refusals (self);
  return g_steal_pointer (&self);
}

VenuleProposal *
venule_proposal_new (VenuleSource  *source,
                     gint64         first_frame,
                     gint64         last_frame,
                     GCancellable  *cancellable,
                     GError       **error)
{
  return propose (source, NULL, first_frame, last_frame, cancellable, error);
}

VenuleProposal *
venule_proposal_new_within (VenuleSource        *source,
                            const VenuleVessel  *vessel,
                            gint64               first_frame,
                            gint64               last_frame,
                            GCancellable        *cancellable,
                            GError             **error)
{
  g_return_val_if_fail (vessel != NULL, NULL);

  return propose (source, vessel, first_frame, last_frame, cancellable, error);
}
