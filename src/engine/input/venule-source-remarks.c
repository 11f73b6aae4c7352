/* venule-source-remarks.c: remarks about a source, for the interface and for files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-remark.h"
#include "venule-source-private.h"

/**
 * venule_source_dup_rate_remark:
 * @self: a source
 *
 * Returns: (transfer full) (nullable): where the frame rate comes from, of venule_remark_new()
 */
char *
venule_source_dup_rate_remark (VenuleSource *self)
{
  VenuleSourceTable *table = venule_source_get_table (self);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&table->lock);

  return g_strdup (table->rate_origin);
}

/**
 * venule_source_dup_rate_origin:
 * @self: a source
 *
 * Returns: (transfer full) (nullable): where the frame rate comes from, for people: "timestamps of 752 frames",
 *   "header of the file"
 */
char *
venule_source_dup_rate_origin (VenuleSource *self)
{
  g_autofree char *remark = NULL;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), NULL);

  remark = venule_source_dup_rate_remark (self);
  return venule_remark_dup_shown (remark);
}

/**
 * venule_source_dup_english_rate_origin:
 * @self: a source
 *
 * Returns: (transfer full) (nullable): venule_source_dup_rate_origin() for files, which have one language
 */
char *
venule_source_dup_english_rate_origin (VenuleSource *self)
{
  g_autofree char *remark = NULL;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), NULL);

  remark = venule_source_dup_rate_remark (self);
  return venule_remark_dup_english (remark);
}

/**
 * venule_source_dup_remarks:
 * @self: a source
 *
 * Returns: (transfer full): what is odd in the file, each of venule_remark_new()
 */
char **
venule_source_dup_remarks (VenuleSource *self)
{
  VenuleSourceTable *table = venule_source_get_table (self);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&table->lock);

  return g_strdupv (table->warnings);
}

static char **
dup_warnings (VenuleSource *self,
              char         *(*say) (const char *remark))
{
  g_auto (GStrv) remarks = venule_source_dup_remarks (self);
  char **warnings = g_new0 (char *, g_strv_length (remarks) + 1);

  for (guint i = 0; remarks[i] != NULL; i++)
    warnings[i] = say (remarks[i]);
  return warnings;
}

/**
 * venule_source_dup_warnings:
 * @self: a source
 *
 * Returns: (transfer full): plain sentences about what is odd in the file; empty when there is nothing to say, or the
 *   table is not complete yet
 */
char **
venule_source_dup_warnings (VenuleSource *self)
{
  g_return_val_if_fail (VENULE_IS_SOURCE (self), NULL);

  return dup_warnings (self, venule_remark_dup_shown);
}

/**
 * venule_source_dup_english_warnings:
 * @self: a source
 *
 * Returns: (transfer full): venule_source_dup_warnings() for files, which have one language
 */
char **
venule_source_dup_english_warnings (VenuleSource *self)
{
  g_return_val_if_fail (VENULE_IS_SOURCE (self), NULL);

  return dup_warnings (self, venule_remark_dup_english);
}
