/* venule-tissue-path.h: the path of a cell through the tissue
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-detection.h"

G_BEGIN_DECLS

#define VENULE_SHORTEST_TRACK 5 /* spots, in a video that is longer; fewer may be chance unless the cell flows freely */
#define VENULE_GAP_STEP_SD 0.1 /* cell diameters a frame, of a path without detections */

/**
 * VenuleTissueSpot:
 * @frame: as in #VenuleSpot
 * @time: the same
 * @x: centre, px of the tissue: its place in the frame less the picture's own movement
 * @y: the same
 * @move_x: displacement in the tissue from the spot before, as measured or foreseen, px
 * @move_y: the same
 * @move_sd: standard error of either, px
 * @seen_x: centre as a detection saw it, px of the tissue
 * @seen_y: the same
 * @seen_sd: standard error of either, px; 0 where no detection agreed
 * @appearance: of the detection, as in #VenuleDetection
 * @radius: as in #VenuleSpot, as are those that follow
 * @score: the same
 * @source: the same
 * @shift_x: how far the picture had moved in that frame, px: the cell is seen at @x + @shift_x of it. A spot that was
 *   filled in has that of its neighbour until its own is noted
 * @shift_y: the same
 * @uncertainty: the same
 * @contour: the same
 *
 * A cell in one frame at its place in the tissue, where cells move without the picture's own movement, and how it came
 * to be there. Displacements are precise and drift; detections do not drift, and scatter.
 */
typedef struct {
  gint64           frame;
  double           time;
  double           x;
  double           y;
  float            move_x, move_y, move_sd;
  float            seen_x, seen_y, seen_sd;
  float            appearance[VENULE_APPEARANCE];
  float            radius;
  float            score;
  VenuleSpotSource source;
  float            shift_x;
  float            shift_y;
  float            uncertainty;
  float            contour[VENULE_CONTOUR_POINTS];
} VenuleTissueSpot;

/**
 * VenuleTissuePath:
 * @serial: the order in which they began
 * @spots: (element-type VenuleTissueSpot): one a frame
 * @hits: detections that agreed
 * @opportunities: detections that could have agreed
 * @crowded: spots at which another cell overlapped
 * @joins: paths that were joined to it
 * @free_flowing: it flows freely, too fast to roll
 * @quality: how likely it is one cell, and nothing else; set by venule_quality_judge()
 */
typedef struct {
  guint    serial;
  GArray  *spots;
  guint    hits;
  guint    opportunities;
  guint    crowded;
  guint    joins;
  gboolean free_flowing;
  double   quality;
} VenuleTissuePath;

/* A path of @n spots, which are to be filled. */
VenuleTissuePath *venule_tissue_path_new            (guint                   serial,
                                                     guint                   n);
void              venule_tissue_path_free           (VenuleTissuePath       *self);
/* For sorting: by their beginning. */
int               venule_tissue_path_compare        (gconstpointer           a,
                                                     gconstpointer           b);
/* (element-type VenuleTissuePath): frees those of @paths that are not to be @kept; the others stay in their order. */
void              venule_tissue_paths_keep          (GPtrArray              *paths,
                                                     const gboolean         *kept);
/* Continues with the spots of @next, which begins in the next frame, and adds up the evidence. */
void              venule_tissue_path_append_all     (VenuleTissuePath       *self,
                                                     const VenuleTissuePath *next);
/* Continues as @next, which begins later; the gap between them is interpolated. */
void              venule_tissue_path_join           (VenuleTissuePath       *self,
                                                     const VenuleTissuePath *next,
                                                     double                  diameter);
/* Makes the step to the spot @index one without measurement: what came before it belonged to another path. */
void              venule_tissue_path_mend_step      (VenuleTissuePath       *self,
                                                     guint                   index,
                                                     double                  diameter);
/* The first spot that does not come before @frame; the number of spots where there is none. */
guint             venule_tissue_path_index_from     (const VenuleTissuePath *self,
                                                     gint64                  frame);
/* Counts detections anew, after spots were exchanged, of so many @opportunities. */
void              venule_tissue_path_count_evidence (VenuleTissuePath       *self,
                                                     double                  opportunities);
/* (transfer full) (element-type VenuleSpot): where they are in their frames. */
GArray           *venule_tissue_path_make_spots     (const VenuleTissuePath *self);

/* Asked for many times in each frame. */
static inline VenuleTissueSpot *
venule_tissue_path_spot (const VenuleTissuePath *self,
                         guint                   index)
{
  return &g_array_index (self->spots, VenuleTissueSpot, index);
}

static inline VenuleTissueSpot *
venule_tissue_path_last (const VenuleTissuePath *self)
{
  return venule_tissue_path_spot (self, self->spots->len - 1);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleTissuePath, venule_tissue_path_free)

G_END_DECLS
