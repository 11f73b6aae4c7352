/* venule-registration-confirm.c: whether a leap is that of the whole picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-registration-private.h"

#include <math.h>

#include "venule-roi-planes.h"

#define PARTS 2       /* of the picture, each way */
#define ALIGNMENT 32  /* px at which one begins */
#define TELLING 0.5   /* px of the planes: standard error of a part that can tell */
#define OFF 0.5       /* the same: by which one may be off, and … */
#define OFF_SD 3.0    /* … standard errors besides */
#define FEWEST 2      /* parts that agree, … */
#define MAJORITY 2    /* … and times those that do not */

/* How a part of the picture has moved, for itself. */
static gboolean
measure_part (VenuleRegistration *self,
              vnk_backend        *backend,
              const vnk_plane    *tissue,
              int                 column,
              int                 row,
              vnk_translation    *found,
              GError            **error)
{
  int width = self->mean.width, height = self->mean.height;
  int left = column * width / PARTS / ALIGNMENT * ALIGNMENT, top = row * height / PARTS;
  int right = column + 1 == PARTS ? width : (column + 1) * width / PARTS / ALIGNMENT * ALIGNMENT;
  int bottom = (row + 1) * height / PARTS;
  vnk_plane mean = venule_plane_part (&self->mean, left, top, right, bottom);
  vnk_plane weight = venule_plane_part (&self->weight, left, top, right, bottom);
  vnk_plane moved = venule_plane_part (tissue, left, top, right, bottom);

  return venule_kernels_check (backend->translation (backend, &mean, &weight, &moved, found, NULL), error);
}

/**
 * venule_registration_confirm:
 * @self: the registration, which has found a movement of the whole picture
 * @backend: the kernels
 * @tissue: the frame
 * @confirmed: (out): whether at least two of its quarters moved so, and at most half as many did not; those in which
 *   nothing can be seen do not count
 * @error: return location
 *
 * Returns: %FALSE with a #VenuleError
 */
gboolean
venule_registration_confirm (VenuleRegistration *self,
                             vnk_backend        *backend,
                             const vnk_plane    *tissue,
                             gboolean           *confirmed,
                             GError            **error)
{
  double side = 1 << self->halvings;
  double before_x = (self->last.dx - self->base_x) / side, before_y = (self->last.dy - self->base_y) / side;
  double x = self->found.dx - before_x, y = self->found.dy - before_y, length = hypot (x, y);
  int n_agree = 0, n_differ = 0;

  x /= length;
  y /= length;
  for (int i = 0; i < PARTS * PARTS; i++)
    {
      vnk_translation part = { .guess_x = (float) before_x, .guess_y = (float) before_y,
                               .range = VENULE_REGISTRATION_RANGE };

      if (!measure_part (self, backend, tissue, i % PARTS, i / PARTS, &part, error))
        return FALSE;

      double sd = sqrt (MAX (x * x * part.variance_xx + 2 * x * y * part.variance_xy + y * y * part.variance_yy, 0));
      double off = hypot (part.dx - self->found.dx, part.dy - self->found.dy);
      if (sd > TELLING)
        continue;
      n_agree += off < OFF + OFF_SD * sd;
      n_differ += off >= OFF + OFF_SD * sd;
    }
  *confirmed = n_agree >= FEWEST && n_agree >= MAJORITY * n_differ;
  return TRUE;
}
