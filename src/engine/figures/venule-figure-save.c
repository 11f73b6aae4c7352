/* venule-figure-save.c: a figure as PDF, SVG or PNG
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-histogram-plot-private.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <errno.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-png.h"
#include "venule-text-layout.h"
#include "venule-thread.h"
#include "venule-xml.h"

#define PNG_DPI 300.0
#define POINTS_PER_INCH 72.0

static cairo_status_t
append_to_array (void                *closure,
                 const unsigned char *data,
                 unsigned int         length)
{
  g_byte_array_append (closure, data, length);

  return CAIRO_STATUS_SUCCESS;
}

static void
draw (cairo_surface_t *surface,
      double           scale,
      const VenuleFigureFile *drawing)
{
  cairo_t *cr = cairo_create (surface);

  cairo_scale (cr, scale, scale);
  drawing->paint (cr, drawing->width, drawing->height, drawing->content);
  cairo_destroy (cr);
}

static cairo_status_t
finish (cairo_surface_t *surface)
{
  cairo_status_t status;

  cairo_surface_finish (surface);
  status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);

  return status;
}

static cairo_status_t
make_pdf (GByteArray    *out,
          const VenuleFigureFile *drawing)
{
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream (append_to_array, out, drawing->width,
                                                                  drawing->height);

  cairo_pdf_surface_restrict_to_version (surface, CAIRO_PDF_VERSION_1_5);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, drawing->title);
  if (drawing->description != NULL)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_SUBJECT, drawing->description);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Venule " VENULE_VERSION);
  /* The same results give the same bytes, at any hour. */
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
  draw (surface, 1, drawing);

  return finish (surface);
}

/* cairo numbers the surfaces of a process, so that an id would tell how many there were before. */
static gboolean
renumber (const GMatchInfo *match,
          GString          *result,
          gpointer          user_data)
{
  GHashTable *numbers = user_data;
  g_autofree char *old = g_match_info_fetch (match, 0);
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, old));

  if (number == 0)
    {
      number = g_hash_table_size (numbers) + 1;
      g_hash_table_insert (numbers, g_strdup (old), GUINT_TO_POINTER (number));
    }
  g_string_append_printf (result, "surface%u", number);

  return FALSE;
}

static void
renumber_surfaces (GByteArray *svg)
{
  g_autoptr(GRegex) ids = g_regex_new ("(?<=[\"#])surface[0-9]+", 0, 0, NULL);
  g_autoptr(GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *text = g_regex_replace_eval (ids, (const char *) svg->data, svg->len, 0, 0, renumber, numbers, NULL);

  g_byte_array_set_size (svg, 0);
  g_byte_array_append (svg, (const guint8 *) text, strlen (text));
}

/* Texts and what the figure was made with go before its end. */
static void
insert_texts (GByteArray *svg,
              GString    *texts,
              const char *description)
{
  g_autofree char *picture = g_strndup ((const char *) svg->data, svg->len);
  char *end = g_strrstr (picture, "</svg>");

  g_return_if_fail (end != NULL);

  if (description != NULL)
    {
      g_autofree char *escaped = venule_xml_dup_escaped (description);

      g_string_append_printf (texts, "<desc>%s</desc>\n", escaped);
    }
  g_byte_array_set_size (svg, (guint) (end - picture));
  g_byte_array_append (svg, (const guint8 *) texts->str, (guint) texts->len);
  g_byte_array_append (svg, (const guint8 *) "</svg>\n", strlen ("</svg>\n"));
}

static cairo_status_t
make_svg (GByteArray    *out,
          const VenuleFigureFile *drawing)
{
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (append_to_array, out, drawing->width,
                                                                  drawing->height);
  g_autoptr(GString) texts = g_string_new (NULL);
  cairo_status_t status;

  cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PT);
  venule_text_layout_collect (surface, texts);
  draw (surface, 1, drawing);

  status = finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    {
      renumber_surfaces (out);
      insert_texts (out, texts, drawing->description);
    }

  return status;
}

static cairo_status_t
make_png (GByteArray    *out,
          const VenuleFigureFile *drawing)
{
  double dpi = drawing->dpi > 0 ? drawing->dpi : PNG_DPI;
  double scale = dpi / POINTS_PER_INCH;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) ceil (drawing->width * scale),
                                                         (int) ceil (drawing->height * scale));
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  cairo_destroy (cr);
  draw (surface, scale, drawing);
  status = venule_png_encode (surface, dpi, drawing->description, out);
  cairo_surface_destroy (surface);

  return status;
}

gboolean
venule_figure_check_name (const char  *path,
                          GError     **error)
{
  g_autofree char *name = venule_display_name_dup_base (path);

  if (g_str_has_suffix (path, ".pdf") || g_str_has_suffix (path, ".svg") || g_str_has_suffix (path, ".png"))
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("“%s” is not a name for a figure. It must end in .pdf, .svg or .png."), name);
  return FALSE;
}

GBytes *
venule_figure_make_file (const VenuleFigureFile  *drawing,
                         const char              *path,
                         GError                 **error)
{
  g_autoptr(GByteArray) out = g_byte_array_new ();
  cairo_status_t status;

  if (!venule_figure_check_name (path, error) || !venule_thread_check (error))
    return NULL;
  if (g_str_has_suffix (path, ".pdf"))
    status = make_pdf (out, drawing);
  else
    status = g_str_has_suffix (path, ".svg") ? make_svg (out, drawing) : make_png (out, drawing);

  if (status == CAIRO_STATUS_SUCCESS)
    return g_byte_array_free_to_bytes (g_steal_pointer (&out));

  g_set_error (error, VENULE_ERROR, status == CAIRO_STATUS_NO_MEMORY ? VENULE_ERROR_NO_MEMORY : VENULE_ERROR_INVALID,
               _("The figure of %.0f × %.0f mm could not be drawn: %s. Choose a smaller one."),
               drawing->width / POINTS_PER_INCH * 25.4, drawing->height / POINTS_PER_INCH * 25.4,
               cairo_status_to_string (status));

  return NULL;
}

GBytes *
venule_figure_make (VenuleFigurePaint   paint,
                    gconstpointer       content,
                    const char         *title,
                    const char         *path,
                    double              width,
                    double              height,
                    GError            **error)
{
  const VenuleFigureFile file = { .paint = paint, .content = content, .title = title, .width = width,
                                  .height = height };

  return venule_figure_make_file (&file, path, error);
}

static void
paint_histogram (cairo_t       *cr,
                 double         width,
                 double         height,
                 gconstpointer  content)
{
  venule_figure_draw_histogram (cr, width, height, content, NULL);
}

GBytes *
venule_figure_make_histogram (const VenuleHistogram  *histogram,
                              const char             *path,
                              double                  width,
                              double                  height,
                              GError                **error)
{
  g_return_val_if_fail (histogram != NULL, NULL);
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (width > 0 && height > 0, NULL);

  return venule_figure_make (paint_histogram, histogram, _("Histogram of rolling velocities"), path, width, height,
                             error);
}
