/* venule-cli-look.c: the options that say how a figure is to look
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-cli-look.h"

#include <glib/gi18n.h>

#include "venule-cli-parse.h"
#include "venule-enum-names.h"
#include "venule-number.h"
#include "venule-thread.h"

#define FARTHEST VENULE_FIGURE_FARTHEST

void
venule_cli_look_add (VenuleCliLook  *self,
                     GOptionContext *context,
                     gboolean        histogram)
{
  const GOptionEntry entries[] = {
    { "size", 0, 0, G_OPTION_ARG_STRING, &self->size,
      N_("column (85 mm), one-and-a-half (114 mm), two-columns (180 mm), or mm"), "W×H" },
    { "font", 0, 0, G_OPTION_ARG_STRING, &self->font, N_("Font family (default: Arial or similar)"), "NAME" },
    { "font-size", 0, 0, G_OPTION_ARG_STRING, &self->font_size, N_("Font size (default: 8 pt)"), "PT" },
    { "dpi", 0, 0, G_OPTION_ARG_STRING, &self->dpi, N_("Resolution of a PNG in dpi (default: 300)"), "N" },
    { "grays", 0, 0, G_OPTION_ARG_NONE, &self->grays, N_("Without colour"), NULL },
    { "x-range", 0, 0, G_OPTION_ARG_STRING, &self->x_range, N_("Range of the axis; either end may be omitted"), "A:B" },
    { "y-range", 0, 0, G_OPTION_ARG_STRING, &self->y_range, N_("Range of the axis; either end may be omitted"), "A:B" },
    { "x-title", 0, 0, G_OPTION_ARG_STRING, &self->x_title, N_("Title of the axis"), "TEXT" },
    { "y-title", 0, 0, G_OPTION_ARG_STRING, &self->y_title, N_("Title of the axis"), "TEXT" },
    G_OPTION_ENTRY_NULL,
  };
  const GOptionEntry of_bars[] = {
    { "bars", 0, 0, G_OPTION_ARG_STRING, &self->bars, N_("Height of the bars of the histogram"),
      "counts|per-cent|density" },
    { "bin-width", 0, 0, G_OPTION_ARG_STRING, &self->bin_width,
      N_("Width of the bins in the unit of the axis (default: by the Freedman–Diaconis rule)"), "V" },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (histogram)
    g_option_context_add_main_entries (context, of_bars, GETTEXT_PACKAGE);
}

/* Two numbers; what is left out stays as it is. */
static gboolean
parse_pair (const char *text,
            const char *separator,
            double     *first,
            double     *second)
{
  g_auto (GStrv) parts = g_strsplit (text, separator, -1);
  double *numbers[] = { first, second };

  if (g_strv_length (parts) != 2)
    return FALSE;
  for (guint i = 0; i < 2; i++)
    {
      if (*parts[i] != '\0' && !venule_number_read (parts[i], -G_MAXDOUBLE, G_MAXDOUBLE, numbers[i]))
        return FALSE;
    }
  return TRUE;
}

static gboolean
parse_size (const char          *text,
            VenuleFigureOptions *figure)
{
  static const char *const names[] = { "column", "one-and-a-half", "two-columns" };
  int preset = venule_names_find (names, G_N_ELEMENTS (names), text);

  if (preset < 0)
    return parse_pair (text, "x", &figure->width, &figure->height) ||
           parse_pair (text, "×", &figure->width, &figure->height);
  venule_figure_options_set_preset (figure, (VenuleFigurePreset) preset);
  return TRUE;
}

static gboolean
parse_bars (const char          *text,
            VenuleFigureOptions *figure)
{
  static const char *const names[] = { "counts", "per-cent", "density" };
  int bars = venule_names_find (names, G_N_ELEMENTS (names), text);

  if (bars >= 0)
    figure->bars = (VenuleBars) bars;
  return bars >= 0;
}

gboolean
venule_cli_look_parse (const VenuleCliLook  *self,
                       VenuleFigureOptions  *figure,
                       GError              **error)
{
  g_autofree char *note = NULL;

  if (self->font != NULL && *g_strstrip (self->font) == '\0')
    return venule_option_refuse (error, "--font", self->font, _("the name of a font"));
  if (self->size != NULL && !parse_size (self->size, figure))
    return venule_option_refuse (error, "--size", self->size,
                                 _("column, one-and-a-half, two-columns or WIDTHxHEIGHT in mm"));
  if (self->bars != NULL && !parse_bars (self->bars, figure))
    return venule_option_refuse (error, "--bars", self->bars, _("counts, per-cent or density"));
  if (self->x_range != NULL && !parse_pair (self->x_range, ":", &figure->x_low, &figure->x_high))
    return venule_option_refuse (error, "--x-range", self->x_range, _("a range such as 0:100"));
  if (self->y_range != NULL && !parse_pair (self->y_range, ":", &figure->y_low, &figure->y_high))
    return venule_option_refuse (error, "--y-range", self->y_range, _("a range such as 0:100"));

  /* What makes no sense is refused with the rest; a width of 0 would be that of the rule. */
  if (!venule_option_parse_number ("--font-size", self->font_size, -FARTHEST, FARTHEST, &figure->font_size, error) ||
      !venule_option_parse_number ("--dpi", self->dpi, -FARTHEST, FARTHEST, &figure->dpi, error) ||
      !venule_option_parse_number ("--bin-width", self->bin_width, VENULE_FIGURE_NARROWEST_BIN,
                                   VENULE_FIGURE_WIDEST_BIN, &figure->bin_width, error))
    return FALSE;
  figure->palette = self->grays ? VENULE_PALETTE_GRAYS : VENULE_PALETTE_COLORS;
  figure->font_family = g_strdup (self->font);
  figure->x_title = g_strdup (self->x_title);
  figure->y_title = g_strdup (self->y_title);
  /* Pango starts threads, and ends the program where it gets none. */
  if (!venule_figure_options_validate (figure, error) || !venule_thread_check (error))
    return FALSE;

  note = venule_figure_options_dup_font_note (figure);
  if (note != NULL)
    /* Translators: %s is a sentence */
    g_printerr (_("Warning: %s\n"), note);
  return TRUE;
}

const char *
venule_cli_look_get_given (const VenuleCliLook *self)
{
  const struct
  {
    const char *option;
    gboolean    given;
  } options[] = {
    { "--size", self->size != NULL },        { "--font", self->font != NULL },
    { "--font-size", self->font_size != NULL }, { "--dpi", self->dpi != NULL },
    { "--grays", self->grays },              { "--x-range", self->x_range != NULL },
    { "--y-range", self->y_range != NULL },  { "--x-title", self->x_title != NULL },
    { "--y-title", self->y_title != NULL },  { "--bars", self->bars != NULL },
    { "--bin-width", self->bin_width != NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (options[i].given)
      return options[i].option;
  return NULL;
}

void
venule_cli_look_clear (VenuleCliLook *self)
{
  g_free (self->size);
  g_free (self->font);
  g_free (self->font_size);
  g_free (self->dpi);
  g_free (self->bin_width);
  g_free (self->bars);
  g_free (self->x_range);
  g_free (self->y_range);
  g_free (self->x_title);
  g_free (self->y_title);
}
