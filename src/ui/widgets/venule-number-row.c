/* venule-number-row.c: a number with a name, a unit and a reset
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-number-row.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-number.h"

/* Decimals of a number that a person types. */
#define MAX_DIGITS 9

struct _VenuleNumberRow
{
  GtkWidget  parent_instance;

  GtkLabel  *title_label;
  GtkEntry  *entry;
  GtkLabel  *unit_label;
  GtkWidget *reset_button;
  GtkLabel  *mistake_label;

  double     value;
  double     minimum;
  double     maximum;
  double     step;
  int        digits;
  gboolean   optional;
};

enum
{
  PROP_0,
  PROP_TITLE,
  PROP_UNIT,
  PROP_PLACEHOLDER,
  PROP_DIGITS,
  PROP_MINIMUM,
  PROP_MAXIMUM,
  PROP_STEP,
  PROP_OPTIONAL,
  PROP_RESETTABLE,
  N_PROPS
};

enum
{
  EDITED,
  RESET,
  N_SIGNALS
};

G_DEFINE_FINAL_TYPE (VenuleNumberRow, venule_number_row, GTK_TYPE_WIDGET)

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

/* A number that a person typed has all its decimals; one that was computed has as many as are usual. */
static char *
dup_shown (VenuleNumberRow *self)
{
  if (isnan (self->value))
    return g_strdup ("");
  for (int digits = self->digits; self->digits > 0 && digits <= MAX_DIGITS; digits++)
    {
      g_autofree char *text = venule_number_format (self->value, digits);

      if (fabs (venule_number_parse (text) - self->value) <= 1e-12 * fmax (1, fabs (self->value)))
        return g_steal_pointer (&text);
    }
  return venule_number_format (self->value, self->digits);
}

static void
show_value (VenuleNumberRow *self)
{
  g_autofree char *text = dup_shown (self);

  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
}

/* Beside the number; a tooltip would cover it. */
static void
set_mistake (VenuleNumberRow *self,
             const char      *mistake)
{
  gboolean before = gtk_widget_get_visible (GTK_WIDGET (self->mistake_label));

  if (mistake)
    gtk_widget_add_css_class (GTK_WIDGET (self->entry), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->entry), "error");
  if (before != (mistake != NULL))
    gtk_widget_set_has_tooltip (GTK_WIDGET (self), !mistake && gtk_widget_get_tooltip_text (GTK_WIDGET (self)));
  gtk_label_set_label (self->mistake_label, mistake ? mistake : "");
  gtk_widget_set_visible (GTK_WIDGET (self->mistake_label), mistake != NULL);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID,
                               mistake ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

static gboolean
is_within (VenuleNumberRow *self,
           double           value)
{
  return value >= self->minimum && value <= self->maximum;
}

static void
take (VenuleNumberRow *self,
      double           value)
{
  self->value = value;
  set_mistake (self, NULL);
  show_value (self);
  g_signal_emit (self, signals[EDITED], 0, value);
}

/* What is shown is what is used. */
static double
round_typed (double value)
{
  g_autofree char *text = isnan (value) ? NULL : venule_number_format (value, MAX_DIGITS);

  return text ? venule_number_parse (text) : NAN;
}

/* Takes what was typed, if it is another value than the one shown. */
static void
commit (VenuleNumberRow *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autofree char *shown = dup_shown (self);
  g_autofree char *typed = g_strstrip (g_strdup (text));
  double value;

  if (g_str_equal (typed, shown))
    {
      set_mistake (self, NULL);
      return;
    }

  if (!*typed && self->optional)
    {
      take (self, NAN);
      return;
    }

  value = round_typed (venule_number_parse (typed));
  if (isnan (value))
    set_mistake (self, _("This is not a number"));
  else if (!is_within (self, value))
    {
      g_autofree char *low = venule_number_format (self->minimum, 6);
      g_autofree char *high = venule_number_format (self->maximum, 6);
      /* Translators: the bounds of a number that a person types */
      g_autofree char *mistake = g_strdup_printf (_("Type a number from %s to %s"), low, high);

      set_mistake (self, mistake);
    }
  else if (self->digits == 0 && value != round (value))
    set_mistake (self, _("Type a whole number"));
  else
    take (self, value);
}

static gboolean
on_key_pressed (VenuleNumberRow *self,
                guint            keyval,
                guint            keycode,
                GdkModifierType  state)
{
  double value = venule_number_parse (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  int direction = keyval == GDK_KEY_Up || keyval == GDK_KEY_KP_Up ? 1
                  : keyval == GDK_KEY_Down || keyval == GDK_KEY_KP_Down ? -1 : 0;

  if (keyval == GDK_KEY_Escape)
    {
      /* Back to the value that counts; a second Escape is the window's. */
      g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));

      show_value (self);
      set_mistake (self, NULL);
      return !g_str_equal (text, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
    }
  if (direction == 0 || isnan (value) || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)))
    return GDK_EVENT_PROPAGATE;

  take (self, CLAMP (value + direction * self->step, self->minimum, self->maximum));
  return GDK_EVENT_STOP;
}

static void
on_focus_left (VenuleNumberRow *self)
{
  commit (self);
}

static void
on_reset_clicked (VenuleNumberRow *self)
{
  set_mistake (self, NULL);
  g_signal_emit (self, signals[RESET], 0);
}

static gboolean
venule_number_row_mnemonic_activate (GtkWidget *widget,
                                     gboolean   group_cycling)
{
  return gtk_widget_mnemonic_activate (GTK_WIDGET (VENULE_NUMBER_ROW (widget)->entry), group_cycling);
}

static gboolean
venule_number_row_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (VENULE_NUMBER_ROW (widget)->entry));
}

static void
venule_number_row_get_property (GObject    *object,
                                guint       prop_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  VenuleNumberRow *self = VENULE_NUMBER_ROW (object);

  switch (prop_id)
    {
    case PROP_TITLE:
      g_value_set_string (value, gtk_label_get_label (self->title_label));
      break;

    case PROP_UNIT:
      g_value_set_string (value, gtk_label_get_label (self->unit_label));
      break;

    case PROP_PLACEHOLDER:
      g_value_set_string (value, gtk_entry_get_placeholder_text (self->entry));
      break;

    case PROP_DIGITS:
      g_value_set_int (value, self->digits);
      break;

    case PROP_MINIMUM:
      g_value_set_double (value, self->minimum);
      break;

    case PROP_MAXIMUM:
      g_value_set_double (value, self->maximum);
      break;

    case PROP_STEP:
      g_value_set_double (value, self->step);
      break;

    case PROP_OPTIONAL:
      g_value_set_boolean (value, self->optional);
      break;

    case PROP_RESETTABLE:
      g_value_set_boolean (value, gtk_widget_get_visible (self->reset_button));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
set_title (VenuleNumberRow *self,
           const char      *title)
{
  gtk_label_set_label (self->title_label, title);
}

static void
venule_number_row_set_property (GObject      *object,
                                guint         prop_id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  VenuleNumberRow *self = VENULE_NUMBER_ROW (object);

  switch (prop_id)
    {
    case PROP_TITLE:
      set_title (self, g_value_get_string (value));
      break;

    case PROP_UNIT:
      venule_number_row_set_unit (self, g_value_get_string (value));
      break;

    case PROP_PLACEHOLDER:
      gtk_entry_set_placeholder_text (self->entry, g_value_get_string (value));
      break;

    case PROP_DIGITS:
      self->digits = g_value_get_int (value);
      show_value (self);
      break;

    case PROP_MINIMUM:
      self->minimum = g_value_get_double (value);
      break;

    case PROP_MAXIMUM:
      self->maximum = g_value_get_double (value);
      break;

    case PROP_STEP:
      self->step = g_value_get_double (value);
      break;

    case PROP_OPTIONAL:
      self->optional = g_value_get_boolean (value);
      break;

    case PROP_RESETTABLE:
      gtk_widget_set_visible (self->reset_button, g_value_get_boolean (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
venule_number_row_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))))
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (venule_number_row_parent_class)->dispose (object);
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, "", flags);
  properties[PROP_UNIT] = g_param_spec_string ("unit", NULL, NULL, "", flags);
  properties[PROP_PLACEHOLDER] = g_param_spec_string ("placeholder", NULL, NULL, NULL, flags);
  properties[PROP_DIGITS] = g_param_spec_int ("digits", NULL, NULL, 0, 9, 0, flags);
  properties[PROP_MINIMUM] = g_param_spec_double ("minimum", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0, flags);
  properties[PROP_MAXIMUM] = g_param_spec_double ("maximum", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 1e6, flags);
  properties[PROP_STEP] = g_param_spec_double ("step", NULL, NULL, 0, G_MAXDOUBLE, 1, flags);
  properties[PROP_OPTIONAL] = g_param_spec_boolean ("optional", NULL, NULL, FALSE, flags);
  properties[PROP_RESETTABLE] = g_param_spec_boolean ("resettable", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
venule_number_row_class_init (VenuleNumberRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = venule_number_row_get_property;
  object_class->set_property = venule_number_row_set_property;
  object_class->dispose = venule_number_row_dispose;
  widget_class->mnemonic_activate = venule_number_row_mnemonic_activate;
  widget_class->grab_focus = venule_number_row_grab_focus;

  install_properties (object_class);

  signals[EDITED] = g_signal_new ("edited", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_DOUBLE);
  signals[RESET] = g_signal_new ("reset", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);

  gtk_widget_class_set_css_name (widget_class, "number-row");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-number-row.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleNumberRow, title_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleNumberRow, entry);
  gtk_widget_class_bind_template_child (widget_class, VenuleNumberRow, unit_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleNumberRow, reset_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleNumberRow, mistake_label);
  gtk_widget_class_bind_template_callback (widget_class, commit);
  gtk_widget_class_bind_template_callback (widget_class, on_focus_left);
  gtk_widget_class_bind_template_callback (widget_class, on_key_pressed);
  gtk_widget_class_bind_template_callback (widget_class, on_reset_clicked);
}

static void
venule_number_row_init (VenuleNumberRow *self)
{
  self->value = NAN;
  self->maximum = 1e6;
  self->step = 1;

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))),
                                  GTK_ORIENTATION_VERTICAL);
}

/**
 * venule_number_row_set_value:
 * @self: a #VenuleNumberRow
 * @value: the value that counts now; NAN shows nothing
 *
 * Emits nothing. Text that is being typed stays while the value is the same.
 */
void
venule_number_row_set_value (VenuleNumberRow *self,
                             double           value)
{
  g_return_if_fail (VENULE_IS_NUMBER_ROW (self));

  if (value == self->value || (isnan (value) && isnan (self->value)))
    return;

  self->value = value;
  set_mistake (self, NULL);
  show_value (self);
}

double
venule_number_row_get_value (VenuleNumberRow *self)
{
  g_return_val_if_fail (VENULE_IS_NUMBER_ROW (self), NAN);

  return self->value;
}

/**
 * venule_number_row_refuse:
 * @self: a #VenuleNumberRow that emits "edited"
 * @value: the value that counts, as before
 * @reason: why the new one is not taken: a sentence
 */
void
venule_number_row_refuse (VenuleNumberRow *self,
                          double           value,
                          const char      *reason)
{
  g_return_if_fail (VENULE_IS_NUMBER_ROW (self));
  g_return_if_fail (reason != NULL);

  self->value = value;
  set_mistake (self, reason);
}

void
venule_number_row_set_unit (VenuleNumberRow *self,
                            const char      *unit)
{
  g_return_if_fail (VENULE_IS_NUMBER_ROW (self));

  gtk_label_set_label (self->unit_label, unit ? unit : "");
  gtk_widget_set_visible (GTK_WIDGET (self->unit_label), unit && *unit);
}

/**
 * venule_number_parse:
 * @text: what a person typed
 *
 * As files have numbers, with a comma in place of the point, too, and with the minus sign that tables show.
 *
 * Returns: the number; NAN when @text is none
 */
double
venule_number_parse (const char *text)
{
  g_autofree char *plain = NULL;
  double value;

  g_return_val_if_fail (text != NULL, NAN);

  plain = venule_number_dup_parseable (text);
  g_strdelimit (g_strstrip (plain), ",", '.');
  return venule_number_read (plain, -G_MAXDOUBLE, G_MAXDOUBLE, &value) ? value : NAN;
}

int
venule_number_on_input (GtkSpinButton *spin,
                        double        *value)
{
  double typed = venule_number_parse (gtk_editable_get_text (GTK_EDITABLE (spin)));

  /* What is no number leaves it as it is. An error would not: GTK takes *value for it all the same. */
  *value = isnan (typed) ? gtk_spin_button_get_value (spin) : typed;
  return TRUE;
}

/**
 * venule_number_format:
 * @value: a number
 * @digits: most decimals
 *
 * Returns: (transfer full): @value for the screen
 */
char *
venule_number_format (double value,
                      int    digits)
{
  g_autofree char *text = g_strdup_printf ("%.*f", digits, value);
  gsize length = strlen (text);

  if (digits > 0)
    {
      while (text[length - 1] == '0')
        text[--length] = '\0';
      if (!g_ascii_isdigit (text[length - 1]))
        text[--length] = '\0';
    }
  return g_strdup (g_str_equal (text, "-0") ? "0" : text);
}
