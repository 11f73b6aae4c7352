/* venule-gray-plot.c: the histogram of gray levels behind the limits of the display
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-gray-plot.h"

#include <glib/gi18n.h>
#include <math.h>

#define N            VENULE_GRAY_PLOT_BINS
#define HEIGHT       96  /* logical px, without what is written below */
#define PEAK         1.5 /* of the second largest bin: one that is larger still is cut off there, as in ImageJ */
#define CURVE_POINTS 48

/* Of one histogram. */
typedef struct {
  gboolean known;
  double counts[N], heights[N];
} Bins;

struct _VenuleGrayPlot {
  GtkWidget parent_instance;

  Bins frame, video;
  guint n_levels; /* from black to the end of the plot */
  VenuleDisplayWindow window;
  gboolean logarithmic;
};

G_DEFINE_FINAL_TYPE (VenuleGrayPlot, venule_gray_plot, GTK_TYPE_WIDGET)

static void
find_heights (Bins *bins, gboolean logarithmic)
{
  double largest = 0, second = 0;

  for (int i = 0; i < N; i++)
    {
      double count = logarithmic ? log1p (bins->counts[i]) : bins->counts[i];

      bins->heights[i] = count;
      second = fmax (second, fmin (count, largest));
      largest = fmax (largest, count);
    }
  if (!logarithmic && second > 0)
    largest = fmin (largest, PEAK * second);
  for (int i = 0; i < N && largest > 0; i++)
    bins->heights[i] = fmin (bins->heights[i] / largest, 1);
}

/* Cameras of 10 to 14 bits are stored in 16: the plot ends where they do. */
static guint
find_n_levels (const VenuleGrayHistogram *histogram)
{
  guint top, n = N;

  if (histogram == NULL)
    return N;
  for (top = histogram->n_levels - 1; top > 0 && histogram->counts[top] == 0;)
    top--;
  while (n <= top)
    n *= 2;
  return n;
}

static void
fill_bins (Bins *bins, const VenuleGrayHistogram *histogram, guint n_levels)
{
  *bins = (Bins){ .known = histogram != NULL };
  for (guint i = 0; histogram != NULL && i < MIN (histogram->n_levels, n_levels); i++)
    bins->counts[(guint64) i * N / n_levels] += (double) histogram->counts[i];
}

/* ---- Drawing ---- */

static double
place (VenuleGrayPlot *self, double level, double width)
{
  return CLAMP (level / self->n_levels, 0, 1) * width;
}

static void
draw_bins (cairo_t *cr, const Bins *bins, double width, double height)
{
  cairo_move_to (cr, 0, height);
  for (int i = 0; i < N; i++)
    {
      cairo_line_to (cr, i * width / N, height * (1 - bins->heights[i]));
      cairo_line_to (cr, (i + 1) * width / N, height * (1 - bins->heights[i]));
    }
  cairo_line_to (cr, width, height);
  cairo_close_path (cr);
}

/* Which gray levels are black and white, and how those between are shown. */
static void
draw_limits (VenuleGrayPlot *self, cairo_t *cr, const GdkRGBA *color, double width, double height)
{
  double black = self->window.black, white = self->window.white > 0 ? self->window.white : self->n_levels;
  double left = place (self, black + 0.5, width), right = place (self, white + 0.5, width);
  GdkRGBA shade = *color;

  shade.alpha *= 0.15f;
  gdk_cairo_set_source_rgba (cr, &shade);
  cairo_rectangle (cr, 0, 0, left, height);
  cairo_rectangle (cr, right, 0, width - right, height);
  cairo_fill (cr);

  gdk_cairo_set_source_rgba (cr, color);
  cairo_set_line_width (cr, 1);
  for (int i = 0; i <= CURVE_POINTS; i++)
    {
      double level = black + (white - black) * i / CURVE_POINTS;
      double shown = pow ((double) i / CURVE_POINTS, self->window.gamma > 0 ? 1 / self->window.gamma : 1);

      cairo_line_to (cr, level / self->n_levels * width, height * (1 - shown));
    }
  cairo_stroke (cr);
}

static void
draw_text (VenuleGrayPlot *self, cairo_t *cr, const char *text, double x, double y, double align)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  cairo_move_to (cr, x - align * width, y);
  pango_cairo_show_layout (cr, layout);
}

/* Gray levels go from the left to the right in all languages. */
static void
venule_gray_plot_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  VenuleGrayPlot *self = VENULE_GRAY_PLOT (widget);
  GtkStyleContext *context = gtk_widget_get_style_context (widget);
  double width = gtk_widget_get_width (widget), height = HEIGHT;
  g_autofree char *end = g_strdup_printf ("%u", self->n_levels - 1);
  GdkRGBA text, faint, accent;
  cairo_t *cr;

  gtk_style_context_get_color (context, &text);
  if (!gtk_style_context_lookup_color (context, "accent_color", &accent))
    accent = text;
  faint = text;
  faint.alpha *= 0.3f;

  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, gtk_widget_get_height (widget)));
  gdk_cairo_set_source_rgba (cr, &faint);
  draw_bins (cr, &self->video, width, height);
  cairo_fill (cr);
  gdk_cairo_set_source_rgba (cr, &accent);
  draw_bins (cr, &self->frame, width, height);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  draw_limits (self, cr, &text, width, height);
  cairo_restore (cr);
  gdk_cairo_set_source_rgba (cr, &text);
  draw_text (self, cr, "0", 0, height, 0);
  draw_text (self, cr, end, width, height, 1);
  cairo_destroy (cr);
}

static void
venule_gray_plot_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, "0");
  int text;

  pango_layout_get_pixel_size (layout, NULL, &text);
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? N : HEIGHT + text;
}

static void
venule_gray_plot_class_init (VenuleGrayPlotClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = venule_gray_plot_snapshot;
  widget_class->measure = venule_gray_plot_measure;
  gtk_widget_class_set_css_name (widget_class, "grayplot");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
venule_gray_plot_init (VenuleGrayPlot *self)
{
  self->n_levels = N;
  gtk_widget_add_css_class (GTK_WIDGET (self), "caption");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Histogram of gray levels"),
                                  -1);
}

static void
update (VenuleGrayPlot *self)
{
  find_heights (&self->frame, self->logarithmic);
  find_heights (&self->video, self->logarithmic);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
venule_gray_plot_set_histograms (VenuleGrayPlot *self,
                                 const VenuleGrayHistogram *frame,
                                 const VenuleGrayHistogram *video)
{
  g_return_if_fail (VENULE_IS_GRAY_PLOT (self));

  self->n_levels = MAX (find_n_levels (frame), find_n_levels (video));
  fill_bins (&self->frame, frame, self->n_levels);
  fill_bins (&self->video, video, self->n_levels);
  update (self);
}

void
venule_gray_plot_set_window (VenuleGrayPlot *self, const VenuleDisplayWindow *window)
{
  g_return_if_fail (VENULE_IS_GRAY_PLOT (self));

  self->window = *window;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
venule_gray_plot_set_logarithmic (VenuleGrayPlot *self, gboolean logarithmic)
{
  g_return_if_fail (VENULE_IS_GRAY_PLOT (self));

  self->logarithmic = logarithmic;
  update (self);
}

const double *
venule_gray_plot_get_heights (VenuleGrayPlot *self, gboolean of_video)
{
  const Bins *bins = of_video ? &self->video : &self->frame;

  g_return_val_if_fail (VENULE_IS_GRAY_PLOT (self), NULL);

  return bins->known ? bins->heights : NULL;
}

guint
venule_gray_plot_get_n_levels (VenuleGrayPlot *self)
{
  g_return_val_if_fail (VENULE_IS_GRAY_PLOT (self), 0);

  return self->n_levels;
}
