/* venule-registration-blocks.c: which parts of the picture stand still together
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * One large cell outweighs much faint tissue, and then the picture seems to go with the cell. So the tissue is divided
 * into blocks with one vote each, whatever their contrast: the movement is that on which most of those agree that have
 * texture, as in a least median of squares (P. Rousseeuw, J. Am. Stat. Assoc. 79 (1984) 871).
 */

#include "venule-config.h"

#include "venule-registration-private.h"

#include <math.h>
#include <stdlib.h>

#include "venule-roi-planes.h"

#define USUAL_BLOCKS 16 /* of tissue in one piece */
#define LEAST_AREA 1024 /* px of tissue in a block: as much as tells its movement */
#define LEAST_SIDE 24   /* px */
#define AROUND 4        /* px beside a block, which interpolation and gradients take */
#define REACH 1         /* px of the planes that a block may have gone another way */
#define TELLS 0.3       /* px: a block of a larger standard error abstains */
#define FLOOR 0.08      /* px that blocks differ by beside their errors: then they do not speak of one movement */
#define BENDS 0.04      /* px that tissue bends: what differs by more from most of it is not tissue */
#define SAME 3.0        /* standard errors, within which blocks agree */
#define LEAST_VOTES 3
#define LEAST_SHARE 0.6 /* of the votes */
#define OUTVOTE 1.5     /* times the information of the median block: none has more */

/* ---- The blocks ---- */

typedef struct {
  double area;
  int    left, top, right, bottom; /* of the tissue */
} Extent;

static Extent
extent_of (const vnk_plane *tissue,
           const Extent    *within)
{
  Extent extent = { 0, within->right, within->bottom, within->left, within->top };

  for (int y = within->top; y < within->bottom; y++)
    for (int x = within->left; x < within->right; x++)
      if (venule_plane_row (tissue, y)[x] > 0)
        {
          extent.area++;
          extent.left = MIN (extent.left, x);
          extent.right = MAX (extent.right, x + 1);
          extent.top = MIN (extent.top, y);
          extent.bottom = MAX (extent.bottom, y + 1);
        }
  return extent;
}

static void
divide (VenuleRegistration *self,
        const Extent       *within,
        double              least_area)
{
  Extent extent = extent_of (&self->tissue, within), halves[2] = { extent, extent };
  int width = extent.right - extent.left, height = extent.bottom - extent.top;

  if (extent.area < LEAST_AREA || self->blocks->len >= VENULE_MOST_BLOCKS)
    return;
  if (extent.area < 2 * least_area || MAX (width, height) < 2 * LEAST_SIDE)
    {
      VenuleBlock block = { extent.left, extent.top, extent.right, extent.bottom, 1 };

      g_array_append_val (self->blocks, block);
      return;
    }

  if (width >= height)
    halves[0].right = halves[1].left = extent.left + width / 2;
  else
    halves[0].bottom = halves[1].top = extent.top + height / 2;
  for (int i = 0; i < 2; i++)
    divide (self, &halves[i], least_area);
}

/* Divides the tissue into parts of about one size, of which all are taken to stand still. */
void
venule_registration_lay_out_blocks (VenuleRegistration *self)
{
  Extent all = { 0, 0, 0, self->width, self->height };
  double area = extent_of (&self->tissue, &all).area;

  g_array_set_size (self->blocks, 0);
  divide (self, &all, MAX (LEAST_AREA, area / USUAL_BLOCKS));
}

/* ---- Asking ---- */

/* How one block has moved, px of the planes. */
typedef struct {
  double place[2], variance[2]; /* along x and y */
  gboolean same[2];             /* as most others */
} Answer;

/* Looks only around a place where it may have gone. */
static gboolean
ask_block (VenuleRegistration *self,
           vnk_backend        *backend,
           const vnk_plane    *weight,
           const vnk_plane    *newest,
           const VenuleBlock  *block,
           double              x,
           double              y,
           Answer             *answer,
           GError            **error)
{
  int over = (int) rint (x), down = (int) rint (y);
  int left = MAX (block->left - AROUND, MAX (0, -over)), top = MAX (block->top - AROUND, MAX (0, -down));
  int right = MIN (block->right + AROUND, self->width - MAX (0, over));
  int bottom = MIN (block->bottom + AROUND, self->height - MAX (0, down));
  vnk_translation found = { .guess_x = (float) (x - over), .guess_y = (float) (y - down), .range = REACH };

  *answer = (Answer){ .variance = { REACH, REACH } };
  if (right - left < LEAST_SIDE / 2 || bottom - top < LEAST_SIDE / 2)
    return TRUE;

  vnk_plane first = venule_plane_part (&self->mean, left, top, right, bottom);
  vnk_plane trust = venule_plane_part (weight, left, top, right, bottom);
  vnk_plane second = venule_plane_part (newest, left + over, top + down, right + over, bottom + down);

  if (!venule_kernels_check (backend->translation (backend, &first, &trust, &second, &found, NULL), error))
    return FALSE;
  *answer = (Answer){ { found.dx + over, found.dy + down }, { found.variance_xx, found.variance_yy } };
  return TRUE;
}

static gboolean
tells (const Answer *answer,
       int           axis)
{
  return answer->variance[axis] <= TELLS * TELLS;
}

static gboolean
agree (const Answer *a,
       const Answer *b,
       int           axis)
{
  double off = a->place[axis] - b->place[axis];

  return off * off <= SAME * SAME * (a->variance[axis] + b->variance[axis] + FLOOR * FLOOR);
}

/* Parts of one cell agree, too: blocks count apart when a cell lies between them. */
static guint
count_apart (const VenuleRegistration *self,
             const Answer             *answers,
             int                       axis)
{
  double apart = self->cell_diameter / (1 << self->halvings);
  guint taken[VENULE_MOST_BLOCKS], n = 0;

  for (guint i = 0; i < self->blocks->len; i++)
    {
      const VenuleBlock *block = &g_array_index (self->blocks, VenuleBlock, i);
      gboolean free = answers[i].same[axis];

      for (guint k = 0; k < n && free; k++)
        {
          const VenuleBlock *other = &g_array_index (self->blocks, VenuleBlock, taken[k]);

          free = block->left - other->right >= apart || other->left - block->right >= apart ||
                 block->top - other->bottom >= apart || other->top - block->bottom >= apart;
        }
      if (free)
        taken[n++] = i;
    }
  return n;
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Where most blocks have gone along one axis: the median of those that agree with one of them, whose own contrast does
 * not matter. FALSE where too few say the same. */
static gboolean
find_consensus (const VenuleRegistration *self,
                Answer                   *answers,
                int                       axis,
                double                   *place,
                guint                    *n_same)
{
  guint n = self->blocks->len, votes = 0, most = 0, best = 0;
  double places[VENULE_MOST_BLOCKS];

  for (guint i = 0; i < n; i++)
    {
      guint with = 0;

      if (!tells (&answers[i], axis))
        continue;
      votes++;
      for (guint k = 0; k < n; k++)
        with += tells (&answers[k], axis) && agree (&answers[i], &answers[k], axis);
      if (with > most)
        {
          most = with;
          best = i;
        }
    }
  most = 0;
  for (guint i = 0; i < n; i++)
    {
      answers[i].same[axis] = votes > 0 && tells (&answers[i], axis) && agree (&answers[best], &answers[i], axis);
      if (answers[i].same[axis])
        places[most++] = answers[i].place[axis];
    }
  *n_same = most;
  if (most < LEAST_VOTES || most < LEAST_SHARE * votes ||
      count_apart (self, answers, axis) < (self->is_whole ? LEAST_VOTES : LEAST_VOTES - 1))
    return FALSE;

  qsort (places, most, sizeof *places, compare);
  *place = 0.5 * (places[(most - 1) / 2] + places[most / 2]);
  for (guint i = 0; i < n; i++)
    {
      double off = answers[i].place[axis] - *place;

      answers[i].same[axis] &= off * off <= SAME * SAME * (answers[i].variance[axis] + BENDS * BENDS);
    }
  return TRUE;
}

/* Of the axis along which it tells more; 0 where the block goes another way, or tells nothing. */
static double
information_of (const Answer *answer)
{
  if ((tells (answer, 0) && !answer->same[0]) || (tells (answer, 1) && !answer->same[1]) ||
      (!answer->same[0] && !answer->same[1]))
    return 0;
  return 1 / MAX (MIN (answer->variance[0], answer->variance[1]), 1e-12);
}

/* A block of strong contrast has no more to say than a few others. */
static void
weigh_blocks (const Answer *answers,
              guint         n,
              float        *trust)
{
  double sorted[VENULE_MOST_BLOCKS];
  guint n_informed = 0;

  for (guint i = 0; i < n; i++)
    if (information_of (&answers[i]) > 0)
      sorted[n_informed++] = information_of (&answers[i]);
  qsort (sorted, n_informed, sizeof *sorted, compare);
  for (guint i = 0; i < n; i++)
    {
      double information = information_of (&answers[i]);

      trust[i] = information > 0 ? (float) MIN (1, OUTVOTE * sorted[n_informed / 2] / information) : 0;
    }
}

/**
 * venule_registration_ask_blocks:
 * @self: the registration
 * @backend: the kernels
 * @weight: how far the pixels are to be trusted
 * @newest: the frame
 * @x: where its blocks are looked for, px of the planes
 * @y: the same
 * @verdict: (out caller-allocates): what its blocks say
 * @error: return location
 *
 * Returns: %FALSE with a #VenuleError
 */
gboolean
venule_registration_ask_blocks (VenuleRegistration *self,
                                vnk_backend        *backend,
                                const vnk_plane    *weight,
                                const vnk_plane    *newest,
                                double              x,
                                double              y,
                                VenuleVerdict      *verdict,
                                GError            **error)
{
  guint n = self->blocks->len;
  g_autofree Answer *answers = g_new (Answer, n);
  guint across, down;

  for (guint i = 0; i < n; i++)
    if (!ask_block (self, backend, weight, newest, &g_array_index (self->blocks, VenuleBlock, i), x, y, &answers[i],
                    error))
      return FALSE;

  verdict->agreed = find_consensus (self, answers, 0, &verdict->x, &across) &
                    find_consensus (self, answers, 1, &verdict->y, &down);
  verdict->votes = MIN (across, down);
  weigh_blocks (answers, n, verdict->trust);
  return TRUE;
}
