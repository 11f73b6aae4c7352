/* venule-footage.c: which cells of which video a run is of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-footage.h"

/* Places along each side of a crop at which another one is looked for. */
#define N_PLACES 32

struct _VenuleFootage
{
  char              *hash; /* NULL: not known */
  char              *path;
  VenuleInputOptions options;
  int                width, height;
  VenuleVessel      *vessel;
  gint64             first, last;
};

VenuleFootage *
venule_footage_new (VenuleSource         *source,
                    const VenuleSettings *settings)
{
  VenuleFootage *self;

  g_return_val_if_fail (VENULE_IS_SOURCE (source), NULL);
  g_return_val_if_fail (settings != NULL, NULL);

  self = g_new0 (VenuleFootage, 1);
  self->hash = venule_source_peek_hash (source);
  self->path = g_canonicalize_filename (venule_source_get_path (source), NULL);
  self->options = *venule_source_get_input_options (source);
  self->width = venule_source_get_width (source);
  self->height = venule_source_get_height (source);
  self->vessel = venule_vessel_copy (settings->vessel);
  self->first = settings->first_frame;
  self->last = settings->last_frame >= 0 ? settings->last_frame : G_MAXINT64;

  return self;
}

void
venule_footage_free (VenuleFootage *self)
{
  if (self == NULL)
    return;

  g_free (self->hash);
  g_free (self->path);
  venule_vessel_free (self->vessel);
  g_free (self);
}

gboolean
venule_footage_same_video (const VenuleFootage *a,
                           const VenuleFootage *b)
{
  if (a->options.series != b->options.series)
    return FALSE;

  return a->hash != NULL && b->hash != NULL ? g_str_equal (a->hash, b->hash)
                                            : g_str_equal (a->path, b->path);
}

/* Whether more than half of the crop of @a lies in that of @b. */
static gboolean
lies_within (const VenuleFootage *a,
             const VenuleFootage *b)
{
  int x, y, width, height;
  guint n = 0, common = 0;

  venule_vessel_get_bounds (a->vessel, a->width, a->height, &x, &y, &width, &height);
  for (int i = 0; i < N_PLACES; i++)
    for (int k = 0; k < N_PLACES; k++)
      {
        double at_x = x + (i + 0.5) * width / N_PLACES - 0.5, at_y = y + (k + 0.5) * height / N_PLACES - 0.5;

        if (!venule_vessel_contains (a->vessel, a->width, a->height, at_x, at_y))
          continue;
        n++;
        common += venule_vessel_contains (b->vessel, b->width, b->height, at_x, at_y);
      }

  return 2 * common > n;
}

/* Other colours are other cells; fields are frames with other numbers. */
static gboolean
has_same_frames (const VenuleFootage *a,
                 const VenuleFootage *b)
{
  return a->options.gray == b->options.gray && a->options.channel == b->options.channel &&
         a->options.slice == b->options.slice &&
         (a->options.fields != b->options.fields || (a->first <= b->last && b->first <= a->last));
}

gboolean
venule_footage_same_cells (const VenuleFootage *a,
                           const VenuleFootage *b)
{
  return venule_footage_same_video (a, b) && has_same_frames (a, b) && (lies_within (a, b) || lies_within (b, a));
}
