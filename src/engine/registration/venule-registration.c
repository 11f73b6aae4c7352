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
#define MAX_ERROR 0.1         /* px of the frame */
#define MAX_ERROR_WHOLE 0.03  /* the same where cells are among what is looked at */
#define TELLING 4.0           /* standard errors that tell a movement from none */
#define MEMORY 256            /* frames of the slow mean */
#define SPREAD_MEMORY 64      /* frames of the mean of squares about it */
#define WEIGH_INTERVAL 16     /* frames */
#define RESTLESS 4.0f         /* times the usual variance, at which a pixel counts half */
#define LEAP 2.0              /* px of the frame from one to the next, … */
#define UNUSUAL 3.0           /* … and times the usual step: what is more has to be confirmed */
#define USUAL_MEMORY 32       /* frames */
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
  vnk_plane *const shared[] = { &self->mean, &self->spread, &self->mask, &self->weight, &self->aligned };
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
  vnk_plane_clear (&self->mask);
  vnk_plane_clear (&self->weight);
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
fill_mask (VenuleRegistration *self,
           vnk_backend        *backend,
           GError            **error)
{
  double margin = CROP_MARGIN * self->cell_diameter / (1 << self->halvings);
  double tissue = 0;

  mark_crop (self, &self->weight);
  if (!venule_kernels_check (backend->store (backend, &self->weight), error) ||
      !venule_kernels_check (backend->dilate (backend, &self->weight, (float) margin, &self->mask), error) ||
      !venule_kernels_check (backend->fetch (backend, &self->mask), error))
    return FALSE;

  for (int y = 0; y < self->mask.height; y++)
    for (int x = 0; x < self->mask.width; x++)
      {
        float *value = &venule_plane_row (&self->mask, y)[x];

        *value = 1 - *value;
        tissue += *value;
      }

  self->max_error = MAX_ERROR;
  if (tissue < MIN_TISSUE * self->mask.width * self->mask.height)
    {
      set_all (&self->mask, 1);
      self->max_error = MAX_ERROR_WHOLE;
    }
  return venule_kernels_check (backend->store (backend, &self->mask), error);
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
static void
remember (VenuleRegistration *self,
          gboolean            back)
{
  vnk_plane *const planes[VENULE_N_BEFORE] = { &self->mean, &self->spread, &self->weight, &self->mask };

  for (int i = 0; i < VENULE_N_BEFORE; i++)
    copy_plane (back ? &self->before[i] : planes[i], back ? planes[i] : &self->before[i]);
}

/* All that is known of the tissue, of the same frames. */
static gboolean
bring (VenuleRegistration *self,
       vnk_backend        *backend,
       GError            **error)
{
  vnk_plane *const planes[VENULE_N_BROUGHT] = { &self->mean, &self->spread, &self->weight };
  gboolean complete = TRUE;

  remember (self, FALSE);
  for (int i = 0; i < VENULE_N_BROUGHT && complete; i++)
    complete = venule_kernels_check (backend->fetch (backend, planes[i]), error);
  if (complete)
    forget_kept (self);
  else
    remember (self, TRUE);
  return complete;
}

/* What comes and goes (cells, blood, light on the water) is not looked at. Doing it twice for one mean changes
 * nothing. */
static gboolean
weigh_now_and_then (VenuleRegistration *self,
                    vnk_backend        *backend,
                    GError            **error)
{
  if (self->n_mean % WEIGH_INTERVAL != 0 || self->n_weighed == self->n_mean)
    return TRUE;
  if (!venule_kernels_check (backend->robust_weights (backend, &self->spread, &self->mask, RESTLESS, MIN_SPREAD,
                                                      &self->weight),
                             error))
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
  if (!fill_mask (self, backend, error) || !venule_kernels_check (backend->fetch (backend, newest), error))
    return FALSE;

  set_all (&self->spread, 0);
  copy_plane (newest, &self->mean);
  copy_plane (&self->mask, &self->weight);
  return venule_kernels_check (backend->store (backend, &self->mean), error) &&
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
  const double base_x = self->base_x, base_y = self->base_y, max_error = self->max_error;

  remember (self, FALSE);
  self->base_x = self->last.dx;
  self->base_y = self->last.dy;
  if (!begin_planes (self, backend, newest, error))
    {
      remember (self, TRUE);
      self->base_x = base_x;
      self->base_y = base_y;
      self->max_error = max_error;
      return FALSE;
    }

  forget_kept (self);
  self->n_missed = 0;
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

/* ---- The shift ---- */

/* What is known of the movement: its axes of best and of worst accuracy are looked at one by one, as stripes tell one
 * of them only. A movement that may well be none is none (L. Breiman's garrote, Technometrics 37 (1995) 373), so that a
 * still picture does not tremble. */
static void
judge (const VenuleRegistration *self,
       const vnk_translation    *found,
       VenuleShift              *shift)
{
  double side = 1 << self->halvings;
  double x = self->base_x + side * found->dx, y = self->base_y + side * found->dy;
  double xx = side * side * found->variance_xx, xy = side * side * found->variance_xy,
         yy = side * side * found->variance_yy;
  double angle = 0.5 * atan2 (2 * xy, xx - yy);
  const double axes[2][2] = { { cos (angle), sin (angle) }, { -sin (angle), cos (angle) } };

  shift->dx = shift->dy = shift->error = 0;
  shift->known = TRUE;
  for (int k = 0; k < 2; k++)
    {
      double ux = axes[k][0], uy = axes[k][1];
      double variance = MAX (xx * ux * ux + 2 * xy * ux * uy + yy * uy * uy, 0);
      double length = x * ux + y * uy;

      if (variance > self->max_error * self->max_error)
        {
          length = self->last.dx * ux + self->last.dy * uy;
          shift->known = FALSE;
        }
      else if (length * length <= TELLING * TELLING * variance)
        length = 0;
      else
        length *= 1 - TELLING * TELLING * variance / (length * length);

      shift->dx += length * ux;
      shift->dy += length * uy;
      shift->error = MAX (shift->error, sqrt (variance));
    }

  shift->gain = found->gain;
  /* In sample values: the planes hold scale·s + offset. */
  shift->offset = (found->gain * self->offset + found->offset - self->offset) / self->scale;
}

/* A step that is far longer than usual may be that of cells, or of blood in another vessel, which pull all of what is
 * looked at: the parts of the picture have to agree on it. */
static gboolean
check_leap (VenuleRegistration *self,
            vnk_backend        *backend,
            const vnk_plane    *tissue,
            VenuleShift        *shift,
            GError            **error)
{
  double x = shift->dx - self->last.dx, y = shift->dy - self->last.dy, square = x * x + y * y;
  gboolean confirmed = square <= MAX (LEAP * LEAP, UNUSUAL * UNUSUAL * self->usual);

  if (!confirmed && !venule_registration_confirm (self, backend, tissue, &confirmed, error))
    return FALSE;
  if (confirmed)
    self->usual += (square - self->usual) / USUAL_MEMORY;
  else
    *shift = (VenuleShift){ .dx = self->last.dx, .dy = self->last.dy, .error = shift->error, .gain = 1 };
  return TRUE;
}

static gboolean
measure (VenuleRegistration *self,
         vnk_backend        *backend,
         const vnk_plane    *tissue,
         VenuleShift        *shift,
         GError            **error)
{
  double side = 1 << self->halvings;
  vnk_translation *found = &self->found;

  *found = (vnk_translation){ .guess_x = (float) ((self->last.dx - self->base_x) / side),
                              .guess_y = (float) ((self->last.dy - self->base_y) / side),
                              .range = VENULE_REGISTRATION_RANGE };
  if (!weigh_now_and_then (self, backend, error))
    return FALSE;
  if ((self->kept->len >= MAX_KEPT || self->kept_bytes > MAX_KEPT_BYTES) && !bring (self, backend, error))
    return FALSE;
  if (!venule_kernels_check (backend->translation (backend, &self->mean, &self->weight, tissue, found, &self->aligned),
                             error))
    return FALSE;

  judge (self, found, shift);
  if (shift->known && !check_leap (self, backend, tissue, shift, error))
    return FALSE;
  self->n_missed = shift->known ? 0 : self->n_missed + 1;
  return !shift->known || take_in (self, backend, found, error);
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
  moved.mean = moved.spread = moved.mask = moved.weight = moved.aligned = (vnk_plane){ 0 };
  memset (moved.before, 0, sizeof moved.before);
  complete = allocate (&moved, backend, error);
  if (complete)
    {
      copy_plane (&self->mean, &moved.mean);
      copy_plane (&self->spread, &moved.spread);
      copy_plane (&self->mask, &moved.mask);
      copy_plane (&self->weight, &moved.weight);
    }
  clear_planes (complete ? self : &moved);
  g_free (complete ? self->planes : moved.planes);
  if (complete)
    *self = moved;
  return complete && take_again (self, backend, error);
}
