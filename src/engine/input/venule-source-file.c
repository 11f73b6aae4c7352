/* venule-source-file.c: the file beneath a source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-source-file.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <string.h>

#include "venule-file.h"

#define SHA256_BYTES 32

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EVP_MD_CTX, EVP_MD_CTX_free)

/**
 * venule_source_file_check:
 * @path: a file
 * @magic: its first four bytes
 * @error: return location
 *
 * Says plainly what is wrong with a file before a demultiplexer guesses at it, and reads its first bytes.
 *
 * Errors: %VENULE_ERROR_NOT_FOUND, %VENULE_ERROR_NOT_A_VIDEO, %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether it is a file with content that can be read
 */
gboolean
venule_source_file_check (const char    *path,
                          guint8         magic[4],
                          GError       **error)
{
  g_autoptr (VenuleFile) file = venule_file_open (path, error);

  memset (magic, 0, 4);
  if (file == NULL)
    return FALSE;

  venule_file_read (file, magic, 4);
  return venule_file_check (file, error);
}

/**
 * venule_source_file_is_tiff:
 * @magic: the first four bytes of a file
 *
 * Returns: whether they begin a TIFF or BigTIFF file, of either byte order
 */
gboolean
venule_source_file_is_tiff (const guint8 magic[4])
{
  return memcmp (magic, "II*\0", 4) == 0 || memcmp (magic, "MM\0*", 4) == 0 || memcmp (magic, "II+\0", 4) == 0 ||
         memcmp (magic, "MM\0+", 4) == 0;
}

/**
 * venule_source_file_hash:
 * @path: a file
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * Reads the whole file.
 *
 * Errors: %VENULE_ERROR_NOT_FOUND, %VENULE_ERROR_DAMAGED when it is cut while read, %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): SHA-256 of the content in hexadecimal digits, or %NULL
 */
char *
venule_source_file_hash (const char    *path,
                         GCancellable  *cancellable,
                         GError       **error)
{
  g_autoptr (VenuleCurrent) current = venule_current_new (cancellable);
  g_autoptr (VenuleFile) file = venule_file_open (path, error);
  g_autoptr (EVP_MD_CTX) sha = NULL; /* many times faster than GChecksum, and videos have gigabytes */
  const gsize size = 1 << 18;
  g_autofree guint8 *buffer = g_malloc (size);
  guint8 digest[SHA256_BYTES];
  char digits[2 * SHA256_BYTES + 1];
  gssize n;

  if (file == NULL)
    return NULL;

  /* A program that ends meanwhile must not take away what is being used here. */
  OPENSSL_init_crypto (OPENSSL_INIT_NO_ATEXIT, NULL);
  sha = EVP_MD_CTX_new ();
  EVP_DigestInit_ex (sha, EVP_sha256 (), NULL);
  while ((n = venule_file_read (file, buffer, size)) > 0 && !g_cancellable_is_cancelled (cancellable))
    EVP_DigestUpdate (sha, buffer, (gsize) n);

  if (g_cancellable_set_error_if_cancelled (cancellable, error) || !venule_file_check (file, error))
    return NULL;
  EVP_DigestFinal_ex (sha, digest, NULL);
  for (guint i = 0; i < SHA256_BYTES; i++)
    g_snprintf (digits + 2 * i, 3, "%02x", digest[i]);
  return g_strdup (digits);
}

/**
 * venule_source_files_hash:
 * @paths: (element-type filename): files
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * Returns: (transfer full): that of the one file, or SHA-256 of the hexadecimal digits of all files in their order;
 *   %NULL with an error of venule_source_file_hash()
 */
char *
venule_source_files_hash (GPtrArray     *paths,
                          GCancellable  *cancellable,
                          GError       **error)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  if (paths->len == 1)
    return venule_source_file_hash (g_ptr_array_index (paths, 0), cancellable, error);

  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *digits = venule_source_file_hash (g_ptr_array_index (paths, i), cancellable, error);

      if (digits == NULL)
        return NULL;
      g_checksum_update (checksum, (const guchar *) digits, -1);
    }
  return g_strdup (g_checksum_get_string (checksum));
}
