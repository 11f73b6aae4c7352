/* venule-cli-figure.c: one figure of a document, as a paper needs it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n.h>

#include "venule-cli-document.h"
#include "venule-cli-figure-size.h"
#include "venule-cli.h"
#include "venule-error.h"
#include "venule-paper-figure.h"

typedef struct {
  char     *output;
  char     *kind;
  gint64    run;
  char     *size;
  double    font_size, dpi, bin_width;
  char     *font;
  char     *bars;
  char     *x_range, *y_range;
  char     *x_title, *y_title;
  gboolean  cumulative, grays, bare, vessel;
} FigureOptions;

static void
figure_options_clear (FigureOptions *self)
{
  g_free (self->output);
  g_free (self->kind);
  g_free (self->size);
  g_free (self->font);
  g_free (self->bars);
  g_free (self->x_range);
  g_free (self->y_range);
  g_free (self->x_title);
  g_free (self->y_title);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FigureOptions, figure_options_clear)

static gboolean
fail (GError     **error,
      const char  *option,
      const char  *text,
      const char  *expected)
{
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("%s: “%s” is not %s."), option, text, expected);
  return FALSE;
}

static gboolean
parse_bars (const char          *text,
            VenuleFigureOptions *figure)
{
  static const char *const names[] = { "counts", "per-cent", "density" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      if (g_str_equal (text, names[i]))
        {
          figure->bars = (VenuleBars) i;
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
parse (FigureOptions        *self,
       VenuleFigureOptions  *figure,
       VenuleFigureKind     *kind,
       GError              **error)
{
  if (self->kind != NULL && !venule_figure_kind_from_string (self->kind, kind))
    return fail (error, "--kind", self->kind, _("a kind of figure; see --help"));
  if (self->size != NULL && !venule_cli_parse_size (self->size, figure))
    return fail (error, "--size", self->size, _("column, one-and-a-half, two-columns or WIDTHxHEIGHT in mm"));
  if (self->bars != NULL && !parse_bars (self->bars, figure))
    return fail (error, "--bars", self->bars, _("counts, per-cent or density"));
  if (self->x_range != NULL && !venule_cli_parse_pair (self->x_range, ":", &figure->x_low, &figure->x_high))
    return fail (error, "--x-range", self->x_range, _("a range such as 0:100"));
  if (self->y_range != NULL && !venule_cli_parse_pair (self->y_range, ":", &figure->y_low, &figure->y_high))
    return fail (error, "--y-range", self->y_range, _("a range such as 0:100"));

  if (self->font_size > 0)
    figure->font_size = self->font_size;
  if (self->dpi > 0)
    figure->dpi = self->dpi;
  figure->bin_width = self->bin_width;
  figure->cumulative = self->cumulative;
  figure->bare = self->bare;
  figure->vessel = self->vessel;
  figure->palette = self->grays ? VENULE_PALETTE_GRAYS : VENULE_PALETTE_COLORS;
  figure->font_family = g_strdup (self->font);
  figure->x_title = g_strdup (self->x_title);
  figure->y_title = g_strdup (self->y_title);
  return venule_figure_options_validate (figure, error);
}

/* Results do not know of marks: the document does. */
static VenuleFigure *
make_figure (VenuleDocument    *document,
             VenuleFigureKind   kind,
             GError           **error)
{
  g_autoptr (VenuleAgreementReport) report = NULL;
  VenuleResults results;

  if (kind == VENULE_FIGURE_AGREEMENT)
    {
      report = venule_agreement_report_new_for_sample (document, 0, error);
      return report != NULL ? venule_figure_new_for_agreement (report) : NULL;
    }
  venule_results_init (&results, document);
  return venule_figure_new (kind, &results, NULL, error);
}

static gboolean
save (const char                 *path,
      const FigureOptions        *self,
      VenuleFigureKind            kind,
      const VenuleFigureOptions  *options,
      GError                    **error)
{
  g_autoptr (VenuleDocument) document = venule_cli_open_document (path, error);
  g_autoptr (VenuleFigure) figure = NULL;

  if (document == NULL || !venule_cli_show_run (document, self->run, error))
    return FALSE;
  figure = make_figure (document, kind, error);
  return figure != NULL && venule_figure_save (figure, options, self->output, error);
}

/* "histogram, velocity": what --kind takes. */
static char *
dup_kinds (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < VENULE_N_FIGURE_KINDS; i++)
    g_string_append_printf (text, "%s%s: %s", i > 0 ? "\n  " : "  ", venule_figure_kind_to_string (i),
                            venule_figure_kind_to_label (i));
  return g_string_free (text, FALSE);
}

/**
 * venule_cli_figure:
 * @argc: number of arguments
 * @argv: "figure", and what follows it on the command line
 *
 * Saves a figure of a document, and its data beside it, as the window does. The document is not changed.
 *
 * Returns: %VENULE_CLI_DONE, %VENULE_CLI_FAILED or %VENULE_CLI_USAGE
 */
int
venule_cli_figure (int    argc,
                   char **argv)
{
  g_auto (FigureOptions) self = { 0 };
  g_autoptr (VenuleFigureOptions) options = venule_figure_options_new ();
  VenuleFigureKind kind = VENULE_FIGURE_HISTOGRAM;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self.output, N_("File to write: .pdf, .svg or .png; its data go beside it"), "FILE" },
    { "kind", 0, 0, G_OPTION_ARG_STRING, &self.kind, N_("What is shown (default: histogram)"), "KIND" },
    { "run", 0, 0, G_OPTION_ARG_INT64, &self.run, N_("Number of the run (default: the one that was shown last)"), "N" },
    { "size", 0, 0, G_OPTION_ARG_STRING, &self.size, N_("column (85 mm), one-and-a-half (114 mm), two-columns (180 mm), or mm"), "W×H" },
    { "font", 0, 0, G_OPTION_ARG_STRING, &self.font, N_("Family of the letters (default: Arial or like it)"), "NAME" },
    { "font-size", 0, 0, G_OPTION_ARG_DOUBLE, &self.font_size, N_("Height of the letters (default: 8 pt)"), "PT" },
    { "dpi", 0, 0, G_OPTION_ARG_DOUBLE, &self.dpi, N_("Dots an inch of a PNG (default: 300)"), "N" },
    { "grays", 0, 0, G_OPTION_ARG_NONE, &self.grays, N_("Without colour"), NULL },
    { "x-range", 0, 0, G_OPTION_ARG_STRING, &self.x_range, N_("Ends of the axis; either may be left out"), "A:B" },
    { "y-range", 0, 0, G_OPTION_ARG_STRING, &self.y_range, N_("Ends of the axis; either may be left out"), "A:B" },
    { "x-title", 0, 0, G_OPTION_ARG_STRING, &self.x_title, N_("Title of the axis"), "TEXT" },
    { "y-title", 0, 0, G_OPTION_ARG_STRING, &self.y_title, N_("Title of the axis"), "TEXT" },
    { "bars", 0, 0, G_OPTION_ARG_STRING, &self.bars, N_("What the bars of the histogram are (default: counts)"),
      "counts|per-cent|density" },
    { "bin-width", 0, 0, G_OPTION_ARG_DOUBLE, &self.bin_width, N_("Width of its bins in its unit (default: by the rule of Freedman and Diaconis)"),
      "V" },
    { "cumulative", 0, 0, G_OPTION_ARG_NONE, &self.cumulative, N_("The histogram adds up"), NULL },
    { "no-tracks", 0, 0, G_OPTION_ARG_NONE, &self.bare, N_("The map and the kymograph without the tracks"), NULL },
    { "vessel", 0, 0, G_OPTION_ARG_NONE, &self.vessel, N_("The map with crop, flow, centreline and the line of the flux"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("FILE.venule"));
  g_autoptr (GError) error = NULL;
  g_autofree char *kinds = dup_kinds ();
  g_autofree char *description = g_strdup_printf (_("Kinds:\n%s"), kinds);

  g_set_prgname ("venule-cli figure");
  g_option_context_set_summary (context, _("Saves a figure of a document for a paper, and its data as a table beside it."));
  g_option_context_set_description (context, description);
  g_option_context_set_translation_domain (context, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", error->message);
  if (argc != 2 || self.output == NULL)
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", _("figure takes one document, and --output with a file."));
  if (!parse (&self, options, &kind, &error))
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", error->message);
  if (!save (argv[1], &self, kind, options, &error))
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  return VENULE_CLI_DONE;
}
