/* venule-study.c: several recordings that are compared
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-study-private.h"

#include "venule-enum-names.h"
#include "venule-save.h"

struct _VenuleStudy
{
  GObject                    parent_instance;

  GPtrArray                 *recordings;
  const VenuleStudyQuantity *quantity;
  VenuleStudyGrouping        grouping;
  VenuleCorrection           correction;
  double                     adherent_seconds;
  gboolean                   paired;
  gboolean                   modified;
};

enum {
  PROP_0,
  PROP_QUANTITY,
  PROP_GROUPING,
  PROP_CORRECTION,
  PROP_ADHERENT_SECONDS,
  PROP_PAIRED,
  PROP_MODIFIED,
  N_PROPS
};

enum {
  CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static GType
get_item_type (GListModel *list)
{
  return VENULE_TYPE_STUDY_RECORDING;
}

static guint
get_n_items (GListModel *list)
{
  return VENULE_STUDY (list)->recordings->len;
}

static gpointer
get_item (GListModel *list,
          guint       position)
{
  VenuleStudy *self = VENULE_STUDY (list);

  return position < self->recordings->len ? g_object_ref (self->recordings->pdata[position]) : NULL;
}

static void
init_list (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (VenuleStudy, venule_study, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, init_list))

/* ---- Changes ---- */

void
venule_study_set_modified (VenuleStudy *self,
                           gboolean     modified)
{
  if (self->modified == modified)
    return;

  self->modified = modified;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODIFIED]);
}

static void
change (VenuleStudy *self)
{
  venule_study_set_modified (self, TRUE);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Numbers that arrive are no change of the study. */
static void
on_recording_changed (VenuleStudy *self,
                      GParamSpec  *pspec)
{
  if (pspec->flags & G_PARAM_WRITABLE)
    venule_study_set_modified (self, TRUE);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
forget_recording (gpointer recording)
{
  g_object_unref (recording);
}

/* ---- Object ---- */

static void
venule_study_dispose (GObject *object)
{
  VenuleStudy *self = VENULE_STUDY (object);

  for (guint i = 0; i < self->recordings->len; i++)
    g_signal_handlers_disconnect_by_data (self->recordings->pdata[i], self);
  g_ptr_array_set_size (self->recordings, 0);

  G_OBJECT_CLASS (venule_study_parent_class)->dispose (object);
}

static void
venule_study_finalize (GObject *object)
{
  g_ptr_array_unref (VENULE_STUDY (object)->recordings);

  G_OBJECT_CLASS (venule_study_parent_class)->finalize (object);
}

static void
venule_study_get_property (GObject    *object,
                           guint       prop_id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  VenuleStudy *self = VENULE_STUDY (object);

  switch (prop_id)
    {
    case PROP_QUANTITY:
      g_value_set_string (value, self->quantity->id);
      break;
    case PROP_GROUPING:
      g_value_set_int (value, (int) self->grouping);
      break;
    case PROP_CORRECTION:
      g_value_set_int (value, (int) self->correction);
      break;
    case PROP_ADHERENT_SECONDS:
      g_value_set_double (value, self->adherent_seconds);
      break;
    case PROP_PAIRED:
      g_value_set_boolean (value, self->paired);
      break;
    case PROP_MODIFIED:
      g_value_set_boolean (value, self->modified);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
venule_study_set_property (GObject      *object,
                           guint         prop_id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  VenuleStudy *self = VENULE_STUDY (object);

  switch (prop_id)
    {
    case PROP_QUANTITY:
      venule_study_set_quantity (self, g_value_get_string (value));
      break;
    case PROP_GROUPING:
      venule_study_set_grouping (self, (VenuleStudyGrouping) g_value_get_int (value));
      break;
    case PROP_CORRECTION:
      venule_study_set_correction (self, (VenuleCorrection) g_value_get_int (value));
      break;
    case PROP_ADHERENT_SECONDS:
      venule_study_set_adherent_seconds (self, g_value_get_double (value));
      break;
    case PROP_PAIRED:
      venule_study_set_paired (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
venule_study_class_init (VenuleStudyClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = venule_study_dispose;
  object_class->finalize = venule_study_finalize;
  object_class->get_property = venule_study_get_property;
  object_class->set_property = venule_study_set_property;

  properties[PROP_QUANTITY] = g_param_spec_string ("quantity", NULL, NULL, NULL, flags);
  properties[PROP_GROUPING] = g_param_spec_int ("grouping", NULL, NULL, 0, VENULE_STUDY_BY_BOTH, 0, flags);
  properties[PROP_CORRECTION] =
    g_param_spec_int ("correction", NULL, NULL, 0, VENULE_CORRECTION_BENJAMINI_HOCHBERG, 0, flags);
  properties[PROP_ADHERENT_SECONDS] = g_param_spec_double ("adherent-seconds", NULL, NULL, 0, G_MAXDOUBLE, 0, flags);
  properties[PROP_PAIRED] = g_param_spec_boolean ("paired", NULL, NULL, FALSE, flags);
  properties[PROP_MODIFIED] =
    g_param_spec_boolean ("modified", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[CHANGED] =
    g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
venule_study_init (VenuleStudy *self)
{
  guint n;

  self->recordings = g_ptr_array_new_with_free_func (forget_recording);
  self->quantity = venule_study_get_quantities (&n);
}

/**
 * venule_study_new:
 *
 * Returns: (transfer full): a study without recordings
 */
VenuleStudy *
venule_study_new (void)
{
  return g_object_new (VENULE_TYPE_STUDY, NULL);
}

/* ---- Recordings ---- */

VenuleStudyRecording *
venule_study_add (VenuleStudy *self,
                  const char  *path)
{
  g_autofree char *whole = NULL;
  g_autoptr (VenuleStudyRecording) recording = NULL;

  g_return_val_if_fail (VENULE_IS_STUDY (self), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  whole = g_canonicalize_filename (path, NULL);
  recording = venule_study_recording_new (whole);

  return venule_study_insert (self, self->recordings->len, recording) ? recording : NULL;
}

gboolean
venule_study_insert (VenuleStudy          *self,
                     guint                 position,
                     VenuleStudyRecording *recording)
{
  const char *path = venule_study_recording_get_path (recording);

  g_return_val_if_fail (VENULE_IS_STUDY (self), FALSE);

  for (guint i = 0; i < self->recordings->len; i++)
    {
      const char *known = venule_study_recording_get_path (self->recordings->pdata[i]);

      /* A link to a document is no other animal. */
      if (g_str_equal (known, path) || venule_save_is_same (known, path))
        return FALSE;
    }

  position = MIN (position, self->recordings->len);
  g_signal_connect_swapped (recording, "notify", G_CALLBACK (on_recording_changed), self);
  g_ptr_array_insert (self->recordings, (int) position, g_object_ref (recording));
  g_list_model_items_changed (G_LIST_MODEL (self), position, 0, 1);
  change (self);

  return TRUE;
}

void
venule_study_remove (VenuleStudy *self,
                     guint        position)
{
  g_return_if_fail (VENULE_IS_STUDY (self));
  g_return_if_fail (position < self->recordings->len);

  g_signal_handlers_disconnect_by_data (self->recordings->pdata[position], self);
  g_ptr_array_remove_index (self->recordings, position);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
  change (self);
}

VenuleStudyRecording *
venule_study_get (VenuleStudy *self,
                  guint        position)
{
  g_return_val_if_fail (VENULE_IS_STUDY (self), NULL);
  g_return_val_if_fail (position < self->recordings->len, NULL);

  return self->recordings->pdata[position];
}

guint
venule_study_get_n (VenuleStudy *self)
{
  g_return_val_if_fail (VENULE_IS_STUDY (self), 0);

  return self->recordings->len;
}

/* ---- What is compared ---- */

const VenuleStudyQuantity *
venule_study_get_quantity (VenuleStudy *self)
{
  g_return_val_if_fail (VENULE_IS_STUDY (self), NULL);

  return self->quantity;
}

gboolean
venule_study_set_quantity (VenuleStudy *self,
                           const char  *id)
{
  const VenuleStudyQuantity *quantity = venule_study_find_quantity (id);

  g_return_val_if_fail (VENULE_IS_STUDY (self), FALSE);

  if (quantity == NULL)
    return FALSE;
  if (quantity != self->quantity)
    {
      self->quantity = quantity;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_QUANTITY]);
      change (self);
    }

  return TRUE;
}

VenuleStudyGrouping
venule_study_get_grouping (VenuleStudy *self)
{
  g_return_val_if_fail (VENULE_IS_STUDY (self), VENULE_STUDY_BY_GROUP);

  return self->grouping;
}

void
venule_study_set_grouping (VenuleStudy         *self,
                           VenuleStudyGrouping  grouping)
{
  g_return_if_fail (VENULE_IS_STUDY (self));

  if (grouping == self->grouping)
    return;

  self->grouping = grouping;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_GROUPING]);
  change (self);
}

VenuleCorrection
venule_study_get_correction (VenuleStudy *self)
{
  g_return_val_if_fail (VENULE_IS_STUDY (self), VENULE_CORRECTION_HOLM);

  return self->correction;
}

void
venule_study_set_correction (VenuleStudy      *self,
                             VenuleCorrection  correction)
{
  g_return_if_fail (VENULE_IS_STUDY (self));

  if (correction == self->correction)
    return;

  self->correction = correction;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CORRECTION]);
  change (self);
}

double
venule_study_get_adherent_seconds (VenuleStudy *self)
{
  g_return_val_if_fail (VENULE_IS_STUDY (self), 0);

  return self->adherent_seconds;
}

void
venule_study_set_adherent_seconds (VenuleStudy *self,
                                   double       seconds)
{
  g_return_if_fail (VENULE_IS_STUDY (self));
  g_return_if_fail (seconds >= 0);

  if (seconds == self->adherent_seconds)
    return;

  self->adherent_seconds = seconds;
  for (guint i = 0; i < self->recordings->len; i++)
    venule_study_recording_take_numbers (self->recordings->pdata[i], NULL, NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ADHERENT_SECONDS]);
  change (self);
}

gboolean
venule_study_get_paired (VenuleStudy *self)
{
  g_return_val_if_fail (VENULE_IS_STUDY (self), FALSE);

  return self->paired;
}

void
venule_study_set_paired (VenuleStudy *self,
                         gboolean     paired)
{
  g_return_if_fail (VENULE_IS_STUDY (self));

  if (self->paired == !!paired)
    return;

  self->paired = !!paired;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PAIRED]);
  change (self);
}

gboolean
venule_study_get_modified (VenuleStudy *self)
{
  g_return_val_if_fail (VENULE_IS_STUDY (self), FALSE);

  return self->modified;
}

VENULE_DEFINE_ENUM_NAMES (VenuleStudyGrouping, venule_study_grouping,
                          [VENULE_STUDY_BY_GROUP] = "group",
                          [VENULE_STUDY_BY_TIME] = "time",
                          [VENULE_STUDY_BY_BOTH] = "both")

char *
venule_study_dup_group_name (VenuleStudy          *self,
                             VenuleStudyRecording *recording)
{
  const char *group = venule_study_recording_get_group (recording);
  const char *time_point = venule_study_recording_get_time_point (recording);

  switch (self->grouping)
    {
    case VENULE_STUDY_BY_TIME:
      return g_strdup (time_point);
    case VENULE_STUDY_BY_BOTH:
      return *group != '\0' && *time_point != '\0' ? g_strdup_printf ("%s, %s", group, time_point)
                                                   : g_strconcat (group, time_point, NULL);
    case VENULE_STUDY_BY_GROUP:
    default:
      return g_strdup (group);
    }
}
