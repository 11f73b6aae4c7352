/* network-arena.c: memory that planes of a network take turns in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "network-arena.h"

int
vnk_network_arena_take (vnk_network_arena *self, size_t size, int from, int until)
{
  int i = 0;

  /* Of the same size only: then a thread finds the rows that it wrote before in the same place. */
  while (i < self->n && (self->slots[i].until >= from || self->slots[i].size != size))
    i++;
  if (i == self->n)
    self->slots[self->n++].size = size;
  self->slots[i].until = until;
  return i;
}

size_t
vnk_network_arena_place (vnk_network_arena *self, size_t line)
{
  size_t used = 0;

  for (int i = 0; i < self->n; i++)
    {
      self->slots[i].start = used;
      used += (self->slots[i].size + line - 1) / line * line;
    }
  return used;
}
