/* venule-study-recording.c: one document of a comparison
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-study-recording.h"

#include <string.h>

#include "venule-display-name.h"

struct _VenuleStudyRecording
{
  GObject             parent_instance;

  char               *path;
  char               *name;
  char               *animal, *group, *time_point;
  gboolean            included;
  VenuleStudyNumbers *numbers;
  char               *problem;
};

enum {
  PROP_0,
  PROP_PATH,
  PROP_NAME,
  PROP_ANIMAL,
  PROP_GROUP,
  PROP_TIME_POINT,
  PROP_INCLUDED,
  PROP_PROBLEM,
  PROP_LOADING,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (VenuleStudyRecording, venule_study_recording, G_TYPE_OBJECT)

static void
venule_study_recording_finalize (GObject *object)
{
  VenuleStudyRecording *self = VENULE_STUDY_RECORDING (object);

  g_free (self->path);
  g_free (self->name);
  g_free (self->animal);
  g_free (self->group);
  g_free (self->time_point);
  g_free (self->problem);
  venule_study_numbers_free (self->numbers);

  G_OBJECT_CLASS (venule_study_recording_parent_class)->finalize (object);
}

static void
venule_study_recording_get_property (GObject    *object,
                                     guint       prop_id,
                                     GValue     *value,
                                     GParamSpec *pspec)
{
  VenuleStudyRecording *self = VENULE_STUDY_RECORDING (object);

  switch (prop_id)
    {
    case PROP_PATH:
      g_value_set_string (value, self->path);
      break;
    case PROP_NAME:
      g_value_set_string (value, self->name);
      break;
    case PROP_ANIMAL:
      g_value_set_string (value, self->animal);
      break;
    case PROP_GROUP:
      g_value_set_string (value, self->group);
      break;
    case PROP_TIME_POINT:
      g_value_set_string (value, self->time_point);
      break;
    case PROP_INCLUDED:
      g_value_set_boolean (value, self->included);
      break;
    case PROP_PROBLEM:
      g_value_set_string (value, self->problem);
      break;
    case PROP_LOADING:
      g_value_set_boolean (value, self->numbers == NULL && self->problem == NULL);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
venule_study_recording_set_property (GObject      *object,
                                     guint         prop_id,
                                     const GValue *value,
                                     GParamSpec   *pspec)
{
  VenuleStudyRecording *self = VENULE_STUDY_RECORDING (object);

  switch (prop_id)
    {
    case PROP_PATH:
      self->path = g_value_dup_string (value);
      self->name = venule_display_name_dup_base (self->path);
      break;
    case PROP_ANIMAL:
      venule_study_recording_set_animal (self, g_value_get_string (value));
      break;
    case PROP_GROUP:
      venule_study_recording_set_group (self, g_value_get_string (value));
      break;
    case PROP_TIME_POINT:
      venule_study_recording_set_time_point (self, g_value_get_string (value));
      break;
    case PROP_INCLUDED:
      venule_study_recording_set_included (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
venule_study_recording_class_init (VenuleStudyRecordingClass *klass)
{
  const GParamFlags text = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  const GParamFlags read = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = venule_study_recording_finalize;
  object_class->get_property = venule_study_recording_get_property;
  object_class->set_property = venule_study_recording_set_property;

  properties[PROP_PATH] = g_param_spec_string ("path", NULL, NULL, NULL,
                                               G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, read);
  properties[PROP_ANIMAL] = g_param_spec_string ("animal", NULL, NULL, "", text);
  properties[PROP_GROUP] = g_param_spec_string ("group", NULL, NULL, "", text);
  properties[PROP_TIME_POINT] = g_param_spec_string ("time-point", NULL, NULL, "", text);
  properties[PROP_INCLUDED] = g_param_spec_boolean ("included", NULL, NULL, TRUE, text);
  properties[PROP_PROBLEM] = g_param_spec_string ("problem", NULL, NULL, NULL, read);
  properties[PROP_LOADING] = g_param_spec_boolean ("loading", NULL, NULL, TRUE, read);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
venule_study_recording_init (VenuleStudyRecording *self)
{
  self->animal = g_strdup ("");
  self->group = g_strdup ("");
  self->time_point = g_strdup ("");
  self->included = TRUE;
}

/**
 * venule_study_recording_new:
 * @path: of a document
 *
 * Returns: (transfer full): a recording without labels and numbers
 */
VenuleStudyRecording *
venule_study_recording_new (const char *path)
{
  g_return_val_if_fail (path != NULL, NULL);

  return g_object_new (VENULE_TYPE_STUDY_RECORDING, "path", path, NULL);
}

const char *
venule_study_recording_get_path (VenuleStudyRecording *self)
{
  return self->path;
}

const char *
venule_study_recording_get_name (VenuleStudyRecording *self)
{
  return self->name;
}

const char *
venule_study_recording_get_animal (VenuleStudyRecording *self)
{
  return self->animal;
}

const char *
venule_study_recording_get_group (VenuleStudyRecording *self)
{
  return self->group;
}

const char *
venule_study_recording_get_time_point (VenuleStudyRecording *self)
{
  return self->time_point;
}

gboolean
venule_study_recording_get_included (VenuleStudyRecording *self)
{
  return self->included;
}

static gboolean
is_unseen (gunichar c)
{
  return g_unichar_isspace (c) || g_unichar_type (c) == G_UNICODE_FORMAT;
}

/* (transfer full): without spaces around it; those of Excel and of web pages within are common ones. */
static char *
strip (const char *text)
{
  GString *stripped = g_string_new (NULL);
  const char *end = text + strlen (text);

  while (*text != '\0' && is_unseen (g_utf8_get_char (text)))
    text = g_utf8_next_char (text);
  while (end > text && is_unseen (g_utf8_get_char (g_utf8_prev_char (end))))
    end = g_utf8_prev_char (end);
  for (; text < end; text = g_utf8_next_char (text))
    g_string_append_unichar (stripped, g_unichar_isspace (g_utf8_get_char (text)) ? ' ' : g_utf8_get_char (text));
  return g_string_free (stripped, FALSE);
}

/* “WT ” and “WT” would look like one group and be two; so would an “é” of one letter and one of two, as macOS writes
 * it. */
static void
set_label (VenuleStudyRecording *self,
           char                **label,
           const char           *text,
           guint                 property)
{
  g_autofree char *valid = g_utf8_make_valid (text != NULL ? text : "", -1);
  g_autofree char *composed = g_utf8_normalize (valid, -1, G_NORMALIZE_NFC);
  g_autofree char *stripped = strip (composed);

  if (g_str_equal (*label, stripped))
    return;

  g_free (*label);
  *label = g_steal_pointer (&stripped);
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

void
venule_study_recording_set_animal (VenuleStudyRecording *self,
                                   const char           *animal)
{
  g_return_if_fail (VENULE_IS_STUDY_RECORDING (self));

  set_label (self, &self->animal, animal, PROP_ANIMAL);
}

void
venule_study_recording_set_group (VenuleStudyRecording *self,
                                  const char           *group)
{
  g_return_if_fail (VENULE_IS_STUDY_RECORDING (self));

  set_label (self, &self->group, group, PROP_GROUP);
}

void
venule_study_recording_set_time_point (VenuleStudyRecording *self,
                                       const char           *time_point)
{
  g_return_if_fail (VENULE_IS_STUDY_RECORDING (self));

  set_label (self, &self->time_point, time_point, PROP_TIME_POINT);
}

void
venule_study_recording_set_included (VenuleStudyRecording *self,
                                     gboolean              included)
{
  g_return_if_fail (VENULE_IS_STUDY_RECORDING (self));

  if (self->included == !!included)
    return;

  self->included = !!included;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_INCLUDED]);
}

const VenuleStudyNumbers *
venule_study_recording_get_numbers (VenuleStudyRecording *self)
{
  return self->numbers;
}

const char *
venule_study_recording_get_problem (VenuleStudyRecording *self)
{
  return self->problem;
}

/* What the document says of itself, where the study does not. */
static void
adopt_labels (VenuleStudyRecording     *self,
              const VenuleStudyNumbers *numbers)
{
  if (*self->animal != '\0' || *self->group != '\0' || *self->time_point != '\0')
    return;

  venule_study_recording_set_animal (self, numbers->measure_settings->animal);
  venule_study_recording_set_group (self, numbers->measure_settings->group);
  venule_study_recording_set_time_point (self, numbers->measure_settings->time_point);
}

void
venule_study_recording_take_numbers (VenuleStudyRecording *self,
                                     VenuleStudyNumbers   *numbers,
                                     const char           *problem)
{
  g_return_if_fail (VENULE_IS_STUDY_RECORDING (self));

  venule_study_numbers_free (self->numbers);
  self->numbers = numbers;
  g_free (self->problem);
  self->problem = g_strdup (problem);
  if (numbers != NULL)
    adopt_labels (self, numbers);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROBLEM]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADING]);
}

gboolean
venule_study_recording_load (VenuleStudyRecording  *self,
                             double                 adherent_seconds,
                             GError               **error)
{
  g_autoptr(GError) failure = NULL;
  VenuleStudyNumbers *numbers;

  g_return_val_if_fail (VENULE_IS_STUDY_RECORDING (self), FALSE);

  numbers = venule_study_numbers_read (self->path, adherent_seconds, &failure);
  venule_study_recording_take_numbers (self, numbers, failure != NULL ? failure->message : NULL);
  if (failure != NULL)
    g_propagate_error (error, g_steal_pointer (&failure));

  return numbers != NULL;
}
