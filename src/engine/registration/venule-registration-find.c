/* venule-registration-find.c: the movement of one frame, as the whole picture and its blocks tell it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-registration-private.h"

#include <math.h>

#include "venule-roi-planes.h"

#define RANGE 8               /* px of the planes that the tissue may move from a frame to the next */
#define MAX_ERROR 0.1         /* px of the frame */
#define MAX_ERROR_WHOLE 0.03  /* the same where cells are among what is looked at */
#define TELLING 4.0           /* standard errors that tell a movement from none */
#define REVIEW_INTERVAL 64    /* frames */
#define LEAP 1.0              /* px from a frame to the next, and */
#define USUAL 3.0             /* times what is usual here: beyond both it has to be confirmed */
#define NEAR 0.5              /* px of the planes, within which blocks are found from either place */
#define ASK_AGAIN 4           /* frames, where the blocks do not agree for long */
#define RETRUST 2.0f          /* times more or less, from which on a block is trusted otherwise */
#define PULLED 0.05           /* px of the planes between the whole picture and its blocks: it is looked at again */

/* ---- The shift ---- */

/* Where it is unknown the last one stands. */
static void
stand (const VenuleRegistration *self,
       VenuleShift              *shift)
{
  shift->dx = self->last.dx;
  shift->dy = self->last.dy;
  shift->known = FALSE;
}

/* What is known of the movement: where its axes of best and of worst accuracy both are. A movement that may well be
 * none is none (L. Breiman's garrote, Technometrics 37 (1995) 373), so that a still picture does not tremble. */
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
  double max_error = self->is_whole ? MAX_ERROR_WHOLE : MAX_ERROR;
  const double axes[2][2] = { { cos (angle), sin (angle) }, { -sin (angle), cos (angle) } };

  shift->dx = shift->dy = shift->error = 0;
  shift->known = TRUE;
  for (int k = 0; k < 2; k++)
    {
      double ux = axes[k][0], uy = axes[k][1];
      double variance = MAX (xx * ux * ux + 2 * xy * ux * uy + yy * uy * uy, 0);
      double length = x * ux + y * uy;

      if (variance > max_error * max_error)
        {
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
  if (!shift->known)
    stand (self, shift);

  shift->gain = found->gain;
  /* In sample values: the planes hold scale·s + offset. */
  shift->offset = (found->gain * self->offset + found->offset - self->offset) / self->scale;
}

/* ---- Confirmation ---- */

/* Whether it is time to see again what stands still: often at first, while a wrong frame would be much of the mean. */
static gboolean
reviews (const VenuleRegistration *self)
{
  return (self->n_mean & (self->n_mean - 1)) == 0 || self->n_mean % REVIEW_INTERVAL == 0;
}

/* Square, px². */
double
venule_registration_step_of (const VenuleRegistration *self,
                             const VenuleShift        *shift)
{
  double x = shift->dx - self->last.dx, y = shift->dy - self->last.dy;

  return x * x + y * y;
}

static gboolean
leaps (const VenuleRegistration *self,
       const VenuleShift        *shift)
{
  return venule_registration_step_of (self, shift) > MAX (LEAP * LEAP, USUAL * USUAL * self->usual_step);
}

static gboolean
find_whole (VenuleRegistration *self,
            vnk_backend        *backend,
            const vnk_plane    *newest,
            double              guess_x,
            double              guess_y,
            double              range,
            VenuleShift        *shift,
            GError            **error)
{
  self->found = (vnk_translation){ .guess_x = (float) guess_x, .guess_y = (float) guess_y, .range = (float) range };
  if (!venule_kernels_check (backend->translation (backend, &self->mean, &self->weight, newest, &self->found,
                                                   &self->aligned),
                             error))
    return FALSE;
  judge (self, &self->found, shift);
  return TRUE;
}

/* Whether the blocks are to be trusted otherwise than now. */
static gboolean
differs (const VenuleRegistration *self,
         const VenuleVerdict      *verdict)
{
  for (guint i = 0; i < self->blocks->len; i++)
    {
      float now = g_array_index (self->blocks, VenuleBlock, i).trust, then = verdict->trust[i];

      if (MAX (now, then) > RETRUST * MIN (now, then))
        return TRUE;
    }
  return FALSE;
}

/* What stands still is looked at from now on, and no block too much. */
static gboolean
trust_blocks (VenuleRegistration  *self,
              vnk_backend         *backend,
              const VenuleVerdict *verdict,
              GError             **error)
{
  if (!venule_registration_bring (self, backend, error))
    return FALSE;

  venule_registration_remember (self, FALSE);
  self->is_retrusted = TRUE;
  for (int y = 0; y < self->height; y++)
    memset (venule_plane_row (&self->mask, y), 0, self->width * sizeof (float));
  for (guint i = 0; i < self->blocks->len; i++)
    {
      VenuleBlock *block = &g_array_index (self->blocks, VenuleBlock, i);

      block->trust = verdict->trust[i];
      for (int y = block->top; y < block->bottom; y++)
        for (int x = block->left; x < block->right; x++)
          venule_plane_row (&self->mask, y)[x] = block->trust * venule_plane_row (&self->tissue, y)[x];
    }
  return venule_kernels_check (backend->store (backend, &self->mask), error) &&
         venule_registration_weigh (self, backend, &self->mask, &self->weight, error) &&
         venule_kernels_check (backend->fetch (backend, &self->weight), error);
}

/* Asks the blocks where the whole picture seems to have gone, and, where that is far off, whether more of them are
 * where they were before. */
static gboolean
ask (VenuleRegistration *self,
     vnk_backend        *backend,
     const vnk_plane    *weight,
     const vnk_plane    *newest,
     VenuleVerdict      *verdict,
     GError            **error)
{
  double side = 1 << self->halvings;
  double x = (self->last.dx - self->base_x) / side, y = (self->last.dy - self->base_y) / side;
  VenuleVerdict before;

  if (!venule_registration_ask_blocks (self, backend, weight, newest, self->found.dx, self->found.dy, verdict, error))
    return FALSE;
  if (2 * verdict->votes > self->blocks->len || hypot (self->found.dx - x, self->found.dy - y) <= NEAR)
    return TRUE;
  if (!venule_registration_ask_blocks (self, backend, weight, newest, x, y, &before, error))
    return FALSE;
  if (before.votes >= verdict->votes)
    *verdict = before;
  return TRUE;
}

/* A leap, and every movement now and then, has to be that of blocks that agree. */
static gboolean
confirm (VenuleRegistration *self,
         vnk_backend        *backend,
         const vnk_plane    *newest,
         VenuleShift        *shift,
         GError            **error)
{
  gboolean is_review = reviews (self);
  const vnk_plane *weight = is_review ? &self->asked : &self->weight;
  VenuleVerdict verdict;

  if (!is_review && !(shift->known && leaps (self, shift)))
    return TRUE;
  if (is_review && self->n_disputed > ASK_AGAIN && self->n_disputed % ASK_AGAIN != 0)
    {
      self->n_disputed++;
      stand (self, shift);
      return TRUE;
    }
  if (is_review && !venule_registration_weigh (self, backend, &self->tissue, &self->asked, error))
    return FALSE;
  if (!ask (self, backend, weight, newest, &verdict, error))
    return FALSE;
  self->n_disputed = verdict.agreed ? 0 : self->n_disputed + 1;
  if (!verdict.agreed)
    {
      stand (self, shift);
      return TRUE;
    }

  if (is_review && differs (self, &verdict))
    {
      if (!trust_blocks (self, backend, &verdict, error))
        return FALSE;
    }
  else if (hypot (verdict.x - self->found.dx, verdict.y - self->found.dy) <= PULLED)
    return TRUE;
  return find_whole (self, backend, newest, verdict.x, verdict.y, 1, shift, error);
}

/* How far the tissue lies in @newest, against the first frame: the best fit, where the blocks agree. */
gboolean
venule_registration_find (VenuleRegistration *self,
                          vnk_backend        *backend,
                          const vnk_plane    *newest,
                          VenuleShift        *shift,
                          GError            **error)
{
  double side = 1 << self->halvings;

  return find_whole (self, backend, newest, (self->last.dx - self->base_x) / side,
                     (self->last.dy - self->base_y) / side, RANGE, shift, error) &&
         confirm (self, backend, newest, shift, error);
}
