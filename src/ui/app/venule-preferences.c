/* venule-preferences.c: what a person likes, of all analyses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-preferences.h"

#include <math.h>

#include "venule-config.h"
#include "venule-devices-page.h"

struct _VenulePreferences
{
  AdwPreferencesWindow  parent_instance;

  AdwComboRow          *style_row;
  AdwComboRow          *speed_row;
  GtkAdjustment        *cache_adjustment;
  GtkSwitch            *propose_switch;
  GtkSwitch            *contours_switch;
  GtkSwitch            *tails_switch;
  GtkSwitch            *ids_switch;
  GtkSwitch            *colour_switch;
  GtkSwitch            *vessel_switch;
  GtkSwitch            *scale_bar_switch;

  GSettings            *settings;
};

G_DEFINE_FINAL_TYPE (VenulePreferences, venule_preferences, ADW_TYPE_PREFERENCES_WINDOW)

/* The speeds of the list, in its order. */
static const double speeds[] = { 0.125, 0.25, 0.5, 1, 2, 4, 8 };

static gboolean
get_style (GValue   *value,
           GVariant *variant,
           gpointer  user_data)
{
  const char *style = g_variant_get_string (variant, NULL);

  g_value_set_uint (value, g_str_equal (style, "light") ? 1 : g_str_equal (style, "dark") ? 2 : 0);
  return TRUE;
}

static GVariant *
set_style (const GValue       *value,
           const GVariantType *expected_type,
           gpointer            user_data)
{
  const char *styles[] = { "system", "light", "dark" };
  guint selected = g_value_get_uint (value);

  return selected < G_N_ELEMENTS (styles) ? g_variant_new_string (styles[selected]) : NULL;
}

static gboolean
get_speed (GValue   *value,
           GVariant *variant,
           gpointer  user_data)
{
  double speed = g_variant_get_double (variant);
  guint nearest = 0;

  for (guint i = 1; i < G_N_ELEMENTS (speeds); i++)
    if (fabs (log (speed / speeds[i])) < fabs (log (speed / speeds[nearest])))
      nearest = i;
  g_value_set_uint (value, nearest);
  return TRUE;
}

static GVariant *
set_speed (const GValue       *value,
           const GVariantType *expected_type,
           gpointer            user_data)
{
  guint selected = g_value_get_uint (value);

  return selected < G_N_ELEMENTS (speeds) ? g_variant_new_double (speeds[selected]) : NULL;
}

static gboolean
get_cache (GValue   *value,
           GVariant *variant,
           gpointer  user_data)
{
  g_value_set_double (value, g_variant_get_uint32 (variant));
  return TRUE;
}

static GVariant *
set_cache (const GValue       *value,
           const GVariantType *expected_type,
           gpointer            user_data)
{
  return g_variant_new_uint32 ((guint32) g_value_get_double (value));
}

static void
venule_preferences_dispose (GObject *object)
{
  g_clear_object (&VENULE_PREFERENCES (object)->settings);

  G_OBJECT_CLASS (venule_preferences_parent_class)->dispose (object);
}

static void
venule_preferences_class_init (VenulePreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_preferences_dispose;

  g_type_ensure (VENULE_TYPE_DEVICES_PAGE);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, VenulePreferences, style_row);
  gtk_widget_class_bind_template_child (widget_class, VenulePreferences, speed_row);
  gtk_widget_class_bind_template_child (widget_class, VenulePreferences, cache_adjustment);
  gtk_widget_class_bind_template_child (widget_class, VenulePreferences, propose_switch);
  gtk_widget_class_bind_template_child (widget_class, VenulePreferences, contours_switch);
  gtk_widget_class_bind_template_child (widget_class, VenulePreferences, tails_switch);
  gtk_widget_class_bind_template_child (widget_class, VenulePreferences, ids_switch);
  gtk_widget_class_bind_template_child (widget_class, VenulePreferences, colour_switch);
  gtk_widget_class_bind_template_child (widget_class, VenulePreferences, vessel_switch);
  gtk_widget_class_bind_template_child (widget_class, VenulePreferences, scale_bar_switch);
}

static void
venule_preferences_init (VenulePreferences *self)
{
  const GSettingsBindFlags flags = G_SETTINGS_BIND_DEFAULT;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings = g_settings_new (VENULE_APP_ID);
  g_settings_bind_with_mapping (self->settings, "style", self->style_row, "selected", flags, get_style, set_style,
                                NULL, NULL);
  g_settings_bind_with_mapping (self->settings, "play-speed", self->speed_row, "selected", flags, get_speed,
                                set_speed, NULL, NULL);
  g_settings_bind_with_mapping (self->settings, "cache-size", self->cache_adjustment, "value", flags, get_cache,
                                set_cache, NULL, NULL);
  g_settings_bind (self->settings, "propose-vessel", self->propose_switch, "active", flags);
  g_settings_bind (self->settings, "show-contours", self->contours_switch, "active", flags);
  g_settings_bind (self->settings, "show-tails", self->tails_switch, "active", flags);
  g_settings_bind (self->settings, "show-ids", self->ids_switch, "active", flags);
  g_settings_bind (self->settings, "colour-by-velocity", self->colour_switch, "active", flags);
  g_settings_bind (self->settings, "show-vessel", self->vessel_switch, "active", flags);
  g_settings_bind (self->settings, "show-scale-bar", self->scale_bar_switch, "active", flags);
}

GtkWidget *
venule_preferences_new (GtkWindow *parent)
{
  return g_object_new (VENULE_TYPE_PREFERENCES, "transient-for", parent, NULL);
}
