/* venule-registration-private.h: the parts of the registration
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-registration.h"

G_BEGIN_DECLS

#define VENULE_N_BROUGHT 3 /* planes: mean, spread, weight */
#define VENULE_N_BEFORE 5  /* and mask, tissue */

typedef struct {
  gint64      frame;
  VenuleShift shift;
} VenuleRegistrationEntry;

/* A frame that has been taken into the mean. */
typedef struct {
  VenuleFrame    *frame;
  vnk_translation found; /* in it */
} VenuleKeptFrame;

/* A part of the tissue, px of the planes. */
typedef struct {
  int   left, top, right, bottom;
  float trust; /* 0: it goes another way; less than 1: it would outvote the others */
} VenuleBlock;

#define VENULE_MOST_BLOCKS 64

/* What the blocks say of a frame. */
typedef struct {
  gboolean agreed;
  guint    votes; /* that agree */
  double   x, y;  /* where they have gone, px of the planes */
  float    trust[VENULE_MOST_BLOCKS];
} VenuleVerdict;

struct _VenuleRegistration
{
  VenuleVessel *vessel;
  int           frame_width;
  int           frame_height;
  double        cell_diameter;
  int           halvings;
  vnk_plane    *planes;     /* @halvings + 1: a strip of the frame that is being read, in ever smaller sizes; the
                               last one is empty where the frame is one strip */
  int             strip; /* rows of the planes below that are read at once */
  int             width; /* of the planes below and of those that are read, px */
  int             height;
  vnk_plane       mean;   /* the slow mean, in the place and the light of the frame that it began with */
  vnk_plane       spread; /* of squares about it */
  vnk_plane       tissue; /* 1: what lies outside the crop, or all */
  vnk_plane       mask;   /* of that, as far as its blocks are trusted */
  vnk_plane       weight;
  vnk_plane       asked; /* weight of all tissue */
  GArray         *blocks; /* of VenuleBlock */
  gboolean        is_retrusted; /* in the newest frame */
  gboolean        is_whole; /* cells are among what is looked at */
  vnk_plane       aligned;                 /* the newest frame, moved back */
  vnk_plane       before[VENULE_N_BEFORE]; /* the host's: what it knew, until an operation on all of it has succeeded */
  float           scale;                   /* gray levels of the planes per sample value */
  float           offset;
  double          base_x;    /* shift of the frame that the mean began with, px */
  double          base_y;
  guint           n_mean;    /* frames in the mean; 0: there is none */
  guint           n_weighed; /* of them, when the weights were made */
  guint           n_missed;  /* frames in a row without a measurement */
  guint           n_disputed; /* of them because the blocks do not agree */
  guint           n_unknown;  /* in all */
  double          usual_step; /* mean square of how far the picture goes from a frame to the next, px² */
  VenuleShift     last;
  vnk_translation found; /* in the newest frame */
  gboolean        taken; /* that frame is in the mean */
  GArray         *kept;  /* of VenuleKeptFrame: what has been taken into the mean since the host knew it */
  gsize           kept_bytes;
  GMutex          lock;    /* over what is known of frames */
  GArray         *entries; /* of VenuleRegistrationEntry, by frame */
};

static inline float *
venule_plane_row (const vnk_plane *plane,
                  int              y)
{
  return plane->data + y * plane->stride;
}

static inline vnk_plane
venule_plane_part (const vnk_plane *plane,
                   int              left,
                   int              top,
                   int              right,
                   int              bottom)
{
  return (vnk_plane){ venule_plane_row (plane, top) + left, right - left, bottom - top, plane->stride,
                      plane->device };
}

void     venule_registration_lay_out_strips (VenuleRegistration *self);
gboolean venule_registration_new_strips     (VenuleRegistration *self,
                                             vnk_backend        *backend,
                                             GError            **error);

/* Keeps, or gives back, what the host knows of the tissue. */
void     venule_registration_remember       (VenuleRegistration *self,
                                             gboolean            back);
gboolean venule_registration_bring          (VenuleRegistration *self,
                                             vnk_backend        *backend,
                                             GError            **error);
gboolean venule_registration_weigh          (VenuleRegistration *self,
                                             vnk_backend        *backend,
                                             const vnk_plane    *mask,
                                             vnk_plane          *weight,
                                             GError            **error);
/* From the last frame to this one: square, px². */
double   venule_registration_step_of        (const VenuleRegistration *self,
                                             const VenuleShift        *shift);
gboolean venule_registration_find           (VenuleRegistration *self,
                                             vnk_backend        *backend,
                                             const vnk_plane    *newest,
                                             VenuleShift        *shift,
                                             GError            **error);

void     venule_registration_lay_out_blocks (VenuleRegistration *self);
gboolean venule_registration_ask_blocks     (VenuleRegistration *self,
                                             vnk_backend        *backend,
                                             const vnk_plane    *weight,
                                             const vnk_plane    *newest,
                                             double              x,
                                             double              y,
                                             VenuleVerdict      *verdict,
                                             GError            **error);

/* How far a frame has moved; later frames come later. */
void     venule_registration_note           (VenuleRegistration *self,
                                             gint64              frame,
                                             const VenuleShift  *shift);

G_END_DECLS
