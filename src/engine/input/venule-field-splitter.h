/* venule-field-splitter.h: an interlaced video, field by field
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source.h"

G_BEGIN_DECLS

#define VENULE_TYPE_FIELD_SPLITTER (venule_field_splitter_get_type ())
G_DECLARE_FINAL_TYPE (VenuleFieldSplitter, venule_field_splitter, VENULE, FIELD_SPLITTER, VenuleSource)

VenuleSource *venule_field_splitter_new (VenuleSource  *whole,
                                         VenuleFields   order,
                                         GError       **error);

#define VENULE_TYPE_FIELDS_READER (venule_fields_reader_get_type ())
G_DECLARE_FINAL_TYPE (VenuleFieldsReader, venule_fields_reader, VENULE, FIELDS_READER, VenuleReader)

G_END_DECLS
