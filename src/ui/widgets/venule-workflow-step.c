/* venule-workflow-step.c: one step of the path of an analysis
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-workflow-step.h"

#include <glib/gi18n.h>

struct _VenuleWorkflowStep
{
  GtkWidget        parent_instance;

  GtkWidget       *header;
  GtkStack        *indicator;
  GtkLabel        *number_label;
  GtkLabel        *title_label;
  GtkLabel        *summary_label;
  GtkWidget       *arrow;
  GtkRevealer     *revealer;

  VenuleWorkflowStepState state;
  int                     number;
};

enum
{
  PROP_0,
  PROP_TITLE,
  PROP_NUMBER,
  PROP_EXPANDED,
  PROP_CHILD,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (VenuleWorkflowStep, venule_workflow_step, GTK_TYPE_WIDGET)

static GParamSpec *properties[N_PROPS];

enum
{
  SETTLED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const char *state_classes[] = { "waiting", "ready", "next", "done" };

/* What a screen reader says of the mark before the title. */
static const char *
describe_state (VenuleWorkflowStepState state)
{
  switch (state)
    {
    case VENULE_WORKFLOW_STEP_WAITING:
      return C_("step", "not possible yet");
    case VENULE_WORKFLOW_STEP_READY:
      return C_("step", "possible now");
    case VENULE_WORKFLOW_STEP_NEXT:
      return C_("step", "next");
    case VENULE_WORKFLOW_STEP_DONE:
    default:
      return C_("step", "done");
    }
}

static void
update_accessible (VenuleWorkflowStep *self)
{
  const char *summary = gtk_label_get_label (self->summary_label);
  g_autofree char *description = *summary ? g_strdup_printf ("%s. %s", describe_state (self->state), summary)
                                          : g_strdup (describe_state (self->state));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->header),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, gtk_label_get_label (self->title_label),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description,
                                  -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->header),
                               GTK_ACCESSIBLE_STATE_EXPANDED, venule_workflow_step_get_expanded (self),
                               -1);
}

static void
on_header_clicked (VenuleWorkflowStep *self)
{
  venule_workflow_step_set_expanded (self, !venule_workflow_step_get_expanded (self));
}

static void
venule_workflow_step_get_property (GObject    *object,
                                   guint       prop_id,
                                   GValue     *value,
                                   GParamSpec *pspec)
{
  VenuleWorkflowStep *self = VENULE_WORKFLOW_STEP (object);

  switch (prop_id)
    {
    case PROP_TITLE:
      g_value_set_string (value, gtk_label_get_label (self->title_label));
      break;

    case PROP_NUMBER:
      g_value_set_int (value, self->number);
      break;

    case PROP_EXPANDED:
      g_value_set_boolean (value, venule_workflow_step_get_expanded (self));
      break;

    case PROP_CHILD:
      g_value_set_object (value, gtk_revealer_get_child (self->revealer));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
venule_workflow_step_set_property (GObject      *object,
                                   guint         prop_id,
                                   const GValue *value,
                                   GParamSpec   *pspec)
{
  VenuleWorkflowStep *self = VENULE_WORKFLOW_STEP (object);

  switch (prop_id)
    {
    case PROP_TITLE:
      gtk_label_set_label (self->title_label, g_value_get_string (value));
      update_accessible (self);
      break;

    case PROP_NUMBER:
      {
        g_autofree char *text = g_strdup_printf ("%d", g_value_get_int (value));

        self->number = g_value_get_int (value);
        gtk_label_set_label (self->number_label, text);
        break;
      }

    case PROP_EXPANDED:
      venule_workflow_step_set_expanded (self, g_value_get_boolean (value));
      break;

    case PROP_CHILD:
      gtk_revealer_set_child (self->revealer, g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
on_child_revealed (VenuleWorkflowStep *self)
{
  g_signal_emit (self, signals[SETTLED], 0);
}

static void
venule_workflow_step_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))))
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (venule_workflow_step_parent_class)->dispose (object);
}

static void
venule_workflow_step_class_init (VenuleWorkflowStepClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = venule_workflow_step_get_property;
  object_class->set_property = venule_workflow_step_set_property;
  object_class->dispose = venule_workflow_step_dispose;

  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, "", G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_NUMBER] = g_param_spec_int ("number", NULL, NULL, 0, 99, 0,
                                              G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_EXPANDED] = g_param_spec_boolean ("expanded", NULL, NULL, FALSE,
                                                    G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                    G_PARAM_STATIC_STRINGS);
  properties[PROP_CHILD] = g_param_spec_object ("child", NULL, NULL, GTK_TYPE_WIDGET,
                                                G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * VenuleWorkflowStep::settled:
   *
   * It has been opened or closed all the way.
   */
  signals[SETTLED] =
    g_signal_new ("settled", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_css_name (widget_class, "step");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-workflow-step.ui");
  gtk_widget_class_bind_template_child (widget_class, VenuleWorkflowStep, header);
  gtk_widget_class_bind_template_child (widget_class, VenuleWorkflowStep, indicator);
  gtk_widget_class_bind_template_child (widget_class, VenuleWorkflowStep, number_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleWorkflowStep, title_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleWorkflowStep, summary_label);
  gtk_widget_class_bind_template_child (widget_class, VenuleWorkflowStep, arrow);
  gtk_widget_class_bind_template_child (widget_class, VenuleWorkflowStep, revealer);
  gtk_widget_class_bind_template_callback (widget_class, on_header_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_child_revealed);
}

static void
venule_workflow_step_init (VenuleWorkflowStep *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))),
                                  GTK_ORIENTATION_VERTICAL);
  venule_workflow_step_set_state (self, VENULE_WORKFLOW_STEP_WAITING, NULL);
}

/**
 * venule_workflow_step_set_state:
 * @self: a #VenuleWorkflowStep
 * @state: how far it is
 * @summary: (nullable): one line under the title
 */
void
venule_workflow_step_set_state (VenuleWorkflowStep      *self,
                                VenuleWorkflowStepState  state,
                                const char              *summary)
{
  g_return_if_fail (VENULE_IS_WORKFLOW_STEP (self));

  for (guint i = 0; i < G_N_ELEMENTS (state_classes); i++)
    gtk_widget_remove_css_class (GTK_WIDGET (self), state_classes[i]);
  gtk_widget_add_css_class (GTK_WIDGET (self), state_classes[state]);

  self->state = state;
  gtk_stack_set_visible_child_name (self->indicator, state == VENULE_WORKFLOW_STEP_DONE ? "done" : "number");
  gtk_label_set_label (self->summary_label, summary ? summary : "");
  gtk_widget_set_visible (GTK_WIDGET (self->summary_label), summary && *summary);
  update_accessible (self);
}

VenuleWorkflowStepState
venule_workflow_step_get_state (VenuleWorkflowStep *self)
{
  g_return_val_if_fail (VENULE_IS_WORKFLOW_STEP (self), VENULE_WORKFLOW_STEP_WAITING);

  return self->state;
}

const char *
venule_workflow_step_get_summary (VenuleWorkflowStep *self)
{
  g_return_val_if_fail (VENULE_IS_WORKFLOW_STEP (self), NULL);

  return gtk_label_get_label (self->summary_label);
}

gboolean
venule_workflow_step_get_expanded (VenuleWorkflowStep *self)
{
  g_return_val_if_fail (VENULE_IS_WORKFLOW_STEP (self), FALSE);

  return gtk_revealer_get_reveal_child (self->revealer);
}

gboolean
venule_workflow_step_get_settled (VenuleWorkflowStep *self)
{
  g_return_val_if_fail (VENULE_IS_WORKFLOW_STEP (self), TRUE);

  return gtk_revealer_get_child_revealed (self->revealer) == gtk_revealer_get_reveal_child (self->revealer);
}

void
venule_workflow_step_set_expanded (VenuleWorkflowStep *self,
                                   gboolean            expanded)
{
  g_return_if_fail (VENULE_IS_WORKFLOW_STEP (self));

  if (expanded == venule_workflow_step_get_expanded (self))
    return;

  gtk_revealer_set_reveal_child (self->revealer, expanded);
  if (expanded)
    gtk_widget_add_css_class (GTK_WIDGET (self), "expanded");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "expanded");
  update_accessible (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EXPANDED]);
}
