/* venule-track.c: one cell through time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-track-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-enum-names.h"

struct _VenuleTrack
{
  GObject         parent_instance;

  guint          id;
  VenuleCellKind kind;
  double         quality;
  gboolean       edited;
  gboolean       kind_is_manual;
  gboolean       hidden;
  gboolean       locked;
  gint32         color;
  char          *note;
  VenuleSpots   *spots;
};

enum {
  PROP_0,
  PROP_ID,
  PROP_KIND,
  PROP_QUALITY,
  PROP_EDITED,
  PROP_KIND_IS_MANUAL,
  PROP_HIDDEN,
  PROP_LOCKED,
  PROP_COLOR,
  PROP_NOTE,
  N_PROPS
};

enum {
  CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_ENUM_TYPE (VenuleCellKind, venule_cell_kind,
                    G_DEFINE_ENUM_VALUE (VENULE_CELL_ROLLING, "rolling"),
                    G_DEFINE_ENUM_VALUE (VENULE_CELL_ADHERENT, "adherent"),
                    G_DEFINE_ENUM_VALUE (VENULE_CELL_FREE, "free"),
                    G_DEFINE_ENUM_VALUE (VENULE_CELL_OTHER, "other"))

G_DEFINE_FINAL_TYPE (VenuleTrack, venule_track, G_TYPE_OBJECT)

VENULE_DEFINE_ENUM_NAMES (VenuleSpotSource, venule_spot_source, "detected", "tracked", "interpolated", "manual")

VENULE_DEFINE_ENUM_NAMES (VenuleCellKind, venule_cell_kind, "rolling", "adherent", "free", "other")

const char *
venule_cell_kind_to_label (VenuleCellKind kind)
{
  switch (kind)
    {
    case VENULE_CELL_ROLLING:
      return C_("kind of cell", "Rolling");
    case VENULE_CELL_ADHERENT:
      return C_("kind of cell", "Adherent");
    case VENULE_CELL_FREE:
      return C_("kind of cell", "Free-flowing");
    case VENULE_CELL_OTHER:
      return C_("kind of cell", "Other");
    default:
      g_return_val_if_reached (NULL);
    }
}

static void
venule_track_finalize (GObject *object)
{
  VenuleTrack *self = VENULE_TRACK (object);

  venule_spots_free (self->spots);
  g_free (self->note);

  G_OBJECT_CLASS (venule_track_parent_class)->finalize (object);
}

static void
venule_track_get_property (GObject    *object,
                           guint       prop_id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  VenuleTrack *self = VENULE_TRACK (object);

  switch (prop_id)
    {
    case PROP_ID:
      g_value_set_uint (value, self->id);
      break;
    case PROP_KIND:
      g_value_set_enum (value, self->kind);
      break;
    case PROP_QUALITY:
      g_value_set_double (value, self->quality);
      break;
    case PROP_EDITED:
      g_value_set_boolean (value, self->edited);
      break;
    case PROP_KIND_IS_MANUAL:
      g_value_set_boolean (value, self->kind_is_manual);
      break;
    case PROP_HIDDEN:
      g_value_set_boolean (value, self->hidden);
      break;
    case PROP_LOCKED:
      g_value_set_boolean (value, self->locked);
      break;
    case PROP_COLOR:
      g_value_set_int (value, self->color);
      break;
    case PROP_NOTE:
      g_value_set_string (value, self->note);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
venule_track_set_property (GObject      *object,
                           guint         prop_id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  VenuleTrack *self = VENULE_TRACK (object);

  switch (prop_id)
    {
    case PROP_ID:
      self->id = g_value_get_uint (value);
      break;
    case PROP_KIND:
      venule_track_set_kind (self, g_value_get_enum (value));
      break;
    case PROP_QUALITY:
      venule_track_set_quality (self, g_value_get_double (value));
      break;
    case PROP_EDITED:
      venule_track_set_edited (self, g_value_get_boolean (value));
      break;
    case PROP_KIND_IS_MANUAL:
      venule_track_set_kind_is_manual (self, g_value_get_boolean (value));
      break;
    case PROP_HIDDEN:
      venule_track_set_hidden (self, g_value_get_boolean (value));
      break;
    case PROP_LOCKED:
      venule_track_set_locked (self, g_value_get_boolean (value));
      break;
    case PROP_COLOR:
      venule_track_set_color (self, g_value_get_int (value));
      break;
    case PROP_NOTE:
      venule_track_set_note (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

/* One of the flags, with its notify. */
static void
set_flag (VenuleTrack *self,
          gboolean    *flag,
          gboolean     value,
          guint        property)
{
  if (*flag == !!value)
    return;

  *flag = !!value;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
venule_track_class_init (VenuleTrackClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = venule_track_finalize;
  object_class->get_property = venule_track_get_property;
  object_class->set_property = venule_track_set_property;

  properties[PROP_ID] =
    g_param_spec_uint ("id", NULL, NULL, 0, G_MAXUINT, 0,
                       G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_KIND] =
    g_param_spec_enum ("kind", NULL, NULL, VENULE_TYPE_CELL_KIND, VENULE_CELL_ROLLING, flags);
  properties[PROP_QUALITY] = g_param_spec_double ("quality", NULL, NULL, 0, 1, 0, flags);
  properties[PROP_EDITED] = g_param_spec_boolean ("edited", NULL, NULL, FALSE, flags);
  properties[PROP_KIND_IS_MANUAL] = g_param_spec_boolean ("kind-is-manual", NULL, NULL, FALSE, flags);
  properties[PROP_HIDDEN] = g_param_spec_boolean ("hidden", NULL, NULL, FALSE, flags);
  properties[PROP_LOCKED] = g_param_spec_boolean ("locked", NULL, NULL, FALSE, flags);
  properties[PROP_COLOR] = g_param_spec_int ("color", NULL, NULL, VENULE_TRACK_NO_COLOR, 0xffffff,
                                             VENULE_TRACK_NO_COLOR, flags);
  properties[PROP_NOTE] = g_param_spec_string ("note", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * VenuleTrack::changed:
   *
   * Spots were added or
   replaced. */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
venule_track_init (VenuleTrack *self)
{
  self->spots = venule_spots_new ();
  self->color = VENULE_TRACK_NO_COLOR;
}

VenuleTrack *
venule_track_new (guint id)
{
  return g_object_new (VENULE_TYPE_TRACK, "id", id, NULL);
}

guint
venule_track_get_id (VenuleTrack *self)
{
  g_return_val_if_fail (VENULE_IS_TRACK (self), 0);

  return self->id;
}

VenuleCellKind
venule_track_get_kind (VenuleTrack *self)
{
  g_return_val_if_fail (VENULE_IS_TRACK (self), VENULE_CELL_OTHER);

  return self->kind;
}

void
venule_track_set_kind (VenuleTrack    *self,
                       VenuleCellKind  kind)
{
  g_return_if_fail (VENULE_IS_TRACK (self));

  if (self->kind == kind)
    return;

  self->kind = kind;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_KIND]);
}

double
venule_track_get_quality (VenuleTrack *self)
{
  g_return_val_if_fail (VENULE_IS_TRACK (self), 0);

  return self->quality;
}

gboolean
venule_track_is_judged (VenuleTrack *self)
{
  return venule_track_get_quality (self) > 0;
}

void
venule_track_set_quality (VenuleTrack *self,
                          double       quality)
{
  g_return_if_fail (VENULE_IS_TRACK (self));

  if (self->quality == quality)
    return;

  self->quality = quality;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_QUALITY]);
}

gboolean
venule_track_get_edited (VenuleTrack *self)
{
  g_return_val_if_fail (VENULE_IS_TRACK (self), FALSE);

  return self->edited;
}

void
venule_track_set_edited (VenuleTrack *self,
                         gboolean     edited)
{
  g_return_if_fail (VENULE_IS_TRACK (self));

  set_flag (self, &self->edited, edited, PROP_EDITED);
}

gboolean
venule_track_get_kind_is_manual (VenuleTrack *self)
{
  g_return_val_if_fail (VENULE_IS_TRACK (self), FALSE);

  return self->kind_is_manual;
}

void
venule_track_set_kind_is_manual (VenuleTrack *self,
                                 gboolean     said)
{
  g_return_if_fail (VENULE_IS_TRACK (self));

  set_flag (self, &self->kind_is_manual, said, PROP_KIND_IS_MANUAL);
}

gboolean
venule_track_get_hidden (VenuleTrack *self)
{
  g_return_val_if_fail (VENULE_IS_TRACK (self), FALSE);

  return self->hidden;
}

void
venule_track_set_hidden (VenuleTrack *self,
                           gboolean     hidden)
{
  g_return_if_fail (VENULE_IS_TRACK (self));

  set_flag (self, &self->hidden, hidden, PROP_HIDDEN);
}

gboolean
venule_track_get_locked (VenuleTrack *self)
{
  g_return_val_if_fail (VENULE_IS_TRACK (self), FALSE);

  return self->locked;
}

void
venule_track_set_locked (VenuleTrack *self,
                           gboolean     locked)
{
  g_return_if_fail (VENULE_IS_TRACK (self));

  set_flag (self, &self->locked, locked, PROP_LOCKED);
}

gint32
venule_track_get_color (VenuleTrack *self)
{
  g_return_val_if_fail (VENULE_IS_TRACK (self), VENULE_TRACK_NO_COLOR);

  return self->color;
}

void
venule_track_set_color (VenuleTrack *self,
                        gint32       color)
{
  g_return_if_fail (VENULE_IS_TRACK (self));
  g_return_if_fail (color >= VENULE_TRACK_NO_COLOR && color <= 0xffffff);

  if (self->color == color)
    return;

  self->color = color;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COLOR]);
}

const char *
venule_track_get_note (VenuleTrack *self)
{
  g_return_val_if_fail (VENULE_IS_TRACK (self), NULL);

  return self->note;
}

void
venule_track_set_note (VenuleTrack *self,
                       const char  *note)
{
  const char *kept = note != NULL && *note != '\0' ? note : NULL;

  g_return_if_fail (VENULE_IS_TRACK (self));

  if (g_strcmp0 (self->note, kept) == 0)
    return;

  g_free (self->note);
  self->note = g_strdup (kept);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NOTE]);
}

void
venule_track_take_marks (VenuleTrack *self,
                         VenuleTrack *from)
{
  g_object_freeze_notify (G_OBJECT (self));
  venule_track_set_kind (self, from->kind);
  venule_track_set_quality (self, from->quality);
  venule_track_set_edited (self, from->edited);
  venule_track_set_kind_is_manual (self, from->kind_is_manual);
  venule_track_set_hidden (self, from->hidden);
  venule_track_set_locked (self, from->locked);
  venule_track_set_color (self, from->color);
  venule_track_set_note (self, from->note);
  g_object_thaw_notify (G_OBJECT (self));
}

gboolean
venule_track_has_same_marks (VenuleTrack *self,
                             VenuleTrack *other)
{
  return self->kind == other->kind && self->quality == other->quality && self->edited == other->edited &&
         self->kind_is_manual == other->kind_is_manual && self->hidden == other->hidden &&
         self->locked == other->locked && self->color == other->color && g_strcmp0 (self->note, other->note) == 0;
}

VenuleTrack *
venule_track_copy (VenuleTrack *self,
                   guint        id)
{
  VenuleTrack *copy;

  g_return_val_if_fail (VENULE_IS_TRACK (self), NULL);

  copy = venule_track_new (id);
  venule_track_take (copy, venule_spots_copy (self->spots));
  venule_track_take_marks (copy, self);

  return copy;
}

VenuleTrack *
venule_track_copy_places (VenuleTrack *self)
{
  VenuleTrack *copy;

  g_return_val_if_fail (VENULE_IS_TRACK (self), NULL);

  copy = venule_track_new (self->id);
  venule_track_take (copy, venule_spots_share (self->spots));
  venule_track_take_marks (copy, self);

  return copy;
}

guint
venule_track_get_n_spots (VenuleTrack *self)
{
  guint n;

  g_return_val_if_fail (VENULE_IS_TRACK (self), 0);

  venule_spots_get_places (self->spots, &n);

  return n;
}

const VenulePlace *
venule_track_get_places (VenuleTrack *self,
                         guint       *n)
{
  g_return_val_if_fail (VENULE_IS_TRACK (self), NULL);

  return venule_spots_get_places (self->spots, n);
}

const VenuleSpot *
venule_track_get_spots (VenuleTrack *self,
                        guint       *n)
{
  g_return_val_if_fail (VENULE_IS_TRACK (self), NULL);

  venule_spots_get_places (self->spots, n);

  return venule_spots_get_whole (self->spots);
}

const float *
venule_track_get_contour (VenuleTrack *self,
                          guint        index)
{
  g_return_val_if_fail (VENULE_IS_TRACK (self), NULL);

  return venule_spots_get_contour (self->spots, index);
}

guint
venule_track_find_from (VenuleTrack *self,
                        gint64       frame)
{
  g_return_val_if_fail (VENULE_IS_TRACK (self), 0);

  return venule_spots_find_from (self->spots, frame);
}

const VenulePlace *
venule_track_get_place_at (VenuleTrack *self,
                           gint64       frame)
{
  const VenulePlace *places;
  guint i, n;

  g_return_val_if_fail (VENULE_IS_TRACK (self), NULL);

  places = venule_spots_get_places (self->spots, &n);
  i = venule_spots_find_from (self->spots, frame);

  return i < n && places[i].frame == frame ? &places[i] : NULL;
}

void
venule_track_prefetch (VenuleTrack *const *tracks,
                       guint               n,
                       gint64              frame,
                       const gint         *offsets,
                       guint               n_offsets)
{
  for (guint i = 0; i < n; i++)
    {
      __builtin_prefetch (tracks[i]);
      __builtin_prefetch (&tracks[i]->spots);
    }
  for (guint i = 0; i < n; i++)
    __builtin_prefetch (tracks[i]->spots);
  for (guint i = 0; i < n; i++)
    venule_spots_prefetch (tracks[i]->spots);
  for (guint i = 0; i < n; i++)
    venule_spots_prefetch_ends (tracks[i]->spots);
  for (guint i = 0; i < n; i++)
    venule_spots_prefetch_at (tracks[i]->spots, frame, offsets, n_offsets);
}

const VenuleSpot *
venule_track_get_spot_at (VenuleTrack *self,
                          gint64       frame)
{
  const VenulePlace *place;

  g_return_val_if_fail (VENULE_IS_TRACK (self), NULL);

  place = venule_track_get_place_at (self, frame);

  return place != NULL ? &venule_spots_get_whole (self->spots)[place - venule_spots_get_places (self->spots, NULL)] :
         NULL;
}

gint64
venule_track_get_first_frame (VenuleTrack *self)
{
  const VenulePlace *places;
  guint n;

  g_return_val_if_fail (VENULE_IS_TRACK (self), -1);

  places = venule_spots_get_places (self->spots, &n);

  return n > 0 ? places[0].frame : -1;
}

gint64
venule_track_get_last_frame (VenuleTrack *self)
{
  const VenulePlace *places;
  guint n;

  g_return_val_if_fail (VENULE_IS_TRACK (self), -1);

  places = venule_spots_get_places (self->spots, &n);

  return n > 0 ? places[n - 1].frame : -1;
}

void
venule_track_insert_spot (VenuleTrack      *self,
                          const VenuleSpot *spot)
{
  g_return_if_fail (VENULE_IS_TRACK (self));
  g_return_if_fail (spot != NULL);

  venule_spots_insert (self->spots, spot);
}

void
venule_track_take (VenuleTrack *self,
                   VenuleSpots *spots)
{
  venule_spots_free (self->spots);
  self->spots = spots;
}

void
venule_track_take_spots (VenuleTrack *self,
                         GArray      *spots)
{
  venule_track_take (self, venule_spots_new_taking (spots));
}

void
venule_track_take_from (VenuleTrack *self,
                        VenuleTrack *other)
{
  VenuleSpots *spots = self->spots;

  self->spots = other->spots;
  other->spots = spots;
}

gboolean
venule_track_has_same_spots (VenuleTrack *self,
                             VenuleTrack *other)
{
  return venule_spots_equal (self->spots, other->spots);
}

void
venule_track_emit_changed (VenuleTrack *self)
{
  g_return_if_fail (VENULE_IS_TRACK (self));

  g_signal_emit (self, signals[CHANGED], 0);
}

static gboolean
rise_in_frames (const VenuleSpot *spots,
                guint             n)
{
  for (guint i = 1; i < n; i++)
    if (spots[i].frame <= spots[i - 1].frame)
      return FALSE;

  return TRUE;
}

void
venule_track_set_spots (VenuleTrack      *self,
                        const VenuleSpot *spots,
                        guint             n)
{
  gboolean rise = rise_in_frames (spots, n);

  venule_track_take (self, venule_spots_new_of (spots, rise ? n : 0));
  if (rise)
    venule_track_emit_changed (self);
  else
    venule_track_add_spots (self, spots, n);
}

void
venule_track_add_spot (VenuleTrack      *self,
                       const VenuleSpot *spot)
{
  venule_track_add_spots (self, spot, 1);
}

void
venule_track_add_spots (VenuleTrack      *self,
                        const VenuleSpot *spots,
                        guint             n)
{
  for (guint i = 0; i < n; i++)
    venule_track_insert_spot (self, &spots[i]);
  venule_track_emit_changed (self);
}
