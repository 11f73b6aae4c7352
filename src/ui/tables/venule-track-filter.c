/* venule-track-filter.c: which tracks the tables list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-track-filter.h"

#include "venule-track-row.h"

#define N_KINDS (VENULE_CELL_OTHER + 1)

struct _VenuleTrackFilter
{
  GtkFilter parent_instance;

  gboolean  kinds[N_KINDS];
  double    least_quality;
  double    least_duration; /* s */
  gboolean  edited_only;
};

enum
{
  PROP_0,
  PROP_ROLLING, /* in the order of VenuleCellKind */
  PROP_ADHERENT,
  PROP_FREE,
  PROP_OTHER,
  PROP_MIN_QUALITY,
  PROP_MIN_DURATION,
  PROP_EDITED_ONLY,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (VenuleTrackFilter, venule_track_filter, GTK_TYPE_FILTER)

static GParamSpec *properties[N_PROPS];

static gboolean
venule_track_filter_match (GtkFilter *filter,
                           gpointer   item)
{
  return venule_track_filter_accepts (VENULE_TRACK_FILTER (filter),
                                      venule_track_row_get_track (VENULE_TRACK_ROW (item)));
}

static GtkFilterMatch
venule_track_filter_get_strictness (GtkFilter *filter)
{
  return venule_track_filter_is_open (VENULE_TRACK_FILTER (filter)) ? GTK_FILTER_MATCH_ALL : GTK_FILTER_MATCH_SOME;
}

static void
venule_track_filter_get_property (GObject    *object,
                                  guint       prop_id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  VenuleTrackFilter *self = VENULE_TRACK_FILTER (object);

  switch (prop_id)
    {
    case PROP_MIN_QUALITY:
      g_value_set_double (value, self->least_quality);
      break;

    case PROP_MIN_DURATION:
      g_value_set_double (value, self->least_duration);
      break;

    case PROP_EDITED_ONLY:
      g_value_set_boolean (value, self->edited_only);
      break;

    default:
      g_value_set_boolean (value, self->kinds[prop_id - PROP_ROLLING]);
      break;
    }
}

static void
venule_track_filter_set_property (GObject      *object,
                                  guint         prop_id,
                                  const GValue *value,
                                  GParamSpec   *pspec)
{
  VenuleTrackFilter *self = VENULE_TRACK_FILTER (object);

  switch (prop_id)
    {
    case PROP_MIN_QUALITY:
      self->least_quality = g_value_get_double (value);
      break;

    case PROP_MIN_DURATION:
      self->least_duration = g_value_get_double (value);
      break;

    case PROP_EDITED_ONLY:
      self->edited_only = g_value_get_boolean (value);
      break;

    default:
      self->kinds[prop_id - PROP_ROLLING] = g_value_get_boolean (value);
      break;
    }
  g_object_notify_by_pspec (object, pspec);
  gtk_filter_changed (GTK_FILTER (self), GTK_FILTER_CHANGE_DIFFERENT);
}

static void
venule_track_filter_class_init (VenuleTrackFilterClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  GTK_FILTER_CLASS (klass)->match = venule_track_filter_match;
  GTK_FILTER_CLASS (klass)->get_strictness = venule_track_filter_get_strictness;
  object_class->get_property = venule_track_filter_get_property;
  object_class->set_property = venule_track_filter_set_property;

  properties[PROP_ROLLING] = g_param_spec_boolean ("rolling", NULL, NULL, TRUE, flags);
  properties[PROP_ADHERENT] = g_param_spec_boolean ("adherent", NULL, NULL, TRUE, flags);
  properties[PROP_FREE] = g_param_spec_boolean ("free", NULL, NULL, TRUE, flags);
  properties[PROP_OTHER] = g_param_spec_boolean ("other", NULL, NULL, TRUE, flags);
  properties[PROP_MIN_QUALITY] = g_param_spec_double ("min-quality", NULL, NULL, 0, 1, 0, flags);
  properties[PROP_MIN_DURATION] = g_param_spec_double ("min-duration", NULL, NULL, 0, G_MAXDOUBLE, 0, flags);
  properties[PROP_EDITED_ONLY] = g_param_spec_boolean ("edited-only", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
venule_track_filter_init (VenuleTrackFilter *self)
{
  for (guint i = 0; i < N_KINDS; i++)
    self->kinds[i] = TRUE;
}

VenuleTrackFilter *
venule_track_filter_new (void)
{
  return g_object_new (VENULE_TYPE_TRACK_FILTER, NULL);
}

void
venule_track_filter_reset (VenuleTrackFilter *self)
{
  g_return_if_fail (VENULE_IS_TRACK_FILTER (self));

  if (venule_track_filter_is_open (self))
    return;

  venule_track_filter_init (self);
  self->least_quality = 0;
  self->least_duration = 0;
  self->edited_only = FALSE;
  for (guint i = PROP_ROLLING; i < N_PROPS; i++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
  gtk_filter_changed (GTK_FILTER (self), GTK_FILTER_CHANGE_LESS_STRICT);
}

/**
 * venule_track_filter_is_open:
 * @self: a filter
 *
 * Returns: whether every track is listed, whatever it is like
 */
gboolean
venule_track_filter_is_open (VenuleTrackFilter *self)
{
  gboolean open;

  g_return_val_if_fail (VENULE_IS_TRACK_FILTER (self), TRUE);

  open = self->least_quality <= 0 && self->least_duration <= 0 && !self->edited_only;
  for (guint i = 0; i < N_KINDS; i++)
    open = open && self->kinds[i];
  return open;
}

static double
get_duration (VenuleTrack *track)
{
  guint n;
  const VenulePlace *spots = venule_track_get_places (track, &n);

  return n > 0 ? spots[n - 1].time - spots[0].time : 0;
}

/**
 * venule_track_filter_accepts:
 * @self: a filter
 * @track: a track
 *
 * Returns: whether the track is listed
 */
gboolean
venule_track_filter_accepts (VenuleTrackFilter *self,
                             VenuleTrack       *track)
{
  g_return_val_if_fail (VENULE_IS_TRACK_FILTER (self), TRUE);

  return self->kinds[venule_track_get_kind (track)] && venule_track_get_quality (track) >= self->least_quality &&
         get_duration (track) >= self->least_duration && (!self->edited_only || venule_track_get_edited (track));
}

void
venule_track_filter_renew (VenuleTrackFilter *self)
{
  g_return_if_fail (VENULE_IS_TRACK_FILTER (self));

  if (!venule_track_filter_is_open (self))
    gtk_filter_changed (GTK_FILTER (self), GTK_FILTER_CHANGE_DIFFERENT);
}
