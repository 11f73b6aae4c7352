/* test-sha256.c: SHA-256 of a long file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib.h>
#include <string.h>

#include "venule-sha256.h"

/* The examples of FIPS 180-4 (NIST, "SHA-256 Example"). */
static void
test_published (void)
{
  static const struct { const char *text, *digits; } examples[] = {
    { "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
    { "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
    { "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autoptr (VenuleSha256) sha = venule_sha256_new ();
      g_autofree char *digits = NULL;

      venule_sha256_update (sha, (const guint8 *) examples[i].text, strlen (examples[i].text));
      digits = venule_sha256_finish (sha);
      g_assert_cmpstr (digits, ==, examples[i].digits);
    }
}

/* Of every length around those of blocks, in pieces of any size, as GLib has it. */
static void
test_pieces (void)
{
  guint8 data[1000];

  for (guint i = 0; i < G_N_ELEMENTS (data); i++)
    data[i] = (guint8) g_test_rand_int ();
  for (gsize length = 0; length <= G_N_ELEMENTS (data); length++)
    {
      g_autofree char *expected = g_compute_checksum_for_data (G_CHECKSUM_SHA256, data, length);
      g_autoptr (VenuleSha256) sha = venule_sha256_new ();
      g_autofree char *digits = NULL;

      for (gsize at = 0, piece; at < length; at += piece)
        {
          piece = (gsize) g_test_rand_int_range (0, 200);
          piece = MIN (piece, length - at);
          venule_sha256_update (sha, data + at, piece);
        }
      digits = venule_sha256_finish (sha);
      g_assert_cmpstr (digits, ==, expected);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sha256/published", test_published);
  g_test_add_func ("/sha256/pieces", test_pieces);

  return g_test_run ();
}
