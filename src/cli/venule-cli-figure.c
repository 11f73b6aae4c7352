/* venule-cli-figure.c: one figure of a document, as a paper needs it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n.h>

#include "venule-cli-document.h"
#include "venule-cli-look.h"
#include "venule-cli-parse.h"
#include "venule-cli.h"
#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-figure.h"
#include "venule-save.h"

typedef struct {
  char          *output;
  char          *kind;
  char          *run_text;
  gint64         run;
  VenuleCliLook  look;
  gboolean       cumulative, bare, vessel, replace;
} FigureOptions;

static void
figure_options_clear (FigureOptions *self)
{
  g_free (self->output);
  g_free (self->kind);
  g_free (self->run_text);
  venule_cli_look_clear (&self->look);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FigureOptions, figure_options_clear)

/* What only some kinds have. */
static gboolean
check_kind (const FigureOptions  *self,
            VenuleFigureKind      kind,
            GError              **error)
{
  gboolean histogram = kind == VENULE_FIGURE_HISTOGRAM, map = kind == VENULE_FIGURE_MAP;
  const VenuleCliLook *look = &self->look;
  g_autofree char *other = g_strdup_printf ("--kind %s", venule_figure_kind_to_string (kind));
  const struct
  {
    const char *option;
    gboolean    idle;
  } options[] = {
    { "--cumulative", self->cumulative && !histogram },  { "--bars", look->bars != NULL && !histogram },
    { "--bin-width", look->bin_width != NULL && !histogram }, { "--vessel", self->vessel && !map },
    { "--no-tracks", self->bare && !map && kind != VENULE_FIGURE_KYMOGRAPH },
    /* The map has a scale bar in place of axes. */
    { "--x-range", look->x_range != NULL && map },       { "--y-range", look->y_range != NULL && map },
    { "--x-title", look->x_title != NULL && map },       { "--y-title", look->y_title != NULL && map },
  };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (options[i].idle)
      return venule_option_refuse_with (error, options[i].option, other);
  /* It rises with each cell. */
  if (self->cumulative && look->bin_width != NULL)
    return venule_option_refuse_with (error, "--bin-width", "--cumulative");
  return TRUE;
}

/* Whether it has dots. */
static gboolean
check_dots (const FigureOptions  *self,
            GError              **error)
{
  g_autofree char *shown = venule_display_name_dup_base (self->output);

  if (self->look.dpi == NULL || g_str_has_suffix (self->output, ".png"))
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("--dpi is only for PNG: “%s” is a vector graphic. Omit --dpi, or give --output a name that "
                 "ends in .png."),
               shown);
  return FALSE;
}

static gboolean
parse (FigureOptions        *self,
       VenuleFigureOptions  *figure,
       VenuleFigureKind     *kind,
       GError              **error)
{
  if (self->kind != NULL && !venule_figure_kind_from_string (self->kind, kind))
    return venule_option_refuse (error, "--kind", self->kind, _("a kind of figure; see --help"));

  figure->cumulative = self->cumulative;
  figure->bare = self->bare;
  figure->vessel = self->vessel;
  return venule_option_parse_run (self->run_text, &self->run, error) &&
         venule_cli_look_parse (&self->look, figure, error) &&
         check_kind (self, *kind, error) && check_dots (self, error);
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
check_others (const FigureOptions        *self,
              const VenuleFigure         *figure,
              const VenuleFigureOptions  *options,
              GError                    **error)
{
  g_autofree char *name = venule_display_name_dup_base (self->output);

  if (self->replace || venule_figure_check_others (figure, options, self->output, TRUE, NULL))
    return TRUE;
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
               _("“%s” or the table beside it is there already, and no such figure. Give another name, or --replace to "
                 "replace both."), name);
  return FALSE;
}

static gboolean
save (const char                 *path,
      const FigureOptions        *self,
      VenuleFigureKind            kind,
      const VenuleFigureOptions  *options,
      int                        *code,
      GError                    **error)
{
  g_autoptr (VenuleDocument) document = venule_cli_open_document (path, error);
  g_autoptr (VenuleFigure) figure = NULL;

  if (document == NULL || !venule_cli_show_run (document, self->run, error) ||
      !venule_cli_check_pictures (venule_document_get_source (document), self->output, error))
    return FALSE;
  figure = make_figure (document, kind, error);
  if (figure == NULL || !check_others (self, figure, options, error) ||
      !venule_figure_save (figure, options, self->output, error))
    return FALSE;
  *code = venule_cli_end (document);
  return TRUE;
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
  int code;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self.output,
      N_("File to write: .pdf, .svg or .png; its data go beside it, as NAME-data.csv"), "FILE" },
    { "kind", 0, 0, G_OPTION_ARG_STRING, &self.kind, N_("Kind of figure (default: histogram)"), "KIND" },
    { "run", 0, 0, G_OPTION_ARG_STRING, &self.run_text, N_("Number of the run (default: the one that was shown last)"),
      "N" },
    { "cumulative", 0, 0, G_OPTION_ARG_NONE, &self.cumulative, N_("Cumulative histogram"), NULL },
    { "no-tracks", 0, 0, G_OPTION_ARG_NONE, &self.bare, N_("The map and the kymograph without the tracks"), NULL },
    { "vessel", 0, 0, G_OPTION_ARG_NONE, &self.vessel,
      N_("The map with crop, flow, centreline and flux line"), NULL },
    { "replace", 0, 0, G_OPTION_ARG_NONE, &self.replace, N_("Replace the files that --output names"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context =
    venule_cli_context_new ("figure", _("FILE.venule"), entries,
                            _("Saves a figure of a document for a paper, and its data as a table beside it."));
  g_autoptr (GError) error = NULL;
  g_autofree char *kinds = dup_kinds ();
  g_autofree char *description = g_strdup_printf (_("Kinds:\n%s"), kinds);

  g_option_context_set_description (context, description);
  venule_cli_look_add (&self.look, context, TRUE);
  if (!venule_cli_parse_context (context, &argc, &argv, &error) ||
      !venule_option_check_name ("--output", self.output, &error))
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", error->message);
  if (argc != 2 || self.output == NULL)
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", _("figure takes one document, and --output with a file."));
  if (!parse (&self, options, &kind, &error) || !venule_figure_check_path (self.output, &error))
    return venule_cli_fail_of_options (error);
  if (!save (argv[1], &self, kind, options, &code, &error))
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  return code;
}
