/* venule-map.c: a number or a mark for each place of a shrunken picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-map.h"

#include <math.h>

#include "venule-blur.h"

VenuleMap *
venule_map_new (int width,
                int height)
{
  VenuleMap *self = g_new (VenuleMap, 1);

  *self = (VenuleMap) { width, height, g_new0 (float, (gsize) width * height) };
  return self;
}

VenuleMap *
venule_map_copy (const VenuleMap *self)
{
  VenuleMap *copy = g_new (VenuleMap, 1);

  *copy = *self;
  copy->values = g_memdup2 (self->values, sizeof *self->values * self->width * self->height);
  return copy;
}

void
venule_map_free (VenuleMap *self)
{
  if (self == NULL)
    return;

  g_free (self->values);
  g_free (self);
}

double
venule_map_sample (const VenuleMap *self,
                   double           x,
                   double           y)
{
  double at_x = CLAMP (x, 0, self->width - 1), at_y = CLAMP (y, 0, self->height - 1);
  int left = MIN ((int) at_x, MAX (self->width - 2, 0)), top = MIN ((int) at_y, MAX (self->height - 2, 0));
  int right = MIN (left + 1, self->width - 1), bottom = MIN (top + 1, self->height - 1);
  const float *upper = self->values + (gsize) top * self->width, *lower = self->values + (gsize) bottom * self->width;

  at_x -= left;
  at_y -= top;
  return (upper[left] * (1 - at_x) + upper[right] * at_x) * (1 - at_y) +
         (lower[left] * (1 - at_x) + lower[right] * at_x) * at_y;
}

void
venule_map_blur (VenuleMap *self,
                 double     sigma)
{
  g_autofree float *column = g_new (float, self->height);

  for (int y = 0; y < self->height; y++)
    venule_blur (self->values + (gsize) y * self->width, self->width, sigma);
  for (int x = 0; x < self->width; x++)
    {
      for (int y = 0; y < self->height; y++)
        column[y] = self->values[(gsize) y * self->width + x];
      venule_blur (column, self->height, sigma);
      for (int y = 0; y < self->height; y++)
        self->values[(gsize) y * self->width + x] = column[y];
    }
}

/* ---- Masks ---- */

/* The distance of each place from the nearest that has @value, by chamfers of 3 and 4 (Borgefors, Comput Vision Graph
 * 34:344-371, 1986). */
static float *
dup_distances (const VenuleMap *self,
               float            value)
{
  int width = self->width, height = self->height;
  float *distances = g_new (float, (gsize) width * height);

  for (int way = 0; way < 2; way++)
    for (int j = 0; j < height; j++)
      for (int i = 0; i < width; i++)
        {
          int x = way == 0 ? i : width - 1 - i, y = way == 0 ? j : height - 1 - j, back = way == 0 ? -1 : 1;
          float *at = distances + (gsize) y * width + x;
          gboolean has_row = way == 0 ? y > 0 : y < height - 1;

          if (way == 0)
            *at = self->values[(gsize) y * width + x] == value ? 0 : G_MAXFLOAT / 4;
          if (i > 0)
            *at = MIN (*at, at[back] + 3);
          for (int side = -1; has_row && side <= 1; side++)
            if (x + side >= 0 && x + side < width)
              *at = MIN (*at, at[back * width + side] + (side == 0 ? 3 : 4));
        }
  return distances;
}

/* All places that are at most @radius away from one with @value get it, too. */
static void
spread (VenuleMap *self,
        float      value,
        double     radius)
{
  g_autofree float *distances = dup_distances (self, value);

  for (gsize i = 0; i < (gsize) self->width * self->height; i++)
    if (distances[i] <= 3 * radius)
      self->values[i] = value;
}

void
venule_map_grow (VenuleMap *self,
                 double     radius)
{
  spread (self, 1, radius);
}

void
venule_map_close (VenuleMap *self,
                  double     radius)
{
  spread (self, 1, radius);
  spread (self, 0, radius);
}

void
venule_map_open (VenuleMap *self,
                 double     radius)
{
  spread (self, 0, radius);
  spread (self, 1, radius);
}

guint
venule_map_label (const VenuleMap  *self,
                  float             value,
                  guint           **labels)
{
  gsize n = (gsize) self->width * self->height;
  g_autofree gsize *stack = g_new (gsize, n);
  guint n_parts = 0;

  *labels = g_new0 (guint, n);
  for (gsize first = 0; first < n; first++)
    {
      gsize depth = 0;

      if (self->values[first] != value || (*labels)[first] != 0)
        continue;
      stack[depth++] = first;
      (*labels)[first] = ++n_parts;
      while (depth > 0)
        {
          gsize at = stack[--depth], x = at % self->width;
          const gsize others[] = { x > 0 ? at - 1 : at, x + 1 < (gsize) self->width ? at + 1 : at,
                                   at >= (gsize) self->width ? at - self->width : at,
                                   at + self->width < n ? at + self->width : at };

          for (guint i = 0; i < G_N_ELEMENTS (others); i++)
            if (self->values[others[i]] == value && (*labels)[others[i]] == 0)
              {
                (*labels)[others[i]] = n_parts;
                stack[depth++] = others[i];
              }
        }
    }
  return n_parts;
}

void
venule_map_fill (VenuleMap *self)
{
  g_autofree guint *labels = NULL;
  guint n_parts = venule_map_label (self, 0, &labels);
  g_autofree gboolean *open = g_new0 (gboolean, n_parts + 1);

  for (int y = 0; y < self->height; y++)
    for (int x = 0; x < self->width; x += y == 0 || y == self->height - 1 ? 1 : MAX (self->width - 1, 1))
      open[labels[(gsize) y * self->width + x]] = TRUE;
  for (gsize i = 0; i < (gsize) self->width * self->height; i++)
    if (labels[i] > 0 && !open[labels[i]])
      self->values[i] = 1;
}
