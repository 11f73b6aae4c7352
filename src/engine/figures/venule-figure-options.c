/* venule-figure-options.c: how a figure is to look
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-figure-options.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-number.h"
#include "venule-text-layout.h"

#define SMALLEST_SIDE 20.0 /* mm */
#define LARGEST_SIDE 500.0
#define SHORTEST_AXIS 1e-6 /* of the larger of its ends: numbers along it have nine decimals */

VenuleFigureOptions *
venule_figure_options_new (void)
{
  VenuleFigureOptions *self = g_new0 (VenuleFigureOptions, 1);

  self->font_size = 8;
  self->dpi = 300;
  self->x_low = self->x_high = self->y_low = self->y_high = NAN;
  venule_figure_options_set_preset (self, VENULE_PRESET_ONE_COLUMN);

  return self;
}

VenuleFigureOptions *
venule_figure_options_copy (const VenuleFigureOptions *self)
{
  VenuleFigureOptions *copy = g_memdup2 (self, sizeof *self);

  copy->font_family = g_strdup (self->font_family);
  copy->x_title = g_strdup (self->x_title);
  copy->y_title = g_strdup (self->y_title);

  return copy;
}

void
venule_figure_options_free (VenuleFigureOptions *self)
{
  if (self == NULL)
    return;

  g_free (self->font_family);
  g_free (self->x_title);
  g_free (self->y_title);
  g_free (self);
}

void
venule_figure_options_set_preset (VenuleFigureOptions *self,
                                  VenuleFigurePreset   preset)
{
  static const double widths[] = { 85, 114, 180 };
  static const double heights[] = { 60, 80, 100 };

  g_return_if_fail (preset < G_N_ELEMENTS (widths));

  self->width = widths[preset];
  self->height = heights[preset];
}

static gboolean
refuse (GError     **error,
        const char  *sentence)
{
  g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID, sentence);

  return FALSE;
}

static gboolean
is_side (double side)
{
  return side >= SMALLEST_SIDE && side <= LARGEST_SIDE;
}

static gboolean
is_range (double low,
          double high)
{
  return !(isfinite (low) && isfinite (high)) ||
         (high > low && high - low >= SHORTEST_AXIS * MAX (fabs (low), fabs (high)));
}

static gboolean
is_end (double end)
{
  return isnan (end) || fabs (end) <= VENULE_FIGURE_FARTHEST;
}

gboolean
venule_figure_options_validate (const VenuleFigureOptions  *self,
                                GError                    **error)
{
  if (!is_side (self->width) || !is_side (self->height))
    return refuse (error, _("A figure is 20 to 500 mm wide and high."));
  if (!(self->font_size >= 4 && self->font_size <= 24))
    return refuse (error, _("The font size of a figure is 4 to 24 pt."));
  if (!(self->dpi >= 50 && self->dpi <= 1200))
    return refuse (error, _("The resolution of an image is 50 to 1200 dpi."));
  if (!is_range (self->x_low, self->x_high) || !is_range (self->y_low, self->y_high))
    return refuse (error, _("The lower end of an axis lies below its upper end, by a millionth of it at least."));
  if (!is_end (self->x_low) || !is_end (self->x_high) || !is_end (self->y_low) || !is_end (self->y_high))
    return refuse (error, _("The ends of an axis lie between −1 000 000 000 and 1 000 000 000."));
  if (self->bin_width != 0 &&
      !(self->bin_width >= VENULE_FIGURE_NARROWEST_BIN && self->bin_width <= VENULE_FIGURE_WIDEST_BIN))
    return refuse (error, _("The bins of a histogram are 0.000001 to 1 000 000 wide."));

  return TRUE;
}

gboolean
venule_figure_refuse_bins (double    asked,
                           double    least,
                           guint     most,
                           GError  **error)
{
  double digit = pow (10, floor (log10 (least)) - 1);
  g_autofree char *shown = venule_number_dup_significant (asked, 2);
  g_autofree char *enough = venule_number_dup_significant (ceil (least / digit - 1e-6) * digit, 2);

  /* Translators: widths, in the unit of an axis */
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("With bins of %s the histogram would have more than %u bins. Make them %s wide or wider, in the unit "
                 "of its axis."), shown, most, enough);

  return FALSE;
}

static void
add_number (GString    *text,
            const char *name,
            double      number,
            const char *unit)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (isfinite (number))
    g_string_append_printf (text, "%s%s %s%s%s", text->len > 0 ? "; " : "", name,
                            g_ascii_formatd (digits, sizeof digits, "%.6g", number), *unit != '\0' ? " " : "", unit);
}

char *
venule_figure_options_dup_font_note (const VenuleFigureOptions *self)
{
  g_autofree char *substitute = venule_text_layout_dup_substitute (self->font_family);
  g_autofree char *shown = substitute != NULL ? venule_display_name_dup_excerpt (self->font_family) : NULL;

  /* Translators: two names of fonts */
  return substitute != NULL ? g_strdup_printf (_("The font “%s” is not installed: “%s” is used."), shown, substitute) :
         NULL;
}

char *
venule_figure_options_dup_text (const VenuleFigureOptions *self)
{
  static const char *const bars[] = { "counts", "per cent", "density" };
  g_autofree char *substitute = venule_text_layout_dup_substitute (self->font_family);
  GString *text = g_string_new (NULL);

  add_number (text, "width", self->width, "mm");
  add_number (text, "height", self->height, "mm");
  add_number (text, "letters", self->font_size, "pt");
  if (self->font_family != NULL)
    g_string_append_printf (text, "; font %s", self->font_family);
  if (substitute != NULL)
    g_string_append_printf (text, " (not installed: %s)", substitute);
  add_number (text, "x from", self->x_low, "");
  add_number (text, "x to", self->x_high, "");
  add_number (text, "y from", self->y_low, "");
  add_number (text, "y to", self->y_high, "");
  if (self->bin_width > 0)
    add_number (text, "bins of", self->bin_width, "");
  g_string_append_printf (text, "; bars %s%s%s%s%s", bars[self->bars], self->cumulative ? ", cumulative" : "",
                          self->palette == VENULE_PALETTE_GRAYS ? "; grays" : "", self->bare ? "; without tracks" : "",
                          self->vessel ? "; vessel" : "");

  return g_string_free (text, FALSE);
}
