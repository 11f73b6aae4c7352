/* venule-registration.c: how far the camera's picture has moved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-registration-private.h"

#include <math.h>

#include "venule-roi-planes.h"

#define MAX_PIXELS 100000     /* of the planes: larger frames are halved. More would add time and no accuracy worth
                                 having. */
#define CROP_MARGIN 0.25      /* cell diameters around the crop that cells may reach into */
#define MIN_TISSUE 0.1        /* share of the frame outside the crop, below which all of the frame counts */
#define MEMORY 256            /* frames of the slow mean */
#define SPREAD_MEMORY 64      /* frames of the mean of squares about it */
#define WEIGH_INTERVAL 16     /* frames */
#define RESTLESS 4.0f         /* times the usual variance, at which a pixel counts half */
#define PATIENCE 30           /* frames without a measurement, after which the picture is taken for another one */
#define MIN_SPREAD 1e-6f      /* gray levels², that is taken for usual */
#define MAX_KEPT 64           /* frames, and */
#define MAX_KEPT_BYTES ((gsize) 64 << 20) /* of them; then the mean is brought to the host */

/* ---- Memory ---- */

/* Operations do not read what is the host's. */
static gboolean
allocate (VenuleRegistration *self,
          vnk_backend        *backend,
          GError            **error)
{
  vnk_plane *const shared[] = { &self->mean, &self->spread, &self->tissue, &self->mask, &self->weight, &self->asked,
                                &self->aligned };
  int width = self->width, height = self->height;

  if (!venule_registration_new_strips (self, backend, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (shared); i++)
    if (!venule_kernels_check (venule_plane_new (backend, width, height, shared[i]), error))
      return FALSE;
  for (int i = 0; i < VENULE_N_BEFORE; i++)
    if (!venule_kernels_check (venule_plane_new (NULL, width, height, &self->before[i]), error))
      return FALSE;
  return TRUE;
}

gboolean
venule_registration_new_plane (const VenuleRegistration *self,
                               vnk_backend              *backend,
                               vnk_plane                *tissue,
                               GError                  **error)
{
  return venule_kernels_check (venule_plane_new (backend, self->width, self->height, tissue), error);
}

static void
clear_planes (VenuleRegistration *self)
{
  for (int i = 0; i <= self->halvings; i++)
    vnk_plane_clear (&self->planes[i]);
  vnk_plane_clear (&self->mean);
  vnk_plane_clear (&self->spread);
  vnk_plane_clear (&self->tissue);
  vnk_plane_clear (&self->mask);
  vnk_plane_clear (&self->weight);
  vnk_plane_clear (&self->asked);
  vnk_plane_clear (&self->aligned);
  for (int i = 0; i < VENULE_N_BEFORE; i++)
    vnk_plane_clear (&self->before[i]);
}

static void
clear_kept (gpointer kept)
{
  venule_frame_unref (((VenuleKeptFrame *) kept)->frame);
}

/**
 * venule_registration_new:
 * @settings: valid settings for frames of that size
 * @backend: where its planes shall be
 * @frame_width: px
 * @frame_height: px
 * @error: return location
 *
 * Takes all memory that the frames' movement needs.
 *
 * Returns: (transfer full) (nullable): the registration, or %NULL with %VENULE_ERROR_NO_MEMORY
 */
VenuleRegistration *
venule_registration_new (const VenuleSettings *settings,
                         vnk_backend          *backend,
                         int                   frame_width,
                         int                   frame_height,
                         GError              **error)
{
  g_autoptr (VenuleRegistration) self = g_new0 (VenuleRegistration, 1);

  g_mutex_init (&self->lock);
  self->vessel = venule_vessel_copy (settings->vessel);
  self->frame_width = frame_width;
  self->frame_height = frame_height;
  self->cell_diameter = settings->cell_diameter;
  self->entries = g_array_new (FALSE, FALSE, sizeof (VenuleRegistrationEntry));
  self->blocks = g_array_new (FALSE, FALSE, sizeof (VenuleBlock));
  self->kept = g_array_new (FALSE, FALSE, sizeof (VenuleKeptFrame));
  g_array_set_clear_func (self->kept, clear_kept);
  self->last = (VenuleShift){ .known = TRUE, .gain = 1 };
  while ((gint64) frame_width * frame_height >> 2 * self->halvings > MAX_PIXELS)
    self->halvings++;
  venule_registration_lay_out_strips (self);
  self->planes = g_new0 (vnk_plane, self->halvings + 1);

  return allocate (self, backend, error) ? g_steal_pointer (&self) : NULL;
}

void
venule_registration_free (VenuleRegistration *self)
{
  if (self == NULL)
    return;

  clear_planes (self);
  g_free (self->planes);
  g_array_unref (self->kept);
  g_array_unref (self->blocks);
  g_array_unref (self->entries);
  g_mutex_clear (&self->lock);
  venule_vessel_free (self->vessel);
  g_free (self);
}

/* ---- What is looked at ---- */

static void
set_all (vnk_plane *plane,
         float      value)
{
  for (int y = 0; y < plane->height; y++)
    for (int x = 0; x < plane->width; x++)
      venule_plane_row (plane, y)[x] = value;
}

/* Pixels within the crop, in the place of the frame that the mean begins with. */
static void
mark_crop (VenuleRegistration *self,
           vnk_plane          *inside)
{
  double side = 1 << self->halvings;

  for (int y = 0; y < inside->height; y++)
    for (int x = 0; x < inside->width; x++)
      venule_plane_row (inside, y)[x] = venule_vessel_contains (self->vessel, self->frame_width, self->frame_height,
                                                      side * x + (side - 1) / 2 - self->base_x,
                                                      side * y + (side - 1) / 2 - self->base_y);
}

/* The tissue is what lies outside the crop and a little around it. Where there is too little of it, all of the frame
 * has to do. */
static gboolean
find_tissue (VenuleRegistration *self,
             vnk_backend        *backend,
             GError            **error)
{
  double margin = CROP_MARGIN * self->cell_diameter / (1 << self->halvings);
  double tissue = 0;

  mark_crop (self, &self->weight);
  if (!venule_kernels_check (backend->store (backend, &self->weight), error) ||
      !venule_kernels_check (backend->dilate (backend, &self->weight, (float) margin, &self->tissue), error) ||
      !venule_kernels_check (backend->fetch (backend, &self->tissue), error))
    return FALSE;

  for (int y = 0; y < self->height; y++)
    for (int x = 0; x < self->width; x++)
      {
        float *value = &venule_plane_row (&self->tissue, y)[x];

        *value = 1 - *value;
        tissue += *value;
      }

  self->is_whole = tissue < MIN_TISSUE * self->width * self->height;
  if (self->is_whole)
    set_all (&self->tissue, 1);
  venule_registration_lay_out_blocks (self);
  return venule_kernels_check (backend->store (backend, &self->tissue), error);
}

static void
copy_plane (const vnk_plane *from,
            vnk_plane       *to)
{
  for (int y = 0; y < from->height; y++)
    memcpy (venule_plane_row (to, y), venule_plane_row (from, y), from->width * sizeof (float));
}

static void
forget_kept (VenuleRegistration *self)
{
  g_array_set_size (self->kept, 0);
  self->kept_bytes = 0;
}

/* Keeps, or gives back, what the host knows of the tissue: should the device fail, another one goes on with it. */
void
venule_registration_remember (VenuleRegistration *self,
                              gboolean            back)
{
  vnk_plane *const planes[VENULE_N_BEFORE] = { &self->mean, &self->spread, &self->weight, &self->mask,
                                               &self->tissue };

  for (int i = 0; i < VENULE_N_BEFORE; i++)
    copy_plane (back ? &self->before[i] : planes[i], back ? planes[i] : &self->before[i]);
}

/* What was remembered, with the blocks that there were then. */
static void
restore (VenuleRegistration *self,
         const GArray       *blocks)
{
  venule_registration_remember (self, TRUE);
  g_array_set_size (self->blocks, 0);
  g_array_append_vals (self->blocks, blocks->data, blocks->len);
}

/* All that is known of the tissue, of the same frames. */
gboolean
venule_registration_bring (VenuleRegistration *self,
                           vnk_backend        *backend,
                           GError            **error)
{
  vnk_plane *const planes[VENULE_N_BROUGHT] = { &self->mean, &self->spread, &self->weight };
  gboolean complete = TRUE;

  venule_registration_remember (self, FALSE);
  for (int i = 0; i < VENULE_N_BROUGHT && complete; i++)
    complete = venule_kernels_check (backend->fetch (backend, planes[i]), error);
  if (complete)
    forget_kept (self);
  else
    venule_registration_remember (self, TRUE);
  return complete;
}

/* What comes and goes (cells, blood, light on the water) is not looked at. */
gboolean
venule_registration_weigh (VenuleRegistration *self,
                           vnk_backend        *backend,
                           const vnk_plane    *mask,
                           vnk_plane          *weight,
                           GError            **error)
{
  return venule_kernels_check (backend->robust_weights (backend, &self->spread, mask, RESTLESS, MIN_SPREAD, weight),
                               error);
}

/* Doing it twice for one mean changes nothing. */
static gboolean
weigh_now_and_then (VenuleRegistration *self,
                    vnk_backend        *backend,
                    GError            **error)
{
  if (self->n_mean % WEIGH_INTERVAL != 0 || self->n_weighed == self->n_mean)
    return TRUE;
  if (!venule_registration_weigh (self, backend, &self->mask, &self->weight, error))
    return FALSE;
  self->n_weighed = self->n_mean;
  return TRUE;
}

/* ---- The mean ---- */

static gboolean
begin_planes (VenuleRegistration *self,
              vnk_backend        *backend,
              const vnk_plane    *newest,
              GError            **error)
{
  if (!find_tissue (self, backend, error) || !venule_kernels_check (backend->fetch (backend, newest), error))
    return FALSE;

  set_all (&self->spread, 0);
  copy_plane (newest, &self->mean);
  copy_plane (&self->tissue, &self->mask);
  copy_plane (&self->tissue, &self->weight);
  return venule_kernels_check (backend->store (backend, &self->mask), error) &&
         venule_kernels_check (backend->store (backend, &self->mean), error) &&
         venule_kernels_check (backend->store (backend, &self->spread), error) &&
         venule_kernels_check (backend->store (backend, &self->weight), error);
}

/* Where an operation fails, all stays as it was: another device measures this frame once more, against the mean
 * before. */
static gboolean
begin (VenuleRegistration *self,
       vnk_backend        *backend,
       const vnk_plane    *newest,
       GError            **error)
{
  const double base_x = self->base_x, base_y = self->base_y;
  const gboolean is_whole = self->is_whole;
  g_autoptr (GArray) blocks = g_array_copy (self->blocks);

  venule_registration_remember (self, FALSE);
  self->base_x = self->last.dx;
  self->base_y = self->last.dy;
  if (!begin_planes (self, backend, newest, error))
    {
      restore (self, blocks);
      self->base_x = base_x;
      self->base_y = base_y;
      self->is_whole = is_whole;
      return FALSE;
    }

  forget_kept (self);
  self->n_missed = self->n_disputed = 0;
  self->n_mean = self->n_weighed = 1;
  return TRUE;
}

/* Takes the aligned frame in, in the mean's light; where it reaches. */
static gboolean
take_in (VenuleRegistration    *self,
         vnk_backend           *backend,
         const vnk_translation *found,
         GError               **error)
{
  int left = MAX (0, (int) ceilf (-found->dx)), top = MAX (0, (int) ceilf (-found->dy));
  int right = self->mean.width - MAX (0, (int) ceilf (found->dx));
  int bottom = self->mean.height - MAX (0, (int) ceilf (found->dy));

  if (right > left && bottom > top)
    {
      vnk_plane aligned = venule_plane_part (&self->aligned, left, top, right, bottom);
      vnk_plane mean = venule_plane_part (&self->mean, left, top, right, bottom);
      vnk_plane spread = venule_plane_part (&self->spread, left, top, right, bottom);

      if (!venule_kernels_check (backend->running_moments (backend, &aligned, 1 / found->gain, found->offset,
                                                           1.0f / MIN (self->n_mean + 1, MEMORY),
                                                           1.0f / MIN (self->n_mean, SPREAD_MEMORY), &mean, &spread),
                                                           error))
        return FALSE;
    }

  self->n_mean++;
  self->taken = TRUE;
  return TRUE;
}

/* ---- A frame ---- */

static gboolean
find_and_take (VenuleRegistration *self,
               vnk_backend        *backend,
               const vnk_plane    *newest,
               VenuleShift        *shift,
               GError            **error)
{
  if (!venule_registration_find (self, backend, newest, shift, error))
    return FALSE;
  if (!shift->known)
    return TRUE;
  if (!take_in (self, backend, &self->found, error))
    return FALSE;

  double step = venule_registration_step_of (self, shift);

  self->usual_step += (step - self->usual_step) / MIN (self->n_mean - 1, WEIGH_INTERVAL);
  return TRUE;
}

/* Where an operation fails, the blocks are trusted as they were: another device measures this frame once more. */
static gboolean
measure (VenuleRegistration *self,
         vnk_backend        *backend,
         const vnk_plane    *newest,
         VenuleShift        *shift,
         GError            **error)
{
  g_autoptr (GArray) blocks = g_array_copy (self->blocks);

  self->is_retrusted = FALSE;
  if (!weigh_now_and_then (self, backend, error))
    return FALSE;
  if ((self->kept->len >= MAX_KEPT || self->kept_bytes > MAX_KEPT_BYTES) &&
      !venule_registration_bring (self, backend, error))
    return FALSE;
  if (!find_and_take (self, backend, newest, shift, error))
    {
      if (self->is_retrusted)
        restore (self, blocks);
      return FALSE;
    }
  self->n_missed = shift->known ? 0 : self->n_missed + 1;
  return TRUE;
}

/**
 * venule_registration_step:
 * @self: the registration
 * @backend: the kernels
 * @frame: number of the next frame of the run
 * @tissue: what was read of it
 * @shift: (out caller-allocates): how far the tissue has moved
 * @error: return location
 *
 * One frame on. Where the picture cannot be compared with those before for long (the stage was moved to another place),
 * it begins anew: the shift goes on from the last one known.
 *
 * Returns: %FALSE with a #VenuleError
 */
gboolean
venule_registration_step (VenuleRegistration *self,
                          vnk_backend        *backend,
                          gint64              frame,
                          const vnk_plane    *tissue,
                          VenuleShift        *shift,
                          GError            **error)
{
  self->taken = FALSE;
  *shift = (VenuleShift){ .dx = self->last.dx, .dy = self->last.dy, .known = TRUE, .gain = 1 };
  if (self->n_mean > 0 && !measure (self, backend, tissue, shift, error))
    return FALSE;
  if ((self->n_mean == 0 || self->n_missed >= PATIENCE) && !begin (self, backend, tissue, error))
    return FALSE;

  self->last = *shift;
  venule_registration_note (self, frame, shift);
  return TRUE;
}

/**
 * venule_registration_keep:
 * @self: the registration
 * @frame: the frame of the last venule_registration_step()
 *
 * Keeps it until the host knows the mean that it has become a part of, for venule_registration_move().
 */
void
venule_registration_keep (VenuleRegistration *self,
                          VenuleFrame        *frame)
{
  VenuleKeptFrame kept = { frame, self->found };

  if (!self->taken || self->mean.device == NULL)
    return;
  venule_frame_ref (frame);
  g_array_append_val (self->kept, kept);
  self->kept_bytes += frame->stride * (gsize) frame->height;
}

/* Takes the kept frames into the mean, which does not have them. */
static gboolean
take_again (VenuleRegistration *self,
            vnk_backend        *backend,
            GError            **error)
{
  vnk_plane tissue = { 0 };
  gboolean done = venule_registration_new_plane (self, backend, &tissue, error);

  self->n_mean -= self->kept->len;
  self->n_weighed = 0;
  for (guint i = 0; i < self->kept->len && done; i++)
    {
      const VenuleKeptFrame *kept = &g_array_index (self->kept, VenuleKeptFrame, i);
      vnk_translation again = kept->found;

      done = weigh_now_and_then (self, backend, error) &&
             venule_registration_read (self, backend, kept->frame, &tissue, error) &&
             venule_kernels_check (backend->translation (backend, &self->mean, &self->weight, &tissue, &again,
                                                         &self->aligned),
                                   error) &&
             take_in (self, backend, &kept->found, error);
    }
  vnk_plane_clear (&tissue);
  forget_kept (self);
  return done;
}

/**
 * venule_registration_move:
 * @self: the registration
 * @backend: where its planes shall be from now on
 * @error: return location
 *
 * Gives up the planes, whose backend failed. What is known of the tissue is on the host, but for the frames since,
 * which are taken into the mean once more, and goes on.
 *
 * Returns: %FALSE with a #VenuleError
 */
gboolean
venule_registration_move (VenuleRegistration *self,
                          vnk_backend        *backend,
                          GError            **error)
{
  VenuleRegistration moved = *self;
  gboolean complete;

  moved.planes = g_new0 (vnk_plane, self->halvings + 1);
  moved.mean = moved.spread = moved.tissue = moved.mask = moved.weight = moved.asked = moved.aligned = (vnk_plane){ 0 };
  memset (moved.before, 0, sizeof moved.before);
  complete = allocate (&moved, backend, error);
  if (complete)
    {
      copy_plane (&self->mean, &moved.mean);
      copy_plane (&self->spread, &moved.spread);
      copy_plane (&self->tissue, &moved.tissue);
      copy_plane (&self->mask, &moved.mask);
      copy_plane (&self->weight, &moved.weight);
    }
  clear_planes (complete ? self : &moved);
  g_free (complete ? self->planes : moved.planes);
  if (complete)
    *self = moved;
  return complete && take_again (self, backend, error);
}
