/* venule-locale.h: the language of the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <locale.h>

void     venule_locale_init              (void);

/* From one to the other, numbers of this thread have '.' in all that libraries write into files, whatever the language;
 * sentences are in the language. */
locale_t venule_locale_begin_plain_numbers (void);
void     venule_locale_end_plain_numbers   (locale_t before);
