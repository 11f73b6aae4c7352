/* network-arena.h: memory that planes of a network take turns in
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
} vnk_network_block;

typedef struct {
  vnk_network_block slots[2 * (VNK_MAX_LAYERS + 1)];
  int               n;
} vnk_network_arena;

/* A slot for `size` floats that are written while layer `from` is computed, and read until layer `until` has been: its
 * index. */
int vnk_network_arena_take (vnk_network_arena *self, size_t size, int from, int until);

/* Places the slots, each at a multiple of `line` floats; returns how many there are in all. */
size_t vnk_network_arena_place (vnk_network_arena *self, size_t line);
