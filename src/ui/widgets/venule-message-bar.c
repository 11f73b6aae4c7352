/* venule-message-bar.c: what went wrong, or is worth knowing, in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-message-bar.h"

struct _VenuleMessageBar
{
  GtkWidget    parent_instance;

  GtkRevealer *revealer;
  GtkWidget   *bar;
  GtkImage    *icon;
  GtkLabel    *title_label;
  GtkLabel    *text_label;
  GtkButton   *offer_button;
  GtkWidget   *close_button;
};

enum
{
  PROP_0,
  PROP_COMPACT,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (VenuleMessageBar, venule_message_bar, GTK_TYPE_WIDGET)

static GParamSpec *properties[N_PROPS];

static void
on_copy_clicked (VenuleMessageBar *self)
{
  g_autofree char *text = venule_message_bar_dup_text (self);

  if (text)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
show_message (VenuleMessageBar *self,
              const char       *style,
              const char       *icon,
              const char       *title,
              const char       *text)
{
  gtk_widget_remove_css_class (self->bar, "error");
  gtk_widget_remove_css_class (self->bar, "info");
  gtk_widget_add_css_class (self->bar, style);
  gtk_image_set_from_icon_name (self->icon, icon);
  gtk_label_set_label (self->title_label, title);
  gtk_label_set_label (self->text_label, text ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->text_label), text && *text);
  gtk_widget_set_visible (GTK_WIDGET (self->offer_button), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  gtk_revealer_set_reveal_child (self->revealer, TRUE);
}

static void
venule_message_bar_get_property (GObject    *object,
                                 guint       prop_id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  VenuleMessageBar *self = VENULE_MESSAGE_BAR (object);

  if (prop_id == PROP_COMPACT)
    g_value_set_boolean (value, !gtk_widget_get_visible (self->close_button));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
venule_message_bar_set_property (GObject      *object,
                                 guint         prop_id,
                                 const GValue *value,
                                 GParamSpec   *pspec)
{
  VenuleMessageBar *self = VENULE_MESSAGE_BAR (object);
  gboolean compact = g_value_get_boolean (value);

  if (prop_id != PROP_COMPACT)
    {
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      return;
    }

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->bar),
                                  compact ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  gtk_box_set_spacing (GTK_BOX (self->bar), compact ? 3 : 12);
  gtk_widget_set_visible (GTK_WIDGET (self->icon), !compact);
  gtk_widget_set_visible (self->close_button, !compact);
}

static void
venule_message_bar_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))))
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (venule_message_bar_parent_class)->dispose (object);
}

static void
venule_message_bar_class_init (VenuleMessageBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = venule_message_bar_get_property;
  object_class->set_property = venule_message_bar_set_property;
  object_class->dispose = venule_message_bar_dispose;

  properties[PROP_COMPACT] = g_param_spec_boolean ("compact", NULL, NULL, FALSE,
                                                   G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_ALERT);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-message-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleMessageBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, VenuleMessageBar, bar);
  gtk_widget_class_bind_template_child (widget_class, VenuleMessageBar, icon);
  gtk_widget_class_bind_template_child (widget_class, VenuleMessageBar, title_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleMessageBar, text_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleMessageBar, offer_button);
  gtk_widget_class_bind_template_child (widget_class, VenuleMessageBar, close_button);
  gtk_widget_class_bind_template_callback (widget_class, on_copy_clicked);
  gtk_widget_class_bind_template_callback (widget_class, venule_message_bar_hide);
}

static void
venule_message_bar_init (VenuleMessageBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
venule_message_bar_show_error (VenuleMessageBar *self,
                               const char       *title,
                               const char       *text)
{
  g_return_if_fail (VENULE_IS_MESSAGE_BAR (self));

  show_message (self, "error", "dialog-error-symbolic", title, text);
}

void
venule_message_bar_show_info (VenuleMessageBar *self,
                              const char       *title,
                              const char       *text)
{
  g_return_if_fail (VENULE_IS_MESSAGE_BAR (self));

  show_message (self, "info", "dialog-information-symbolic", title, text);
}

gboolean
venule_message_bar_is_error (VenuleMessageBar *self)
{
  g_return_val_if_fail (VENULE_IS_MESSAGE_BAR (self), FALSE);

  return gtk_revealer_get_reveal_child (self->revealer) && gtk_widget_has_css_class (self->bar, "error");
}

void
venule_message_bar_offer (VenuleMessageBar *self,
                          const char       *label,
                          const char       *action)
{
  g_return_if_fail (VENULE_IS_MESSAGE_BAR (self));

  gtk_button_set_label (self->offer_button, label);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->offer_button), action);
  gtk_widget_set_visible (GTK_WIDGET (self->offer_button), TRUE);
}

void
venule_message_bar_hide (VenuleMessageBar *self)
{
  g_return_if_fail (VENULE_IS_MESSAGE_BAR (self));

  gtk_revealer_set_reveal_child (self->revealer, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

void
venule_message_bar_settle (VenuleMessageBar *self,
                           const char       *title)
{
  g_return_if_fail (VENULE_IS_MESSAGE_BAR (self));

  if (g_str_equal (gtk_label_get_label (self->title_label), title))
    venule_message_bar_hide (self);
}

char *
venule_message_bar_dup_text (VenuleMessageBar *self)
{
  const char *text;

  g_return_val_if_fail (VENULE_IS_MESSAGE_BAR (self), NULL);

  if (!gtk_revealer_get_reveal_child (self->revealer))
    return NULL;

  text = gtk_label_get_label (self->text_label);
  return *text ? g_strdup_printf ("%s\n%s", gtk_label_get_label (self->title_label), text)
               : g_strdup (gtk_label_get_label (self->title_label));
}
