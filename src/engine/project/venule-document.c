/* venule-document.c: the one source of truth of an analysis
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-document-private.h"

#include "venule-classify.h"
#include "venule-error.h"
#include "venule-track-private.h"
#include "venule-velocity.h"

/* What a program that is killed during a run loses of it, µs. */
#define LIVE_PERIOD (2 * G_USEC_PER_SEC)
/* Spots of a run that are written before it ends; fewer are written at once, in a twentieth of a second. */
#define MIN_EARLY_SPOTS 50000

enum {
  PROP_0,
  PROP_SOURCE,
  PROP_RUN_SETTINGS,
  PROP_RUNNING,
  PROP_MODIFIED,
  PROP_CHECKING,
  PROP_STALE,
  PROP_CAN_UNDO,
  PROP_CAN_REDO,
  PROP_UNDO_NAME,
  PROP_REDO_NAME,
  N_PROPS
};

enum {
  SETTINGS_CHANGED,
  TRACKS_CHANGED,
  MEASURES_CHANGED,
  FAILED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static GType
venule_document_get_item_type (GListModel *model)
{
  return VENULE_TYPE_TRACK;
}

static guint
venule_document_get_n_items (GListModel *model)
{
  return venule_track_list_get_tracks (VENULE_DOCUMENT (model)->tracks)->len;
}

static gpointer
venule_document_get_item (GListModel *model,
                          guint       position)
{
  GPtrArray *tracks = venule_track_list_get_tracks (VENULE_DOCUMENT (model)->tracks);

  return position < tracks->len ? g_object_ref (g_ptr_array_index (tracks, position)) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = venule_document_get_item_type;
  iface->get_n_items = venule_document_get_n_items;
  iface->get_item = venule_document_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (VenuleDocument, venule_document, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
venule_document_finalize (GObject *object)
{
  VenuleDocument *self = VENULE_DOCUMENT (object);

  g_clear_object (&self->source);
  venule_settings_free (self->settings);
  venule_settings_free (self->run_settings);
  venule_settings_free (self->saved.settings);
  venule_measure_settings_free (self->measures);
  g_clear_pointer (&self->run_metadata, venule_run_metadata_free);
  g_clear_pointer (&self->live.run, venule_live_run_free);
  g_clear_pointer (&self->live.early_writer, venule_early_writer_unref);
  venule_track_list_free (self->tracks);
  g_free (self->group.name);
  g_array_unref (self->live.left);
  g_clear_pointer (&self->conflicts, g_ptr_array_unref);
  if (self->working_copy != NULL)
    venule_working_copy_free (self->working_copy);
  else
    venule_project_db_free (self->db);

  G_OBJECT_CLASS (venule_document_parent_class)->finalize (object);
}

static void
venule_document_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  VenuleDocument *self = VENULE_DOCUMENT (object);

  switch (prop_id)
    {
    case PROP_SOURCE:
      g_value_set_object (value, self->source);
      break;
    case PROP_RUN_SETTINGS:
      g_value_set_boxed (value, self->run_settings);
      break;
    case PROP_RUNNING:
      g_value_set_boolean (value, self->running);
      break;
    case PROP_MODIFIED:
      g_value_set_boolean (value, self->modified);
      break;
    case PROP_CHECKING:
      g_value_set_boolean (value, self->checking);
      break;
    case PROP_STALE:
      g_value_set_boolean (value, self->stale);
      break;
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, venule_document_can_undo (self));
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, venule_document_can_redo (self));
      break;
    case PROP_UNDO_NAME:
      g_value_take_string (value, venule_document_dup_undo_name (self));
      break;
    case PROP_REDO_NAME:
      g_value_take_string (value, venule_document_dup_redo_name (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
venule_document_set_property (GObject      *object,
                              guint         prop_id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  VenuleDocument *self = VENULE_DOCUMENT (object);

  switch (prop_id)
    {
    case PROP_SOURCE:
      self->source = g_value_dup_object (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
venule_document_class_init (VenuleDocumentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = venule_document_finalize;
  object_class->get_property = venule_document_get_property;
  object_class->set_property = venule_document_set_property;

  properties[PROP_SOURCE] =
    g_param_spec_object ("source", NULL, NULL, VENULE_TYPE_SOURCE,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_RUN_SETTINGS] = g_param_spec_boxed ("run-settings", NULL, NULL, VENULE_TYPE_SETTINGS, flags);
  properties[PROP_RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE, flags);
  properties[PROP_MODIFIED] = g_param_spec_boolean ("modified", NULL, NULL, FALSE, flags);
  properties[PROP_CHECKING] = g_param_spec_boolean ("checking", NULL, NULL, FALSE, flags);
  properties[PROP_STALE] = g_param_spec_boolean ("stale", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, flags);
  properties[PROP_UNDO_NAME] = g_param_spec_string ("undo-name", NULL, NULL, NULL, flags);
  properties[PROP_REDO_NAME] = g_param_spec_string ("redo-name", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * VenuleDocument::settings-changed:
   *
   * The settings differ from what they
   were. */
  signals[SETTINGS_CHANGED] = g_signal_new ("settings-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                            NULL, NULL, G_TYPE_NONE, 0);

  /**
   * VenuleDocument::tracks-changed:
   *
   * Spots, kinds or membership of tracks changed; after
   items-changed. */
  signals[TRACKS_CHANGED] = g_signal_new ("tracks-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 0);

  /**
   * VenuleDocument::measures-changed:
   *
   * The measure settings differ from what they were; after tracks-changed where velocities follow from
   them. */
  signals[MEASURES_CHANGED] = g_signal_new ("measures-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                            NULL, NULL, G_TYPE_NONE, 0);

  /**
   * VenuleDocument::failed:
   * @self: a document
   * @message: a sentence for the user
   *
   * A change could not be written to where the document lasts. An edit has not happened then; settings and the tracks
   * of a run are there, and are written with the next
   change. */
  signals[FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
venule_document_init (VenuleDocument *self)
{
  self->settings = venule_settings_new ();
  self->measures = venule_measure_settings_new ();
  self->tracks = venule_track_list_new ();
  self->live.period = LIVE_PERIOD;
  self->live.early_writer_min = MIN_EARLY_SPOTS;
  self->live.left = g_array_new (FALSE, FALSE, sizeof (gint64));
}

VenuleDocument *
venule_document_new (VenuleSource *source)
{
  VenuleDocument *self;

  g_return_val_if_fail (VENULE_IS_SOURCE (source), NULL);

  self = g_object_new (VENULE_TYPE_DOCUMENT, "source", source, NULL);
  self->db = venule_project_db_new_memory ();
  venule_document_update_attached (self);
  venule_document_set_modified (self, FALSE);

  return self;
}

VenuleSource *
venule_document_get_source (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  return self->source;
}

/* ---- State that follows from the rest ---- */

static void
set_flag (VenuleDocument *self,
          gboolean       *flag,
          gboolean        value,
          guint           property)
{
  if (*flag == value)
    return;

  *flag = value;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

void
venule_document_set_checking (VenuleDocument *self,
                              gboolean        checking)
{
  set_flag (self, &self->checking, checking, PROP_CHECKING);
}

void
venule_document_update_stale (VenuleDocument *self)
{
  set_flag (self, &self->stale,
            self->run_settings != NULL && !venule_settings_same_tracks (self->settings, self->run_settings),
            PROP_STALE);
}

void
venule_document_notify_history (VenuleDocument *self)
{
  g_object_freeze_notify (G_OBJECT (self));
  for (guint i = PROP_CAN_UNDO; i <= PROP_REDO_NAME; i++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
  g_object_thaw_notify (G_OBJECT (self));
}

void
venule_document_emit_changed (VenuleDocument *self)
{
  g_signal_emit (self, signals[TRACKS_CHANGED], 0);
}

void
venule_document_emit_measures (VenuleDocument *self)
{
  g_signal_emit (self, signals[MEASURES_CHANGED], 0);
}

void
venule_document_fail (VenuleDocument *self,
                      const GError   *error)
{
  g_info ("the document could not be written: %s", error->message);
  g_signal_emit (self, signals[FAILED], 0, error->message);
}

/* At most one items-changed. */
static void
tell_change (VenuleDocument              *self,
             const VenuleTrackListChange *change)
{
  if (change->removed > 0 || change->added > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), change->position, change->removed, change->added);
}

void
venule_document_put_tracks (VenuleDocument *self,
                            GPtrArray      *tracks)
{
  VenuleTrackListChange change;

  venule_track_list_set_tracks (self->tracks, tracks, &change);
  tell_change (self, &change);
}

gboolean
venule_document_get_stale (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  return self->stale;
}

gboolean
venule_document_get_modified (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  return self->modified;
}

/* ---- A run ---- */

/* What the user set of a track stands. */
static void
classify (VenuleDocument *self,
          VenuleTrack    *track)
{
  if (self->run_settings != NULL && !venule_track_get_kind_is_manual (track))
    venule_track_set_kind (track, venule_classify_track (track, self->run_settings));
}

void
venule_document_begin_run (VenuleDocument       *self,
                           const VenuleSettings *settings)
{
  g_autoptr(GPtrArray) none = NULL;
  g_autoptr(GError) error = NULL;
  VenuleSettings *copy;
  gint64 saved_step;

  g_return_if_fail (VENULE_IS_DOCUMENT (self));
  g_return_if_fail (settings != NULL);

  /* One that begins anew on another device was not shown. */
  if (self->running)
    venule_document_leave_live_run (self, TRUE);
  else
    {
      if (!venule_document_keep_run (self, &error))
        venule_document_fail (self, error);
      g_array_set_size (self->live.left, 0);
      self->run_before = self->run;
      self->n_transferred = 0;
      g_clear_pointer (&self->conflicts, g_ptr_array_unref);
    }
  copy = venule_settings_copy (settings);
  venule_settings_free (self->run_settings);
  self->run_settings = copy;
  venule_document_attach_measures (self, copy);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUN_SETTINGS]);

  g_clear_pointer (&self->run_metadata, venule_run_metadata_free);
  self->live.run = venule_live_run_new (self->db, copy, self->live.period);
  self->run = 0;
  self->unshown = FALSE;
  self->group.step = 0;
  venule_document_notify_history (self);
  none = g_ptr_array_new ();
  venule_document_put_tracks (self, none);
  set_flag (self, &self->running, TRUE, PROP_RUNNING);
  saved_step = self->saved.step;
  venule_document_set_modified (self, TRUE);
  self->saved.step_before = saved_step;
  venule_document_update_stale (self);
  g_signal_emit (self, signals[TRACKS_CHANGED], 0);
}

/* Cells whose tracks were edited may be in others now. */
static GHashTable *
add_routed (VenuleDocument        *self,
            const guint           *track_ids,
            const VenuleSpot      *spots,
            guint                  n,
            VenuleTrackListChange *change)
{
  g_autoptr(GArray) ids = g_array_sized_new (FALSE, FALSE, sizeof (guint), n);
  g_autoptr(GArray) kept = g_array_sized_new (FALSE, FALSE, sizeof (VenuleSpot), n);

  for (guint i = 0; i < n; i++)
    {
      guint id = venule_live_run_route (self->live.run, track_ids[i], &spots[i]);

      if (id == 0)
        continue;
      g_array_append_val (ids, id);
      g_array_append_val (kept, spots[i]);
    }

  return venule_track_list_add_spots (self->tracks, (const guint *) (void *) ids->data,
                                      (const VenuleSpot *) (void *) kept->data, ids->len, change);
}

void
venule_document_add_spots (VenuleDocument   *self,
                           const guint      *track_ids,
                           const VenuleSpot *spots,
                           guint             n)
{
  g_autoptr(GHashTable) touched = NULL; /* set of VenuleTrack */
  VenuleTrackListChange change;
  GHashTableIter iter;
  gpointer track;

  g_return_if_fail (VENULE_IS_DOCUMENT (self));
  g_return_if_fail (self->running);
  g_return_if_fail (n == 0 || (track_ids != NULL && spots != NULL));

  if (n == 0)
    return;

  /* The tracks have their spots before anybody hears of them. */
  touched = add_routed (self, track_ids, spots, n, &change);
  tell_change (self, &change);

  g_hash_table_iter_init (&iter, touched);
  while (g_hash_table_iter_next (&iter, &track, NULL))
    {
      classify (self, track);
      venule_track_emit_changed (track);
      venule_live_run_touch (self->live.run, track);
    }
  g_signal_emit (self, signals[TRACKS_CHANGED], 0);
}

/* Its video is gone, or it was stopped at once. */
static gboolean
came_to_nothing (VenuleDocument *self,
                 GPtrArray      *tracks)
{
  const VenuleRunMetadata *metadata = self->run_metadata;

  return tracks->len == 0 && metadata != NULL && !metadata->complete && metadata->last_frame < metadata->first_frame;
}

void
venule_document_finish_run (VenuleDocument *self,
                            GPtrArray      *tracks)
{
  g_autoptr(GError) error = NULL;

  g_return_if_fail (VENULE_IS_DOCUMENT (self));
  g_return_if_fail (tracks != NULL);

  venule_document_leave_live_run (self, FALSE);
  venule_document_put_tracks (self, tracks);
  set_flag (self, &self->running, FALSE, PROP_RUNNING);
  if (came_to_nothing (self, tracks))
    {
      venule_document_drop_run (self);
      return;
    }
  /* In memory there is nothing to be gained by having it twice. */
  if (venule_project_db_has_file (self->db) && !venule_document_keep_run (self, &error))
    venule_document_fail (self, error);
  g_clear_pointer (&self->live.early_writer, venule_early_writer_unref);
  venule_document_notify_history (self);
  g_signal_emit (self, signals[TRACKS_CHANGED], 0);
  venule_document_transfer_left (self);
}

gboolean
venule_document_get_running (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), FALSE);

  return self->running;
}

/* ---- Tracks ---- */

VenuleTrack *
venule_document_get_track (VenuleDocument *self,
                           guint           id)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  return venule_track_list_get_track (self->tracks, id);
}

VenuleTrack *const *
venule_document_get_tracks (VenuleDocument *self)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  return (VenuleTrack *const *) venule_track_list_get_tracks (self->tracks)->pdata;
}

GPtrArray *
venule_document_dup_tracks_at (VenuleDocument *self,
                               gint64          frame)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);

  return venule_track_list_dup_at (self->tracks, frame);
}

VenuleTrack *const *
venule_document_get_tracks_near (VenuleDocument *self,
                                 gint64          frame,
                                 guint          *n)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);

  return venule_track_list_get_near (self->tracks, frame, n);
}

guint
venule_document_count_tracks_at (VenuleDocument *self,
                                 gint64          frame)
{
  g_return_val_if_fail (VENULE_IS_DOCUMENT (self), 0);

  return venule_track_list_count_at (self->tracks, frame);
}
