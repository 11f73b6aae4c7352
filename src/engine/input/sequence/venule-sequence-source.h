/* venule-sequence-source.h: a video of single pictures
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source.h"

G_BEGIN_DECLS

#define VENULE_TYPE_SEQUENCE_SOURCE (venule_sequence_source_get_type ())
G_DECLARE_FINAL_TYPE (VenuleSequenceSource, venule_sequence_source, VENULE, SEQUENCE_SOURCE, VenuleSource)

VenuleSource *venule_sequence_source_new (const char               *path,
                                          const VenuleInputOptions *options,
                                          GCancellable             *cancellable,
                                          GError                  **error);

#define VENULE_TYPE_SEQUENCE_READER (venule_sequence_reader_get_type ())
G_DECLARE_FINAL_TYPE (VenuleSequenceReader, venule_sequence_reader, VENULE, SEQUENCE_READER, VenuleReader)

G_END_DECLS
