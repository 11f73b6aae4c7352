/* damage.c: what happens to files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "damage.h"

#include <string.h>

static void
put_number (GByteArray *file,
            GRand      *rand,
            gsize       at)
{
  static const guint32 numbers[] = { 0, 1, 2, 0x7f, 0x80, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff,
                                     0xfffffffe };
  guint32 number = numbers[g_rand_int_range (rand, 0, G_N_ELEMENTS (numbers))];

  if (g_rand_boolean (rand))
    number = GUINT32_SWAP_LE_BE (number);
  memcpy (file->data + at, &number, MIN (4, file->len - at));
}

/**
 * damage_do:
 * @file: content of a file
 * @rand: chance
 *
 * Damages it as drives, copying and cameras do.
 *
 * Returns: how, for people
 */
const char *
damage_do (GByteArray *file,
           GRand      *rand)
{
  guint length = file->len;
  guint at = g_rand_int_range (rand, 0, length);
  guint wanted = g_rand_int_range (rand, 1, length / 4);
  guint n = MIN (length - at, wanted);

  switch (g_rand_int_range (rand, 0, 7))
    {
    case 0:
      g_byte_array_set_size (file, MAX (at, 1));
      return "cut off";
    case 1:
      for (int i = g_rand_int_range (rand, 1, 20); i > 0; i--)
        file->data[g_rand_int_range (rand, 0, length)] ^= 1 << g_rand_int_range (rand, 0, 8);
      return "bits flipped";
    case 2:
      g_byte_array_remove_range (file, at, n);
      return "a piece removed";
    case 3:
      memset (file->data + at, 0, n);
      return "a piece blank";
    case 4:
      for (guint i = 0; i < n; i++)
        file->data[at + i] = g_rand_int (rand);
      return "a piece of noise";
    case 5:
      for (int i = g_rand_int_range (rand, 1, 4); i > 0; i--)
        put_number (file, rand, g_rand_int_range (rand, 0, MIN (length, 700)));
      return "a header that lies";
    default:
      for (int i = g_rand_int_range (rand, 1, 4); i > 0; i--)
        put_number (file, rand, length - 1 - g_rand_int_range (rand, 0, MIN (length, 900)));
      return "an index that lies";
    }
}
