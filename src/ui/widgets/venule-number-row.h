/* venule-number-row.h: a number with a name, a unit and a reset
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * VenuleNumberRow:
 *
 * Takes a typed number when Enter is pressed or the focus leaves; with a point or the locale's decimal separator. What
 * is no number, or outside the bounds, is marked and not taken. Up and Down change it by a step.
 *
 * Properties: title (with mnemonic), unit, placeholder, digits (int), minimum, maximum, step (double), optional
 * (boolean: may be empty), resettable (boolean: shows the reset button).
 * Signals: edited (double value): a person gave this value (NAN: emptied); reset: the reset button.
 */
#define VENULE_TYPE_NUMBER_ROW (venule_number_row_get_type ())
G_DECLARE_FINAL_TYPE (VenuleNumberRow, venule_number_row, VENULE, NUMBER_ROW, GtkWidget)

/* NAN shows nothing. Emits nothing. Leaves text alone that is being typed, unless the value is another one. */
void    venule_number_row_set_value (VenuleNumberRow *self,
                                     double           value);
double  venule_number_row_get_value (VenuleNumberRow *self);
/* During "edited": what was typed is marked with the reason, and @value still counts. */
void    venule_number_row_refuse    (VenuleNumberRow *self,
                                     double           value,
                                     const char      *reason);
void    venule_number_row_set_unit  (VenuleNumberRow *self,
                                     const char      *unit);
/* A number as a person types it; NAN when it is none. */
double  venule_number_parse         (const char      *text);
/* For GtkSpinButton::input: what is typed there is read in the same way. */
int     venule_number_on_input      (GtkSpinButton   *spin,
                                     double          *value);
/* At most @digits decimals, no zeros at the end, the locale's decimal separator. */
char   *venule_number_format        (double           value,
                                     int              digits);

G_END_DECLS
