/* venule-fields-source.h: an interlaced video, field by field
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source.h"

G_BEGIN_DECLS

#define VENULE_TYPE_FIELDS_SOURCE (venule_fields_source_get_type ())
G_DECLARE_FINAL_TYPE (VenuleFieldsSource, venule_fields_source, VENULE, FIELDS_SOURCE, VenuleSource)

VenuleSource *venule_fields_source_new   (VenuleSource  *whole,
                                          VenuleFields   order,
                                          GError       **error);
VenuleFrame  *venule_fields_make_frame   (VenuleFrame   *whole,
                                          int            parity);

#define VENULE_TYPE_FIELDS_READER (venule_fields_reader_get_type ())
G_DECLARE_FINAL_TYPE (VenuleFieldsReader, venule_fields_reader, VENULE, FIELDS_READER, VenuleReader)

G_END_DECLS
