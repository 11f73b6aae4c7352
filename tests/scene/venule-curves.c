/* venule-curves.c: draws curves that tools/accuracy-curves measured, by the engine's own plots
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <json-glib/json-glib.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>

#include "venule-chart.h"
#include "venule-histogram-plot-private.h"
#include "venule-save.h"

#define POINTS_PER_MM (72 / 25.4)

/* What the charts point into, until they are drawn. */
typedef struct {
  GArray    *charts; /* (element-type VenuleChart) */
  GPtrArray *memory; /* series and points */
} Request;

static void
request_clear (Request *self)
{
  g_clear_pointer (&self->charts, g_array_unref);
  g_clear_pointer (&self->memory, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

static double
number_at (JsonArray *array,
           guint      i)
{
  return i < json_array_get_length (array) && !json_array_get_null_element (array, i)
           ? json_array_get_double_element (array, i)
           : NAN;
}

static double
number_of (JsonObject *object,
           const char *name)
{
  return json_object_has_member (object, name) && !json_object_get_null_member (object, name)
           ? json_object_get_double_member (object, name)
           : NAN;
}

static gpointer
take (Request *self,
      gpointer memory)
{
  g_ptr_array_add (self->memory, memory);

  return memory;
}

/* points: [[x, y, low, high], …]; null where there is nothing. */
static VenuleChartSeries
read_series (Request    *self,
             JsonObject *object)
{
  JsonArray *rows = json_object_get_array_member (object, "points");
  guint n = json_array_get_length (rows);
  VenuleChartPoint *points = take (self, g_new0 (VenuleChartPoint, n + 1));

  for (guint i = 0; i < n; i++)
    {
      JsonArray *row = json_array_get_array_element (rows, i);

      points[i] = (VenuleChartPoint){ number_at (row, 0), number_at (row, 1), number_at (row, 2), number_at (row, 3) };
    }

  return (VenuleChartSeries){ json_object_get_string_member (object, "label"), points, n };
}

static void
read_chart (Request    *self,
            JsonObject *object)
{
  JsonArray *list = json_object_get_array_member (object, "series");
  guint n = MIN (json_array_get_length (list), VENULE_CHART_MAX_SERIES);
  VenuleChartSeries *series = take (self, g_new0 (VenuleChartSeries, n + 1));
  VenuleChart chart = {
    .x_label = json_object_get_string_member (object, "x_label"),
    .y_label = json_object_get_string_member (object, "y_label"),
    .y_low = number_of (object, "y_low"),
    .y_high = number_of (object, "y_high"),
    .x_mark = number_of (object, "x_mark"),
    .y_mark = number_of (object, "y_mark"),
    .series = series,
    .n_series = n,
  };

  for (guint i = 0; i < n; i++)
    series[i] = read_series (self, json_array_get_object_element (list, i));
  g_array_append_val (self->charts, chart);
}

static void
paint (cairo_t       *cr,
       double         width,
       double         height,
       gconstpointer  content)
{
  const GArray *charts = content;

  venule_chart_draw (cr, width, height, (const VenuleChart *) (gconstpointer) charts->data, charts->len, NULL);
}

int
main (int   argc,
      char *argv[])
{
  g_auto (Request) request = { g_array_new (FALSE, FALSE, sizeof (VenuleChart)),
                               g_ptr_array_new_with_free_func (g_free) };
  g_autoptr(JsonParser) parser = json_parser_new ();
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) content = NULL;
  JsonArray *charts;

  setlocale (LC_ALL, "");
  if (argc != 5)
    {
      g_printerr ("usage: venule-curves CHARTS.json WIDTH HEIGHT FIGURE\n"
                  "Draws the charts of a JSON array above each other, in mm, as .svg, .pdf or .png.\n");
      return 2;
    }
  if (!json_parser_load_from_file (parser, argv[1], &error))
    {
      g_printerr ("venule-curves: %s\n", error->message);
      return 1;
    }

  charts = json_node_get_array (json_parser_get_root (parser));
  for (guint i = 0; i < json_array_get_length (charts); i++)
    read_chart (&request, json_array_get_object_element (charts, i));
  content = venule_figure_make (paint, request.charts, "Accuracy", argv[4],
                                g_ascii_strtod (argv[2], NULL) * POINTS_PER_MM,
                                g_ascii_strtod (argv[3], NULL) * POINTS_PER_MM, &error);
  if (content == NULL || !venule_save_file (argv[4], content, &error))
    {
      g_printerr ("venule-curves: %s\n", error->message);
      return 1;
    }

  return 0;
}
