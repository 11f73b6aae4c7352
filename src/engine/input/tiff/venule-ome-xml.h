/* venule-ome-xml.h: the description in an OME-TIFF
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-stack.h"

G_BEGIN_DECLS

gboolean venule_ome_xml_is       (const char   *description);
gboolean venule_ome_xml_read     (VenuleStack  *stack,
                                  const char   *xml,
                                  const char   *file_name,
                                  int           series,
                                  char        **companion,
                                  GError      **error);

G_END_DECLS
