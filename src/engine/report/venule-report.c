/* venule-report.c: a recording on one page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-report-private.h"

#include <cairo-pdf.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-error.h"
#include "venule-figure.h"
#include "venule-thread.h"

/* A4, pt. */
#define PAGE_WIDTH (210 / 25.4 * 72)
#define PAGE_HEIGHT (297 / 25.4 * 72)
#define SIDE (15 / 25.4 * 72)
#define TOP (14 / 25.4 * 72)
#define FOOT (12 / 25.4 * 72)
#define TITLE_SIZE 14.0
#define PICTURE_SHARE 0.57 /* of the width */
#define QUIET 0.42
#define INK 0.10
#define MIN_WARNINGS 1

struct _VenuleReport
{
  char         *title, *facts, *labels;
  char         *device; /* NULL: the tracks were found by others */
  char         *problem;   /* why there is no picture */
  VenuleFigure *map;       /* NULL: it cannot be had */
  VenuleFigure *histogram;
  double        aspect;    /* height / width of the video */
  GArray       *results, *settings;
  GPtrArray    *gaps, *warnings;
};

/* How the page is set, so that all of it has room. */
typedef struct {
  double size;           /* of the letters, pt */
  double picture;        /* height, pt */
  guint  n_warnings;     /* that are shown */
} Setting;

VenuleReport *
venule_report_new (const VenuleResults  *results,
                   GCancellable         *cancellable,
                   GError              **error)
{
  g_autoptr(VenuleMeasures) owned = NULL;
  const VenuleMeasures *measures;
  g_autoptr(GError) unread = NULL;
  VenuleFigure *map;
  VenuleReport *self;

  g_return_val_if_fail (results != NULL, NULL);

  map = venule_figure_new (VENULE_FIGURE_MAP, results, cancellable, &unread);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    {
      venule_figure_free (map);
      return NULL;
    }

  measures = venule_results_measure (results, &owned);
  self = g_new0 (VenuleReport, 1);
  self->title = venule_source_dup_display_name (results->source);
  self->facts = venule_report_dup_facts (results);
  self->labels = venule_report_dup_labels (results);
  if (results->detect_interval > 0)
    self->device = venule_device_dup_shown (results->device != NULL ? results->device : "CPU");
  self->map = map;
  self->problem = unread != NULL ? g_strdup (unread->message) : NULL;
  self->histogram = venule_figure_new (VENULE_FIGURE_HISTOGRAM, results, NULL, NULL);
  self->aspect = (double) venule_source_get_height (results->source) / venule_source_get_width (results->source);
  self->results = venule_report_list_results (measures);
  self->settings = venule_report_list_settings (results, measures);
  self->gaps = venule_report_list_gaps (measures);
  self->warnings = venule_report_list_warnings (results, measures);
  if (self->problem != NULL)
    /* Translators: %s is a sentence that says why */
    g_ptr_array_add (self->warnings, g_strdup_printf (_("The report has no picture: %s"), self->problem));

  return self;
}

void
venule_report_free (VenuleReport *self)
{
  if (self == NULL)
    return;

  g_free (self->title);
  g_free (self->facts);
  g_free (self->labels);
  g_free (self->device);
  g_free (self->problem);
  venule_figure_free (self->map);
  venule_figure_free (self->histogram);
  g_array_unref (self->results);
  g_array_unref (self->settings);
  g_ptr_array_unref (self->gaps);
  g_ptr_array_unref (self->warnings);
  g_free (self);
}

const char *
venule_report_get_problem (const VenuleReport *self)
{
  return self->problem;
}

/* ---- Parts of the page ---- */

static void
set_line (VenuleReportSheet *sheet,
          const char        *text,
          double             size,
          gboolean           bold,
          double             gray)
{
  g_autoptr(VenuleTextLayout) set = venule_text_layout_new (sheet->cr, NULL, size, bold, text);

  venule_text_layout_ellipsize (set, sheet->right - sheet->left);
  cairo_set_source_rgb (sheet->cr, gray, gray, gray);
  if (!sheet->measuring)
    venule_text_layout_show (set, sheet->left, sheet->y, 0, 0);
  sheet->y += venule_text_layout_get_height (set) + 0.65 * size;
}

static void
set_title (const VenuleReport *self,
           VenuleReportSheet  *sheet)
{
  set_line (sheet, self->title, TITLE_SIZE, TRUE, INK);
  if (*self->labels != '\0')
    set_line (sheet, self->labels, 8, FALSE, INK);
  set_line (sheet, self->facts, 8, FALSE, QUIET);
  sheet->y += 4;
}

static void
set_caption (VenuleReportSheet *sheet,
             const char        *letter,
             const char        *text,
             double             left,
             double             right)
{
  g_autoptr(VenuleTextLayout) bold = venule_text_layout_new (sheet->cr, NULL, sheet->size, TRUE, letter);
  VenuleReportSheet column = *sheet;

  if (!sheet->measuring)
    {
      cairo_set_source_rgb (sheet->cr, INK, INK, INK);
      venule_text_layout_show (bold, left, sheet->y, 0, 0);
    }
  column.left = left + 1.3 * sheet->size;
  column.right = right;
  venule_report_set_paragraph (&column, text, 0, QUIET);
}

static void
draw_figure (VenuleReportSheet  *sheet,
             const VenuleFigure *figure,
             double              left,
             double              width,
             double              height)
{
  g_autoptr(VenuleFigureOptions) options = venule_figure_options_new ();

  options->font_size = sheet->size;
  options->vessel = TRUE;
  cairo_save (sheet->cr);
  cairo_translate (sheet->cr, left, sheet->y);
  venule_figure_draw (figure, sheet->cr, width, height, options, FALSE);
  cairo_restore (sheet->cr);
}

/* Why there is no picture, where it would be. */
static void
draw_problem (const VenuleReport *self,
              VenuleReportSheet  *sheet,
              double              width,
              double              height)
{
  VenuleReportSheet box = *sheet;

  cairo_set_source_rgb (sheet->cr, 0.93, 0.93, 0.93);
  cairo_rectangle (sheet->cr, sheet->left, sheet->y, width, height);
  cairo_fill (sheet->cr);
  box.left += 2 * sheet->size;
  box.right = sheet->left + width - 2 * sheet->size;
  box.y += height / 3;
  venule_report_set_paragraph (&box, self->problem, 0, QUIET);
}

static void
set_figures (const VenuleReport *self,
             VenuleReportSheet  *sheet,
             double              height)
{
  double whole = sheet->right - sheet->left, width = PICTURE_SHARE * whole, gap = 1.5 * sheet->size;
  double left = sheet->left + width + gap;

  /* A flat video needs no tall box. */
  height = fmin (height, fmax (self->aspect * (width - 6 * sheet->size), 110));
  if (!sheet->measuring && self->map != NULL)
    draw_figure (sheet, self->map, sheet->left, width, height);
  else if (!sheet->measuring)
    draw_problem (self, sheet, width, height);
  if (!sheet->measuring)
    draw_figure (sheet, self->histogram, left, sheet->right - left, height);
  sheet->y += height + 0.5 * sheet->size;
  if (self->map != NULL)
    set_caption (sheet, "A", _("Paths of the cells, coloured by velocity, over the mean of the frames. Dashed: the "
                               "crop; dotted: centreline and walls; across: the flux line; arrow: the flow."),
                 sheet->left, sheet->left + width);
  set_caption (sheet, "B", _("Rolling velocities: displacement along the vessel over time, one value per cell."), left,
               sheet->right);
  sheet->y += 4.4 * sheet->size;
}

static void
set_warnings (const VenuleReport *self,
              VenuleReportSheet  *sheet,
              guint               n)
{
  guint hidden = self->warnings->len - n;

  venule_report_set_heading (sheet, _("Warnings"));
  if (self->warnings->len == 0)
    /* Translators: there are no warnings */
    venule_report_set_paragraph (sheet, _("None."), 0, INK);
  for (guint i = 0; i < n; i++)
    {
      VenuleReportSheet bullet = *sheet;

      venule_report_set_paragraph (&bullet, "•", 0, INK);
      venule_report_set_paragraph (sheet, self->warnings->pdata[i], sheet->size, INK);
    }
  if (hidden > 0)
    {
      g_autofree char *more = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "… and %u more, for which there is no "
                                                                             "room here.",
                                                            "… and %u more, for which there is no room here.",
                                                            hidden), hidden);

      venule_report_set_paragraph (sheet, more, sheet->size, INK);
    }
}

/* Returns where it ends. */
static double
set_page (const VenuleReport *self,
          cairo_t            *cr,
          const Setting      *setting,
          gboolean            measuring)
{
  VenuleReportSheet sheet = { .cr = cr, .size = setting->size, .left = SIDE, .right = PAGE_WIDTH - SIDE, .y = TOP,
                              .measuring = measuring };

  set_title (self, &sheet);
  set_figures (self, &sheet, setting->picture);
  venule_report_set_heading (&sheet, _("Results"));
  venule_report_set_results (&sheet, self->results);
  for (guint i = 0; i < self->gaps->len; i++)
    venule_report_set_paragraph (&sheet, self->gaps->pdata[i], 0, QUIET);
  sheet.y += (self->gaps->len > 0 ? 0.9 : 0) * sheet.size;
  venule_report_set_heading (&sheet, _("Parameters"));
  venule_report_set_settings (&sheet, self->settings);
  set_warnings (self, &sheet, setting->n_warnings);

  return sheet.y;
}

/* The largest setting for which there is room. Of warnings there may be any number; the last ones are counted then. */
static Setting
find_setting (const VenuleReport *self,
              cairo_t            *cr)
{
  static const Setting sizes[] = { { 8, 240, 0 }, { 7.5, 222, 0 }, { 7.5, 185, 0 }, { 7, 170, 0 }, { 6.5, 165, 0 },
                                   { 6.5, 135, 0 } };
  const double room = PAGE_HEIGHT - FOOT - 14;
  guint least = MIN (MIN_WARNINGS, self->warnings->len), most = self->warnings->len;
  Setting setting = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      setting = sizes[i];
      setting.n_warnings = self->warnings->len;
      if (set_page (self, cr, &setting, TRUE) <= room)
        return setting;
    }
  setting.n_warnings = least;
  while (most - setting.n_warnings > 1)
    {
      Setting tried = setting;

      tried.n_warnings = (setting.n_warnings + most) / 2;
      if (set_page (self, cr, &tried, TRUE) <= room)
        setting = tried;
      else
        most = tried.n_warnings;
    }

  return setting;
}

static void
draw_foot (const VenuleReport *self,
           cairo_t            *cr,
           guint               page,
           guint               n_pages)
{
  /* Translators: version, and name of a processor or graphics card */
  g_autofree char *words =
    self->device != NULL
      ? g_strdup_printf (_("Venule %s on %s. Definitions and sources of the measures: summary.csv"), VENULE_VERSION,
                         self->device)
      : g_strdup_printf (_("Venule %s. Definitions and sources of the measures: summary.csv"), VENULE_VERSION);
  g_autofree char *number = n_pages > 1 ? g_strdup_printf ("%u / %u", page, n_pages) : g_strdup ("");
  g_autoptr(VenuleTextLayout) left = venule_text_layout_new (cr, NULL, 6.5, FALSE, words);
  g_autoptr(VenuleTextLayout) right = venule_text_layout_new (cr, NULL, 6.5, FALSE, number);
  double y = PAGE_HEIGHT - FOOT;

  cairo_set_source_rgb (cr, QUIET, QUIET, QUIET);
  cairo_set_line_width (cr, 0.4);
  cairo_move_to (cr, SIDE, y - 10);
  cairo_line_to (cr, PAGE_WIDTH - SIDE, y - 10);
  cairo_stroke (cr);
  venule_text_layout_ellipsize (left, PAGE_WIDTH - 2 * SIDE - 40);
  venule_text_layout_show (left, SIDE, y, 0, 1);
  venule_text_layout_show (right, PAGE_WIDTH - SIDE, y, 1, 1);
}

/* ---- The file ---- */

static cairo_status_t
append_to_array (void                *closure,
                 const unsigned char *data,
                 unsigned int         length)
{
  g_byte_array_append (closure, data, length);

  return CAIRO_STATUS_SUCCESS;
}

static void
draw_pages (GPtrArray *pages,
            cairo_t   *cr)
{
  for (guint i = 0; i < pages->len; i++)
    {
      const VenuleReport *page = pages->pdata[i];
      Setting setting = find_setting (page, cr);

      set_page (page, cr, &setting, FALSE);
      draw_foot (page, cr, i + 1, pages->len);
      cairo_show_page (cr);
    }
}

GBytes *
venule_report_make_pdf (GPtrArray  *pages,
                        GError    **error)
{
  g_autoptr(GByteArray) out = g_byte_array_new ();
  cairo_surface_t *surface;
  cairo_status_t status;
  cairo_t *cr;

  g_return_val_if_fail (pages != NULL && pages->len > 0, NULL);

  if (!venule_thread_check (error))
    return NULL;

  surface = cairo_pdf_surface_create_for_stream (append_to_array, out, PAGE_WIDTH, PAGE_HEIGHT);
  cairo_pdf_surface_restrict_to_version (surface, CAIRO_PDF_VERSION_1_5);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, ((VenuleReport *) pages->pdata[0])->title);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Venule " VENULE_VERSION);
  /* The same results give the same bytes, at any hour. */
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
  cr = cairo_create (surface);
  draw_pages (pages, cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return g_byte_array_free_to_bytes (g_steal_pointer (&out));

  g_set_error (error, VENULE_ERROR, status == CAIRO_STATUS_NO_MEMORY ? VENULE_ERROR_NO_MEMORY : VENULE_ERROR_INVALID,
               _("The report could not be drawn: %s. Leave it out, or close other programs."),
               cairo_status_to_string (status));

  return NULL;
}
