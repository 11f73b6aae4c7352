/* venule-text.c: one line of text in a figure
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-text.h"

#include <pango/pangocairo.h>

/* What journals ask for, or what fontconfig holds to be like it. */
#define DEFAULT_FAMILY "Arial,Helvetica,Liberation Sans,Sans"
#define CAP_HEIGHT 0.72 /* of the em; the usual sans-serif faces lie within 0.70 to 0.73 */

struct _VenuleText
{
  cairo_t     *cr;
  PangoLayout *layout;
  double       width;
  double       size;
};

VenuleText *
venule_text_new (cairo_t    *cr,
                 const char *family,
                 double      size,
                 gboolean    bold,
                 const char *text)
{
  VenuleText *self = g_new0 (VenuleText, 1);
  PangoFontDescription *font = pango_font_description_new ();
  cairo_font_options_t *options = cairo_font_options_create ();
  PangoRectangle logical;

  self->cr = cairo_reference (cr);
  self->size = size;
  self->layout = pango_cairo_create_layout (cr);

  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options (pango_layout_get_context (self->layout), options);
  pango_context_set_round_glyph_positions (pango_layout_get_context (self->layout), FALSE);
  cairo_font_options_destroy (options);

  pango_font_description_set_family (font, family != NULL ? family : DEFAULT_FAMILY);
  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  if (bold)
    pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
  pango_layout_set_font_description (self->layout, font);
  pango_font_description_free (font);

  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
  pango_layout_set_text (self->layout, text, -1);
  pango_layout_get_extents (self->layout, NULL, &logical);
  self->width = (double) logical.width / PANGO_SCALE;

  return self;
}

void
venule_text_free (VenuleText *self)
{
  if (self == NULL)
    return;

  g_object_unref (self->layout);
  cairo_destroy (self->cr);
  g_free (self);
}

double
venule_text_get_width (VenuleText *self)
{
  return self->width;
}

double
venule_text_get_height (VenuleText *self)
{
  return CAP_HEIGHT * self->size;
}

static void
move_to (VenuleText *self,
         double      x,
         double      y,
         double      align_x,
         double      align_y)
{
  double baseline = (double) pango_layout_get_baseline (self->layout) / PANGO_SCALE;

  cairo_move_to (self->cr, x - align_x * self->width,
                 y + (1 - align_y) * venule_text_get_height (self) - baseline);
}

void
venule_text_show (VenuleText *self,
                  double      x,
                  double      y,
                  double      align_x,
                  double      align_y)
{
  move_to (self, x, y, align_x, align_y);
  pango_cairo_show_layout (self->cr, self->layout);
  cairo_new_path (self->cr);
}

void
venule_text_path (VenuleText *self,
                  double      x,
                  double      y,
                  double      align_x,
                  double      align_y)
{
  move_to (self, x, y, align_x, align_y);
  pango_cairo_layout_path (self->cr, self->layout);
}
