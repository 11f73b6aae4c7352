/* venule-job-proposal.c: what "auto" stands for in the options of an analysis
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-job-options.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-error.h"
#include "venule-proposal.h"
#include "venule-scale.h"

/* The least confidence of what is analysed without review: of outlines at 0.8 one in five is wrong. */
#define CLEAR 0.8
#define CLEAR_SIZE 0.7

/* µm: no leukocyte is smaller; red cells and platelets are. */
#define SMALLEST_LEUKOCYTE 4.0

/* ---- What was proposed ---- */

static VenuleProposal *
make_proposal (const VenuleJobOptions  *self,
               VenuleSource            *source,
               GCancellable            *cancellable,
               GError                 **error)
{
  const VenuleSettings *settings = self->settings;
  g_autoptr (VenuleVessel) drawn = venule_vessel_copy (settings->vessel);
  gint64 n_frames, last;

  if (!venule_source_build_table (source, NULL, NULL, cancellable, error))
    return NULL;
  n_frames = venule_source_get_n_frames (source);
  if (!venule_settings_validate_frames (settings, n_frames, error))
    return NULL;
  last = settings->last_frame >= 0 ? settings->last_frame : n_frames - 1;
  if (drawn->kind == VENULE_CROP_WHOLE)
    return venule_proposal_new (source, settings->first_frame, last, cancellable, error);
  if (self->auto_parts & VENULE_PROPOSED_FLOW)
    drawn->flow_x = drawn->flow_y = 0;
  return venule_proposal_new_within (source, drawn, settings->first_frame, last, cancellable, error);
}

static gboolean
is_found (const VenuleProposal *proposal,
          VenuleProposed        part)
{
  const VenuleProposedVessel *vessel = proposal->vessels->len > 0 ? proposal->vessels->pdata[0] : NULL;

  return vessel != NULL && (part == VENULE_PROPOSED_VESSEL ||
                            (part == VENULE_PROPOSED_FLOW ? vessel->flow_confidence > 0 : proposal->n_cells > 0));
}

static gboolean
check_clear (VenuleProposed         parts,
             const VenuleProposal  *proposal,
             GError               **error)
{
  const VenuleProposedVessel *vessel = proposal->vessels->len > 0 ? proposal->vessels->pdata[0] : NULL;

  if (parts & VENULE_PROPOSED_VESSEL && vessel->confidence < CLEAR)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_UNSEEN,
                 _("--vessel auto: The vessel that was found is not clear enough to be analysed unseen (confidence "
                   "%.2f). Look at it with “venule-cli propose”, and give it with --polygon."), vessel->confidence);
  else if (parts & VENULE_PROPOSED_CELL_DIAMETER && proposal->cell_confidence < CLEAR_SIZE)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_UNSEEN,
                 _("--cell-diameter auto: What was found in the vessel is not clear enough to be analysed unseen "
                   "(confidence %.2f): it may be red cells or platelets. Look at it, and give the diameter with "
                   "--cell-diameter=PX."), proposal->cell_confidence);
  else
    return TRUE;
  return FALSE;
}

/* With the reason, and what to type. */
static gboolean
check_refused (VenuleProposed         parts,
               const VenuleProposal  *proposal,
               GError               **error)
{
  static const char *const options[VENULE_N_PROPOSED] = { "--vessel auto", "--flow auto", "--cell-diameter auto" };
  static const char *const advice[VENULE_N_PROPOSED] = {
    N_("Give it with --crop or --polygon."), N_("Give it with --flow=DX,DY."), N_("Give it with --cell-diameter=PX."),
  };

  for (guint i = 0; i < VENULE_N_PROPOSED; i++)
    {
      VenuleProposed part = (VenuleProposed) (1u << i);
      gboolean last = part == VENULE_PROPOSED_CELL_DIAMETER;
      GPtrArray *reasons = proposal->refused;

      if (!(parts & part) || is_found (proposal, part))
        continue;
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_UNSEEN, "%s: %s %s", options[i],
                   (const char *) reasons->pdata[last ? reasons->len - 1 : 0], _(advice[i]));
      return FALSE;
    }
  return TRUE;
}

/* ---- What is said of it ---- */

static void
say_vessel (const VenuleProposal *proposal,
            GString              *said)
{
  const VenuleProposedVessel *vessel = proposal->vessels->pdata[0];
  guint n_others = proposal->vessels->len - 1;
  double length = 0;

  for (guint i = 1; i < vessel->centreline->len; i++)
    {
      const VenulePoint *points = (const VenulePoint *) vessel->centreline->data;

      length += hypot (points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
    }
  g_string_append_printf (said, _("Proposed vessel: %.0f px wide, %.0f px long (confidence %.2f)\n"), vessel->width,
                          length, vessel->confidence);
  if (n_others > 0)
    g_string_append_printf (said, ngettext ("%u other vessel is left out; “venule-cli propose” shows it.\n",
                                            "%u other vessels are left out; “venule-cli propose” shows them.\n",
                                            n_others), n_others);
}

static void
say_parts (VenuleProposed        parts,
           const VenuleProposal *proposal,
           GString              *said)
{
  const VenuleProposedVessel *vessel = proposal->vessels->pdata[0];

  if (parts & VENULE_PROPOSED_VESSEL)
    say_vessel (proposal, said);
  if (parts & VENULE_PROPOSED_FLOW)
    /* Translators: 0° is to the right on the screen, 90° down */
    g_string_append_printf (said, _("Proposed flow: %.0f° clockwise from the right, %.3f,%.3f (confidence %.2f)\n"),
                            fmod (round (atan2 (vessel->flow_y, vessel->flow_x) * 180 / G_PI) + 360, 360),
                            vessel->flow_x, vessel->flow_y, vessel->flow_confidence);
  if (parts & VENULE_PROPOSED_CELL_DIAMETER)
    g_string_append_printf (said, _("Proposed cell diameter: %.1f px, eight in ten cells %.1f to %.1f px "
                                    "(confidence %.2f)\n"), proposal->cell_diameter, proposal->cell_diameter_low,
                            proposal->cell_diameter_high, proposal->cell_confidence);
}

/* ---- Settings ---- */

static void
take_parts (VenuleSettings       *settings,
            VenuleProposed        parts,
            const VenuleProposal *proposal)
{
  const VenuleProposedVessel *vessel = proposal->vessels->pdata[0];

  if (parts & VENULE_PROPOSED_VESSEL)
    {
      VenuleVessel *crop = venule_proposed_vessel_dup_crop (vessel);

      crop->flow_x = settings->vessel->flow_x;
      crop->flow_y = settings->vessel->flow_y;
      venule_vessel_free (settings->vessel);
      settings->vessel = crop;
    }
  if (parts & VENULE_PROPOSED_FLOW)
    {
      settings->vessel->flow_x = vessel->flow_x;
      settings->vessel->flow_y = vessel->flow_y;
    }
  if (parts & VENULE_PROPOSED_CELL_DIAMETER)
    settings->cell_diameter = proposal->cell_diameter;
  settings->proposed |= parts;
}

/* That of the file was taken before the cells were known. */
static gboolean
check_scale (VenuleSource          *source,
             const VenuleSettings  *settings,
             GError               **error)
{
  g_autofree char *sentence = NULL;
  double pixel_size_um;

  if (venule_scale_judge (source, settings->cell_diameter, &pixel_size_um, &sentence) != VENULE_SCALE_ABSURD ||
      settings->calibration.pixel_size_um != pixel_size_um)
    return TRUE;
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED, "--pixel-size: %s", sentence);
  return FALSE;
}

static gboolean
check_size (VenuleProposed         parts,
            const VenuleSettings  *settings,
            GError               **error)
{
  double diameter = settings->cell_diameter * settings->calibration.pixel_size_um;

  if (!(parts & VENULE_PROPOSED_CELL_DIAMETER) || diameter <= 0 || diameter >= SMALLEST_LEUKOCYTE)
    return TRUE;
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_UNSEEN,
               _("--cell-diameter auto: What moves in the vessel is %.1f µm across, which is too small for leukocytes. "
                 "Check the pixel size, or give the diameter with --cell-diameter=PX."), diameter);
  return FALSE;
}

gboolean
venule_job_options_propose (VenuleJobOptions  *self,
                            VenuleSource      *source,
                            GString           *said,
                            GCancellable      *cancellable,
                            GError           **error)
{
  g_autoptr (VenuleProposal) proposal = NULL;

  if (self->auto_parts == VENULE_PROPOSED_NOTHING)
    return TRUE;
  proposal = make_proposal (self, source, cancellable, error);
  if (proposal == NULL || !check_refused (self->auto_parts, proposal, error) ||
      !check_clear (self->auto_parts, proposal, error))
    return FALSE;
  take_parts (self->settings, self->auto_parts, proposal);
  if (said != NULL)
    say_parts (self->auto_parts, proposal, said);
  return check_scale (source, self->settings, error) && check_size (self->auto_parts, self->settings, error) &&
         venule_settings_validate (self->settings, venule_source_get_width (source), venule_source_get_height (source),
                                   venule_source_get_n_frames (source), error);
}
