/* venule-figure.c: the figures of a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-figure-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-histogram-plot-private.h"
#include "venule-save.h"

#define POINTS_PER_MM (72 / 25.4)

struct _VenuleFigure
{
  const VenuleFigureClass *class;
  gpointer                 data;
  char                    *description; /* of the analysis */
};

static const VenuleFigureClass *const classes[VENULE_N_FIGURE_KINDS] = {
  [VENULE_FIGURE_HISTOGRAM] = &venule_figure_histogram,
  [VENULE_FIGURE_VELOCITY] = &venule_figure_velocity,
  [VENULE_FIGURE_MAP] = &venule_figure_map,
  [VENULE_FIGURE_FLUX] = &venule_figure_flux,
  [VENULE_FIGURE_DIAMETER] = &venule_figure_diameter,
  [VENULE_FIGURE_KYMOGRAPH] = &venule_figure_kymograph,
  [VENULE_FIGURE_MOVEMENT] = &venule_figure_movement,
  [VENULE_FIGURE_LIGHT] = &venule_figure_light,
  [VENULE_FIGURE_AGREEMENT] = &venule_figure_agreement,
};

const char *
venule_figure_kind_to_string (VenuleFigureKind kind)
{
  g_return_val_if_fail (kind < VENULE_N_FIGURE_KINDS, NULL);

  return classes[kind]->id;
}

gboolean
venule_figure_kind_from_string (const char       *text,
                                VenuleFigureKind *kind)
{
  for (guint i = 0; i < VENULE_N_FIGURE_KINDS; i++)
    {
      if (g_str_equal (text, classes[i]->id))
        {
          *kind = i;
          return TRUE;
        }
    }

  return FALSE;
}

const char *
venule_figure_kind_to_label (VenuleFigureKind kind)
{
  g_return_val_if_fail (kind < VENULE_N_FIGURE_KINDS, NULL);

  return _(classes[kind]->label);
}

char *
venule_figure_dup_velocity_title (const VenuleCalibration *calibration)
{
  /* Translators: title of an axis or a colour bar; %s is "µm/s" or "px/s" */
  return g_strdup_printf (_("Velocity (%s)"), venule_calibration_velocity_unit (calibration));
}

void
venule_figure_add_track (VenuleTable    *table,
                         guint           id,
                         VenuleCellKind  kind)
{
  venule_table_add_integer (table, id);
  venule_table_add_text (table, venule_cell_kind_to_string (kind));
}

/* What the numbers depend on, in a line. */
static char *
describe (const VenuleResults *results)
{
  const VenuleSettings *settings = results->settings;
  g_autofree char *video = venule_source_dup_display_name (results->source);
  char window[G_ASCII_DTOSTR_BUF_SIZE], size[G_ASCII_DTOSTR_BUF_SIZE];
  gboolean calibrated = venule_calibration_is_calibrated (&settings->calibration);

  return g_strdup_printf ("Venule %s; %s; frames %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT "; velocity window %s "
                                                                                            "s; %s%s",
                          VENULE_VERSION, video, results->first_frame, results->last_frame,
                          g_ascii_formatd (window, sizeof window, "%.6g", settings->velocity_window),
                          calibrated ? "µm/px " : "not calibrated",
                          calibrated
                          ? g_ascii_formatd (size, sizeof size, "%.6g", settings->calibration.pixel_size_um) : "");
}

VenuleFigure *
venule_figure_new (VenuleFigureKind      kind,
                   const VenuleResults  *results,
                   GCancellable         *cancellable,
                   GError              **error)
{
  VenuleFigure *self;
  gpointer data;

  g_return_val_if_fail (kind < VENULE_N_FIGURE_KINDS, NULL);
  g_return_val_if_fail (results != NULL, NULL);

  data = classes[kind]->make (results, cancellable, error);
  if (data == NULL)
    return NULL;

  self = g_new0 (VenuleFigure, 1);
  self->class = classes[kind];
  self->data = data;
  self->description = describe (results);
  if (self->class->describe != NULL)
    {
      g_autofree char *of_results = g_steal_pointer (&self->description);
      g_autofree char *of_data = self->class->describe (data);

      self->description = g_strdup_printf ("%s; %s", of_results, of_data);
    }

  return self;
}

VenuleFigure *
venule_figure_new_for_agreement (const VenuleAgreementReport *report)
{
  VenuleFigure *self = g_new0 (VenuleFigure, 1);
  g_autofree char *of_data = NULL;

  g_return_val_if_fail (report != NULL, NULL);

  self->class = &venule_figure_agreement;
  self->data = venule_figure_agreement_make (report);
  of_data = self->class->describe (self->data);
  self->description = g_strdup_printf ("Venule %s; %s", VENULE_VERSION, of_data);

  return self;
}

void
venule_figure_free (VenuleFigure *self)
{
  if (self == NULL)
    return;

  self->class->free (self->data);
  g_free (self->description);
  g_free (self);
}

void
venule_figure_draw (const VenuleFigure        *self,
                    cairo_t                   *cr,
                    double                     width,
                    double                     height,
                    const VenuleFigureOptions *options,
                    gboolean                   dark)
{
  g_return_if_fail (self != NULL);

  cairo_save (cr);
  self->class->draw (self->data, cr, width, height, options, dark);
  cairo_restore (cr);
}

/* ---- Files ---- */

typedef struct {
  const VenuleFigure        *figure;
  const VenuleFigureOptions *options;
} Painting;

static void
paint (cairo_t       *cr,
       double         width,
       double         height,
       gconstpointer  content)
{
  const Painting *painting = content;

  /* An SVG without a background would be read in the dark on a dark screen. */
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  venule_figure_draw (painting->figure, cr, width, height, painting->options, FALSE);
}

GBytes *
venule_figure_make_bytes (const VenuleFigure         *self,
                          const VenuleFigureOptions  *options,
                          const char                 *path,
                          GError                    **error)
{
  const Painting painting = { self, options };
  g_autofree char *how = NULL;
  g_autofree char *description = NULL;
  VenuleFigureFile file = { .paint = paint, .content = &painting };

  g_return_val_if_fail (self != NULL, NULL);

  if (!venule_figure_options_validate (options, error) ||
      (self->class->check != NULL && !self->class->check (self->data, options, error)))
    return NULL;

  how = venule_figure_options_dup_text (options);
  description = g_strdup_printf ("%s; %s", self->description, how);
  file.title = _(self->class->label);
  file.description = description;
  file.width = options->width * POINTS_PER_MM;
  file.height = options->height * POINTS_PER_MM;
  file.dpi = options->dpi;

  return venule_figure_make_file (&file, path, error);
}

VenuleTable *
venule_figure_make_table (const VenuleFigure        *self,
                          const VenuleFigureOptions *options)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->class->tabulate (self->data, options);
}

/* Not "flux.csv" for "flux.pdf": among the results there is a table of that name. (transfer full) */
static char *
dup_data_name (const char *path)
{
  return g_strdup_printf ("%.*s-data.csv", (int) (strrchr (path, '.') - path), path);
}

gboolean
venule_figure_check_path (const char  *path,
                          GError     **error)
{
  g_autofree char *data_path = NULL;

  g_return_val_if_fail (path != NULL, FALSE);

  if (!venule_figure_check_name (path, error))
    return FALSE;
  data_path = dup_data_name (path);
  return venule_save_check (path, error) && venule_save_check (data_path, error);
}

gboolean
venule_figure_check_others (const VenuleFigure         *self,
                            const VenuleFigureOptions  *options,
                            const char                 *path,
                            gboolean                    picture,
                            GError                    **error)
{
  g_autofree char *folder = g_path_get_dirname (path), *name = g_path_get_basename (path), *data_name = NULL;
  g_autoptr(VenuleTable) table = NULL;
  g_autoptr(GBytes) csv = NULL;

  if (!venule_figure_check_name (path, error))
    return FALSE;

  data_name = dup_data_name (name);
  table = venule_figure_make_table (self, options);
  csv = venule_table_to_csv (table);

  return venule_save_check_others (folder, (const char *[]) { data_name, name }, (GBytes *[]) { csv, NULL },
                                   picture ? 2 : 1, error);
}

gboolean
venule_figure_save (const VenuleFigure         *self,
                    const VenuleFigureOptions  *options,
                    const char                 *path,
                    GError                    **error)
{
  g_autoptr(GBytes) picture = venule_figure_make_bytes (self, options, path, error);
  g_autoptr(VenuleTable) table = NULL;
  g_autoptr(GBytes) csv = NULL;
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *data_name = NULL;

  if (picture == NULL)
    return FALSE;

  data_name = dup_data_name (name);
  table = venule_figure_make_table (self, options);
  csv = venule_table_to_csv (table);
  return venule_save_all (folder, (const char *[]) { name, data_name }, (GBytes *[]) { picture, csv }, 2, error);
}
