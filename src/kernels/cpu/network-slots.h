/* network-slots.h: memory that planes of a network take turns in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "../vnk.h"

/* A network may have many layers, but few of its planes are needed at the same time, and memory that was used just now
 * is still in the caches. */
typedef struct {
  size_t size;  /* floats */
  size_t start; /* from the first slot on, in floats */
  int    until; /* the last layer that reads what is there now */
} vnk_slot;

typedef struct {
  vnk_slot slots[2 * (VNK_MAX_LAYERS + 1)];
  int      n;
} vnk_slots;

/* A slot for `size` floats that are written while layer `from` is computed, and read until layer `until` has been: its
 * index. */
int vnk_slots_take (vnk_slots *self, size_t size, int from, int until);

/* Places the slots, each at a multiple of `line` floats; returns how many there are in all. */
size_t vnk_slots_place (vnk_slots *self, size_t line);
