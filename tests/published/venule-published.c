/* venule-published.c: the published method, to compare Venule with
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * GICOV as in Dong, Ray and Acton 2005 in every tenth frame (Boyer et al. 2009), and MGVF (Jacobi iteration) with the
 * ellipse snake as in Ray and Acton 2004 in each, in a window around the cell's last position. A detection farther than
 * the expected radius from every tracked cell starts a new one; a cell ends when its snake leaves the window or the
 * crop. No prediction, no linking, no use of time stamps: the difference shows what Venule adds. Tracking is that of
 * src/kernels/reference, in double precision.
 */

#include <math.h>
#include <stdio.h>

#include "reference.h"
#include "venule-parallel.h"
#include "venule-settings.h"
#include "venule-source.h"
#include "vnk.h"

#define DETECT_EVERY 10
#define PATH_LENGTH 10
#define MAX_CANDIDATES 8192
#define MIN_ROOT_SCORE 1.8
#define BORDER 5

typedef struct {
  int    id, n_path;
  double x, y, radius; /* px of the crop's bounds */
  double path[PATH_LENGTH];
  float  radii[VNK_ELLIPSE_POINTS];
} Cell;

enum {
  IMAGE,
  GX,
  GY,
  SCORE,
  RADIUS,
  MEAN,
  DILATED,
  N_PLANES,
};

/* The numbers of the paper are for a radius of 10 px, as it is here when nothing else is said. */
typedef struct {
  VenuleVessel            *vessel;
  double                   radius, flow_x, flow_y;
  gint64                   first_frame;
  int                      frame_width, frame_height;
  int                      left, top;
  vnk_backend             *backend;
  vnk_plane                planes[N_PLANES];
  vnk_gicov_params         gicov;
  vnk_bspline_snake_params refine;
  vnk_mgvf_snake_params    track;
  vnk_candidate           *candidates;
  vnk_contour             *contours;
  GArray                  *cells; /* (element-type Cell) that are followed */
  int                      next_id;
  GString                 *csv;
} Published;

static void
published_init (Published    *self,
                VenuleSource *source,
                VenuleVessel *vessel,
                double        diameter)
{
  int width, height;

  self->vessel = vessel;
  self->radius = diameter / 2;
  self->frame_width = venule_source_get_width (source);
  self->frame_height = venule_source_get_height (source);
  venule_vessel_get_flow (vessel, &self->flow_x, &self->flow_y);
  venule_vessel_get_bounds (vessel, self->frame_width, self->frame_height, &self->left, &self->top, &width, &height);
  for (int i = 0; i < N_PLANES; i++)
    self->planes[i] = vnk_plane_new (width, height);
  vnk_gicov_paper_params (&self->gicov, self->radius);
  vnk_bspline_snake_paper_params (&self->refine);
  vnk_mgvf_snake_paper_params (&self->track, self->radius, self->flow_x, self->flow_y);
  self->candidates = g_new (vnk_candidate, MAX_CANDIDATES);
  self->contours = g_new (vnk_contour, MAX_CANDIDATES);
  self->cells = g_array_new (FALSE, FALSE, sizeof (Cell));
  self->next_id = 1;
  self->csv = g_string_new ("track_id,frame,time_s,x_px,y_px,radius_px\n");
}

static gboolean
is_inside (const Published *self,
           double           x,
           double           y)
{
  return venule_vessel_contains (self->vessel, self->frame_width, self->frame_height, x + self->left, y + self->top);
}

static double
across (const Published *self,
        double           x,
        double           y)
{
  return self->flow_x * y - self->flow_y * x;
}

static void
remember_path (Published *self,
               Cell      *cell)
{
  cell->path[cell->n_path++ % PATH_LENGTH] = across (self, cell->x, cell->y);
}

static double
mean_path (const Cell *cell)
{
  int n = MIN (cell->n_path, PATH_LENGTH);
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += cell->path[i];
  return sum / n;
}

typedef struct {
  const Published *published;
  vnk_cell        *cells;
} MgvfSnakeJob;

static void
track_cell (gpointer data,
            guint    index)
{
  const MgvfSnakeJob *job = data;

  vnk_reference_mgvf_snake (&job->published->planes[IMAGE], &job->published->track, VNK_REFERENCE_PUBLISHED,
                            &job->cells[index]);
}

static void
follow (Published *self)
{
  g_autofree vnk_cell *steps = g_new0 (vnk_cell, self->cells->len + 1);

  for (guint i = 0; i < self->cells->len; i++)
    {
      const Cell *cell = &g_array_index (self->cells, Cell, i);

      steps[i].x = cell->x;
      steps[i].y = cell->y;
      steps[i].path_offset = mean_path (cell) - across (self, cell->x, cell->y);
      for (int k = 0; k < VNK_ELLIPSE_POINTS; k++)
        steps[i].radii[k] = cell->radii[k];
    }
  venule_parallel_for (self->cells->len, track_cell, &(MgvfSnakeJob){ self, steps });

  for (guint i = self->cells->len; i-- > 0;)
    {
      Cell *cell = &g_array_index (self->cells, Cell, i);

      if (steps[i].lost || !is_inside (self, steps[i].new_x, steps[i].new_y))
        {
          g_array_remove_index (self->cells, i);
          continue;
        }
      cell->x = steps[i].new_x;
      cell->y = steps[i].new_y;
      cell->radius = 0;
      for (int k = 0; k < VNK_ELLIPSE_POINTS; k++)
        {
          cell->radii[k] = steps[i].new_radii[k];
          cell->radius += cell->radii[k] / VNK_ELLIPSE_POINTS;
        }
      remember_path (self, cell);
    }
}

static gboolean
is_followed (const Published *self,
             double           x,
             double           y)
{
  for (guint i = 0; i < self->cells->len; i++)
    {
      const Cell *cell = &g_array_index (self->cells, Cell, i);

      if (hypot (cell->x - x, cell->y - y) <= self->radius)
        return TRUE;
    }

  return FALSE;
}

static vnk_status
detect (Published *self)
{
  vnk_backend *b = self->backend;
  vnk_plane *planes = self->planes;
  float least = MIN_ROOT_SCORE * MIN_ROOT_SCORE;
  vnk_status status;
  int n = 0;

  self->gicov.min_score = least;
  if ((status = b->gradients (b, &planes[IMAGE], &planes[GX], &planes[GY])) != VNK_OK ||
      (status = b->gicov (b, &planes[GX], &planes[GY], &self->gicov,
                          &planes[SCORE], &planes[RADIUS], &planes[MEAN])) != VNK_OK ||
      (status = b->dilate (b, &planes[SCORE], 1.2 * self->radius, &planes[DILATED])) != VNK_OK ||
      (status = b->maxima (b, &planes[SCORE], &planes[RADIUS], &planes[MEAN], NULL, &planes[DILATED], least, BORDER,
                           self->candidates, MAX_CANDIDATES, &n)) != VNK_OK)
    return status;

  n = MIN (n, MAX_CANDIDATES);
  status = b->bspline_snake (b, &planes[GX], &planes[GY], &self->refine, self->candidates, n, self->contours);
  if (status != VNK_OK)
    return status;

  for (int i = 0; i < n; i++)
    {
      const vnk_contour *contour = &self->contours[i];
      Cell cell = { .x = contour->x, .y = contour->y, .radius = contour->radius };

      if (!is_inside (self, cell.x, cell.y) || is_followed (self, cell.x, cell.y))
        continue;
      cell.id = self->next_id++;
      for (int k = 0; k < VNK_ELLIPSE_POINTS; k++)
        cell.radii[k] = cell.radius;
      remember_path (self, &cell);
      g_array_append_val (self->cells, cell);
    }

  return VNK_OK;
}

static void
append_spots (Published         *self,
              const VenuleFrame *frame)
{
  for (guint i = 0; i < self->cells->len; i++)
    {
      const Cell *cell = &g_array_index (self->cells, Cell, i);

      g_string_append_printf (self->csv, "%d,%" G_GINT64_FORMAT ",%.6f,%.3f,%.3f,%.3f\n", cell->id, frame->index,
                              frame->time, cell->x + self->left, cell->y + self->top, cell->radius);
    }
}

static gboolean
process_frame (Published    *self,
               VenuleFrame  *frame,
               GError      **error)
{
  const vnk_image image = {
    frame->data, frame->width, frame->height, frame->stride, venule_frame_get_sample_bytes (frame),
  };
  float scale = 255.0f / ((1 << frame->bit_depth) - 1);
  vnk_status status = self->backend->convert (self->backend, &image, self->left, self->top, scale, 0,
                                            &self->planes[IMAGE]);

  if (status == VNK_OK && frame->index > self->first_frame)
    follow (self);
  if (status == VNK_OK && (frame->index - self->first_frame) % DETECT_EVERY == 0)
    status = detect (self);
  if (status != VNK_OK)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "Frame %" G_GINT64_FORMAT " could not be computed: %s.",
                   frame->index, vnk_status_name (status));
      return FALSE;
    }
  append_spots (self, frame);

  return TRUE;
}

static void
published_clear (Published *self)
{
  for (int i = 0; i < N_PLANES; i++)
    vnk_plane_clear (&self->planes[i]);
  g_free (self->candidates);
  g_free (self->contours);
  g_array_unref (self->cells);
  g_string_free (self->csv, TRUE);
  self->backend->close (self->backend);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Published, published_clear)

/* From the first to the last frame, both included. */
typedef struct {
  gint64 first, last;
} Frames;

static gboolean
parse_frames (const char  *text,
              Frames      *frames,
              GError     **error)
{
  g_auto(GStrv) parts = g_strsplit (text, ":", -1);

  if (g_strv_length (parts) == 2 &&
      g_ascii_string_to_signed (parts[0], 10, 0, G_MAXINT32, &frames->first, NULL) &&
      g_ascii_string_to_signed (parts[1], 10, frames->first, G_MAXINT32, &frames->last, NULL))
    return TRUE;

  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--frames is “%s”; it takes a range such as 0:299",
               text);
  return FALSE;
}

static gboolean
process_frames (VenuleSource  *source,
                VenuleReader  *reader,
                VenuleVessel  *vessel,
                double         diameter,
                const Frames  *frames,
                const char    *output,
                GError       **error)
{
  gint64 last = MIN (frames->last, venule_source_get_n_frames (source) - 1);
  g_auto(Published) published = { 0 };

  if (vnk_cpu_open (0, &published.backend) != VNK_OK)
    g_error ("The CPU's kernels could not be opened");
  published_init (&published, source, vessel, diameter);
  published.first_frame = frames->first;

  for (gint64 i = frames->first; i <= last; i++)
    {
      g_autoptr(VenuleFrame) frame = venule_reader_read (reader, i, NULL, error);

      if (frame == NULL || !process_frame (&published, frame, error))
        return FALSE;
    }

  return g_file_set_contents (output, published.csv->str, published.csv->len, error);
}

static gboolean
process_video (const char    *video,
               VenuleVessel  *vessel,
               double         diameter,
               const Frames  *frames,
               const char    *output,
               GError       **error)
{
  g_autoptr(VenuleSource) source = venule_source_open (video, NULL, error);
  g_autoptr(VenuleReader) reader = NULL;

  if (source == NULL || !venule_source_build_table (source, NULL, NULL, NULL, error))
    return FALSE;
  reader = venule_source_open_reader (source, error);

  return reader != NULL && process_frames (source, reader, vessel, diameter, frames, output, error);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *crop = NULL;
  g_autofree char *polygon = NULL;
  g_autofree char *flow = NULL;
  g_autofree char *output = NULL;
  g_autofree char *diameter = NULL;
  g_autofree char *range = NULL;
  Frames frames = { 0, G_MAXINT32 };
  const GOptionEntry entries[] = {
    { "crop", 0, 0, G_OPTION_ARG_STRING, &crop, "The analysed rectangle", "X,Y,W,H[,ANGLE]" },
    { "polygon", 0, 0, G_OPTION_ARG_STRING, &polygon, "The analysed polygon", "\"X,Y X,Y …\"" },
    { "flow", 0, 0, G_OPTION_ARG_STRING, &flow, "Direction of the flow", "DX,DY" },
    { "cell-diameter", 0, 0, G_OPTION_ARG_STRING, &diameter, "Expected diameter", "PX" },
    { "frames", 0, 0, G_OPTION_ARG_STRING, &range, "First and last frame", "A:B" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Write the spots to this CSV", "FILE" },
    { NULL },
  };
  g_autoptr(GOptionContext) context = g_option_context_new ("VIDEO - detect and track as published");
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  g_autoptr(GError) error = NULL;
  double expected;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) ||
      (range != NULL && !parse_frames (range, &frames, &error)) ||
      (crop != NULL && !venule_vessel_parse_rectangle (vessel, crop, &error)) ||
      (polygon != NULL && !venule_vessel_parse_polygon (vessel, polygon, &error)) ||
      (flow != NULL && !venule_vessel_parse_flow (vessel, flow, &error)))
    {
      g_printerr ("venule-published: %s\n", error->message);
      return 2;
    }
  if (argc != 2 || output == NULL)
    {
      g_printerr ("venule-published: Give one video and --output FILE.\n");
      return 2;
    }

  expected = diameter != NULL ? g_ascii_strtod (diameter, NULL) : VENULE_DEFAULT_CELL_DIAMETER;
  if (!process_video (argv[1], vessel, expected, &frames, output, &error))
    {
      g_printerr ("venule-published: %s\n", error->message);
      return 1;
    }

  return 0;
}
