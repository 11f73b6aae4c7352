/* venule-batch-video.c: one of several videos, as the list shows it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-batch-video.h"

#include <glib/gi18n.h>

#include "venule-display-name.h"
#include "venule-manifest-settings.h"
#include "venule-number.h"

struct _VenuleBatchVideo
{
  GObject           parent_instance;

  VenuleManifest   *manifest;
  guint             position;
  char             *id;        /* by which it is found again when it was moved */
  VenuleBatchItem  *item;
  char             *run_with;  /* what the item was made with */
  VenuleBatchLook  *look;
  gboolean          busy;

  /* What the cells say; it is worked out when it is asked for. */
  gboolean          parsed;
  VenuleJobOptions  options;
  char             *problem;
};

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VenuleBatchVideo, venule_batch_video, G_TYPE_OBJECT)

static void
tell (VenuleBatchVideo *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* ---- Cells ---- */

guint
venule_batch_video_get_position (VenuleBatchVideo *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_VIDEO (self), 0);

  return self->position;
}

void
venule_batch_video_set_position (VenuleBatchVideo *self,
                               guint           position)
{
  g_return_if_fail (VENULE_IS_BATCH_VIDEO (self));

  self->position = position;
}

static void
forget (VenuleBatchVideo *self)
{
  venule_job_options_clear (&self->options);
  self->options = (VenuleJobOptions){ 0 };
  g_clear_pointer (&self->problem, g_free);
  self->parsed = FALSE;
}

const char *
venule_batch_video_get_id (VenuleBatchVideo *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_VIDEO (self), NULL);

  return self->id;
}

static void
read_id (VenuleBatchVideo *self)
{
  const char *id = venule_manifest_get_value (self->manifest, self->position, "id");

  g_free (self->id);
  self->id = g_strdup (id ? id : "");
}

/* (transfer full): all that results depend on, less the labels, which are the study's. */
static char *
dup_run_with (VenuleBatchVideo *self)
{
  static const char *const labels[] = { "--animal=", "--group=", "--time-point=", "--recording=" };
  g_auto (GStrv) arguments = venule_manifest_dup_arguments (self->manifest, self->position);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; arguments[i]; i++)
    {
      gboolean label = FALSE;

      for (guint j = 0; j < G_N_ELEMENTS (labels); j++)
        label |= g_str_has_prefix (arguments[i], labels[j]);
      if (!label)
        g_string_append_printf (text, "%s\n", arguments[i]);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

void
venule_batch_video_renew (VenuleBatchVideo *self)
{
  g_return_if_fail (VENULE_IS_BATCH_VIDEO (self));

  forget (self);
  read_id (self);
  if (self->item)
    {
      g_autofree char *with = dup_run_with (self);

      /* The results are of other settings. */
      if (!g_str_equal (with, self->run_with))
        venule_batch_video_set_item (self, NULL);
    }
  tell (self);
}

const char *
venule_batch_video_get_value (VenuleBatchVideo *self,
                            const char     *column)
{
  g_return_val_if_fail (VENULE_IS_BATCH_VIDEO (self), NULL);

  return venule_manifest_get_value (self->manifest, self->position, column);
}

void
venule_batch_video_set_value (VenuleBatchVideo *self,
                            const char     *column,
                            const char     *value)
{
  g_return_if_fail (VENULE_IS_BATCH_VIDEO (self));

  venule_manifest_set_value (self->manifest, self->position, column, value);
}

char *
venule_batch_video_dup_path (VenuleBatchVideo *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_VIDEO (self), NULL);

  return venule_manifest_dup_path (self->manifest, self->position, "video");
}

char *
venule_batch_video_dup_name (VenuleBatchVideo *self)
{
  g_autofree char *path = venule_batch_video_dup_path (self);

  return path ? venule_display_name_dup_base (path) : g_strdup ("");
}

/* ---- What they say ---- */

static void
parse (VenuleBatchVideo *self)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;

  if (self->parsed)
    return;

  self->parsed = TRUE;
  self->options.unopened = TRUE;
  if (!venule_manifest_parse_row (self->manifest, self->position, &self->options, &error))
    {
      venule_job_options_clear (&self->options);
      self->options = (VenuleJobOptions){ 0 };
    }
  problems = venule_manifest_check_row (self->manifest, self->position);
  if (problems->len > 0)
    self->problem = g_strdup (((const VenuleManifestProblem *) problems->pdata[0])->sentence);
  else if (error)
    self->problem = g_strdup (error->message);
}

const VenuleSettings *
venule_batch_video_get_settings (VenuleBatchVideo *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_VIDEO (self), NULL);

  parse (self);
  return self->options.settings;
}

const VenuleInputOptions *
venule_batch_video_get_input (VenuleBatchVideo *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_VIDEO (self), NULL);

  parse (self);
  return &self->options.input;
}

gboolean
venule_batch_video_has_vessel (VenuleBatchVideo *self)
{
  const VenuleSettings *settings = venule_batch_video_get_settings (self);

  return settings && settings->vessel->kind != VENULE_CROP_WHOLE;
}

gboolean
venule_batch_video_has_flow (VenuleBatchVideo *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_VIDEO (self), FALSE);

  parse (self);
  return self->options.settings && self->options.flow_given;
}

gboolean
venule_batch_video_is_proposed (VenuleBatchVideo *self)
{
  return venule_batch_video_get_value (self, "proposed") != NULL;
}

VenuleTemplate *
venule_batch_video_dup_template (VenuleBatchVideo *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_VIDEO (self), NULL);

  return venule_manifest_dup_template (self->manifest, self->position, NULL);
}

/* ---- The video ---- */

const VenuleBatchLook *
venule_batch_video_get_look (VenuleBatchVideo *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_VIDEO (self), NULL);

  return self->look;
}

void
venule_batch_video_take_look (VenuleBatchVideo  *self,
                            VenuleBatchLook *look)
{
  g_return_if_fail (VENULE_IS_BATCH_VIDEO (self));

  g_clear_pointer (&self->look, venule_batch_look_free);
  self->look = look;
  tell (self);
}

void
venule_batch_video_drop_picture (VenuleBatchVideo *self)
{
  g_return_if_fail (VENULE_IS_BATCH_VIDEO (self));

  if (self->look)
    g_clear_object (&self->look->texture);
}

gboolean
venule_batch_video_get_busy (VenuleBatchVideo *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_VIDEO (self), FALSE);

  return self->busy;
}

void
venule_batch_video_set_busy (VenuleBatchVideo *self,
                           gboolean        busy)
{
  g_return_if_fail (VENULE_IS_BATCH_VIDEO (self));

  if (self->busy == busy)
    return;
  self->busy = busy;
  tell (self);
}

static char *
dup_length (const VenuleBatchLook *look)
{
  g_autofree char *seconds = look->seconds > 0 ? venule_number_dup_shown (look->seconds, 1) : NULL;

  if (seconds && look->n_frames > 0)
    /* Translators: the length of a video: 20 s, 600 frames */
    return g_strdup_printf (_("%s s, %lld frames"), seconds, (long long) look->n_frames);
  if (look->n_frames > 0)
    return g_strdup_printf (_("%lld frames"), (long long) look->n_frames);
  return NULL;
}

static void
append (GString    *text,
        const char *fact)
{
  if (!fact)
    return;
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, fact);
}

char *
venule_batch_video_dup_facts (VenuleBatchVideo *self)
{
  const VenuleSettings *settings = venule_batch_video_get_settings (self);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *template = venule_manifest_dup_path (self->manifest, self->position, "template");

  if (self->look && self->look->width > 0)
    {
      g_autofree char *length = dup_length (self->look);
      /* Translators: width and height of a video */
      g_autofree char *size = g_strdup_printf (_("%d × %d px"), self->look->width, self->look->height);

      append (text, length);
      append (text, size);
    }
  if (settings && settings->calibration.pixel_size_um > 0)
    {
      g_autofree char *number = venule_number_dup_shown (settings->calibration.pixel_size_um, 3);
      g_autofree char *size = g_strdup_printf (_("%s µm/px"), number);

      append (text, size);
    }
  if (template)
    {
      g_autofree char *name = venule_display_name_dup_base (template);
      char *dot = strrchr (name, '.');

      if (dot && dot != name)
        *dot = '\0';
      append (text, name);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- The run ---- */

VenuleBatchItem *
venule_batch_video_get_item (VenuleBatchVideo *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_VIDEO (self), NULL);

  return self->item;
}

void
venule_batch_video_set_item (VenuleBatchVideo  *self,
                           VenuleBatchItem *item)
{
  g_return_if_fail (VENULE_IS_BATCH_VIDEO (self));

  if (self->item == item)
    return;
  if (self->item)
    g_signal_handlers_disconnect_by_data (self->item, self);
  g_set_object (&self->item, item);
  g_clear_pointer (&self->run_with, g_free);
  if (item)
    self->run_with = dup_run_with (self);
  if (item)
    g_signal_connect_object (item, "notify", G_CALLBACK (tell), self, G_CONNECT_SWAPPED);
  tell (self);
}

/* (nullable): why it cannot be run as it is */
static const char *
find_problem (VenuleBatchVideo *self)
{
  parse (self);
  if (self->look && self->look->problem)
    return self->look->problem;
  return self->problem;
}

/* A vessel that was copied from a larger picture. */
static gboolean
fits (VenuleBatchVideo *self)
{
  const VenuleSettings *settings = venule_batch_video_get_settings (self);

  return !settings || !self->look || self->look->width <= 0 || settings->vessel->kind == VENULE_CROP_WHOLE ||
         venule_vessel_validate (settings->vessel, self->look->width, self->look->height, settings->cell_diameter,
                                 NULL);
}

static VenuleBatchVideoState
get_set_up_state (VenuleBatchVideo *self)
{
  if (find_problem (self) || !fits (self))
    return VENULE_BATCH_VIDEO_WRONG;
  if (venule_batch_video_is_proposed (self))
    return VENULE_BATCH_VIDEO_PROPOSED;
  return venule_batch_video_has_flow (self) ? VENULE_BATCH_VIDEO_READY : VENULE_BATCH_VIDEO_EMPTY;
}

VenuleBatchVideoState
venule_batch_video_get_state (VenuleBatchVideo *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_VIDEO (self), VENULE_BATCH_VIDEO_EMPTY);

  if (!self->item)
    return get_set_up_state (self);
  switch (venule_batch_item_get_state (self->item))
    {
    case VENULE_BATCH_ITEM_RUNNING:
      return VENULE_BATCH_VIDEO_RUNNING;
    case VENULE_BATCH_ITEM_DONE:
      return VENULE_BATCH_VIDEO_DONE;
    case VENULE_BATCH_ITEM_FAILED:
      return VENULE_BATCH_VIDEO_FAILED;
    case VENULE_BATCH_ITEM_CANCELLED:
      return VENULE_BATCH_VIDEO_CANCELLED;
    case VENULE_BATCH_ITEM_WAITING:
    default:
      return VENULE_BATCH_VIDEO_WAITING;
    }
}

static char *
dup_wrong (VenuleBatchVideo *self)
{
  const VenuleSettings *settings = venule_batch_video_get_settings (self);
  const char *problem = find_problem (self);
  g_autoptr (GError) error = NULL;

  if (problem)
    return g_strdup (problem);
  venule_vessel_validate (settings->vessel, self->look->width, self->look->height, settings->cell_diameter, &error);
  return g_strdup (error ? error->message : "");
}

static char *
dup_progress (VenuleBatchItem *item)
{
  gint64 frames = venule_batch_item_get_frames (item);

  if (frames <= 0)
    return g_strdup (_("Running"));
  /* Translators: how many frames of a video were analysed, and how many there are */
  return g_strdup_printf (_("%lld of %lld frames"), (long long) venule_batch_item_get_frames_done (item),
                          (long long) frames);
}

static char *
dup_done (VenuleBatchItem *item)
{
  guint n = venule_batch_item_get_tracks (item);

  return g_strdup_printf (ngettext ("Done, %u track", "Done, %u tracks", n), n);
}

char *
venule_batch_video_dup_state (VenuleBatchVideo *self)
{
  const char *message;

  g_return_val_if_fail (VENULE_IS_BATCH_VIDEO (self), NULL);

  if (self->busy)
    return g_strdup (_("Looking for the vessel"));
  switch (venule_batch_video_get_state (self))
    {
    case VENULE_BATCH_VIDEO_WRONG:
      return dup_wrong (self);
    case VENULE_BATCH_VIDEO_PROPOSED:
      return g_strdup (_("Proposed: look and confirm"));
    case VENULE_BATCH_VIDEO_READY:
      return g_strdup (C_("video", "Ready"));
    case VENULE_BATCH_VIDEO_WAITING:
      return g_strdup (C_("video", "Waiting"));
    case VENULE_BATCH_VIDEO_RUNNING:
      return dup_progress (self->item);
    case VENULE_BATCH_VIDEO_DONE:
      return dup_done (self->item);
    case VENULE_BATCH_VIDEO_FAILED:
      message = venule_batch_item_get_message (self->item);
      return g_strdup (message ? message : _("Failed"));
    case VENULE_BATCH_VIDEO_CANCELLED:
      return g_strdup (C_("video", "Cancelled"));
    case VENULE_BATCH_VIDEO_EMPTY:
    default:
      return g_strdup (_("Not set up"));
    }
}

/* ---- Object ---- */

static void
venule_batch_video_finalize (GObject *object)
{
  VenuleBatchVideo *self = VENULE_BATCH_VIDEO (object);

  forget (self);
  g_clear_pointer (&self->look, venule_batch_look_free);
  g_clear_object (&self->item);
  g_free (self->id);
  g_free (self->run_with);
  g_object_unref (self->manifest);

  G_OBJECT_CLASS (venule_batch_video_parent_class)->finalize (object);
}

static void
venule_batch_video_class_init (VenuleBatchVideoClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_batch_video_finalize;

  signals[CHANGED] = g_signal_new ("changed", VENULE_TYPE_BATCH_VIDEO, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
venule_batch_video_init (VenuleBatchVideo *self)
{
}

/**
 * venule_batch_video_new:
 * @manifest: what it is a row of
 * @position: which
 *
 * Returns: (transfer full): a row
 */
VenuleBatchVideo *
venule_batch_video_new (VenuleManifest *manifest,
                      guint           position)
{
  VenuleBatchVideo *self = g_object_new (VENULE_TYPE_BATCH_VIDEO, NULL);

  self->manifest = g_object_ref (manifest);
  self->position = position;
  read_id (self);
  return self;
}
