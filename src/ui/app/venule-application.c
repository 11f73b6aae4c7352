/* venule-application.c: the application
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-application.h"

#include <glib/gi18n.h>

#include "venule-batch-window.h"
#include "venule-closable.h"
#include "venule-config.h"
#include "venule-preferences.h"
#include "venule-recovery.h"
#include "venule-study-window.h"
#include "venule-test-probe.h"
#include "venule-window.h"

struct _VenuleApplication
{
  AdwApplication  parent_instance;

  GSettings      *settings;
  gboolean        recovery_offered;
  gboolean        quitting; /* windows are asked about their changes, one after the other */
};

G_DEFINE_FINAL_TYPE (VenuleApplication, venule_application, ADW_TYPE_APPLICATION)

static void
on_style_changed (VenuleApplication *self)
{
  const AdwColorScheme schemes[] = { ADW_COLOR_SCHEME_DEFAULT, ADW_COLOR_SCHEME_FORCE_LIGHT,
                                     ADW_COLOR_SCHEME_FORCE_DARK };
  int style = g_settings_get_enum (self->settings, "style");

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      schemes[CLAMP (style, 0, (int) G_N_ELEMENTS (schemes) - 1)]);
}

static void
preferences_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (user_data));

  gtk_window_present (GTK_WINDOW (venule_preferences_new (window)));
}

/* (transfer full) (nullable): the manual as a page of the build folder, where tools/run starts the program; else it is
 * installed. */
static char *
dup_built_manual (void)
{
  const char *folder = g_getenv ("VENULE_HELPDIR");
  g_autofree char *path = folder ? g_build_filename (folder, "index.html", NULL) : NULL;

  return path && g_file_test (path, G_FILE_TEST_EXISTS) ? g_steal_pointer (&path) : NULL;
}

/* The manual needs a viewer, which small desktops lack. */
static void
on_help_shown (GObject      *object,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GtkWindow) window = GTK_WINDOW (object);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = dup_built_manual ();
  g_autofree char *text = NULL;
  GtkWidget *dialog;

  if (gtk_show_uri_full_finish (window, result, &error))
    return;

  if (path)
    /* Translators: %s is the path of a file */
    text = g_strdup_printf (_("No web browser was found. Open “%s” in one, or install one and press F1 again. "
                              "Ctrl+? shows the keyboard shortcuts."), path);
  else
    text = g_strdup (_("Install the help viewer Yelp, then press F1 again. "
                       "Ctrl+? shows the keyboard shortcuts."));
  dialog = adw_message_dialog_new (window, _("The Manual Cannot Be Shown"), text);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
help_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (user_data));
  g_autofree char *path = dup_built_manual ();
  g_autofree char *uri = path ? g_filename_to_uri (path, NULL, NULL) : NULL;

  gtk_show_uri_full (g_object_ref (window), uri ? uri : "help:venule", GDK_CURRENT_TIME, NULL, on_help_shown, NULL);
}

static void
about_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (user_data));

  adw_show_about_window (window,
                         "application-name", g_get_application_name (),
                         "application-icon", VENULE_APP_ID,
                         "version", VENULE_VERSION,
                         "developer-name", _("The Venule developers"),
                         "comments", _("Tracks rolling leukocytes in videos of intravital microscopy and measures "
                                       "their velocities."),
                         "license-type", GTK_LICENSE_GPL_3_0,
                         "website", "https://github.com/venule/venule",
                         "issue-url", "https://github.com/venule/venule/issues",
                         /* Translators: your names, one a line */
                         "translator-credits", _("translator-credits"),
                         NULL);
}

/* ---- Quitting ---- */

/* None closes before all have been asked: at any of them the user may change their mind. The application ends with its
 * last window. */
static void
quit (VenuleApplication *self)
{
  g_autolist (GtkWindow) windows =
    g_list_copy_deep (gtk_application_get_windows (GTK_APPLICATION (self)), (GCopyFunc) (void *) g_object_ref, NULL);

  self->quitting = TRUE;
  for (GList *l = windows; l; l = l->next)
    if (VENULE_IS_CLOSABLE (l->data) && !venule_closable_may_close (l->data))
      return;

  self->quitting = FALSE;
  for (GList *l = windows; l; l = l->next)
    gtk_window_close (l->data);
}

static void
quit_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  quit (VENULE_APPLICATION (user_data));
}

static gboolean
go_on_quitting (gpointer self)
{
  quit (self);
  return G_SOURCE_REMOVE;
}

/* A window that asked about its changes may close, or stays open, and with it all others. */
static gboolean
on_answered (VenuleClosable    *window,
             gboolean           close,
             VenuleApplication *self)
{
  if (!self->quitting)
    return FALSE;

  /* Later: a window may not go within a signal of its own dialog. */
  if (close)
    {
      g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, go_on_quitting, g_object_ref (self), g_object_unref);
      return TRUE;
    }

  self->quitting = FALSE;
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l; l = l->next)
    if (VENULE_IS_CLOSABLE (l->data))
      venule_closable_keep_open (l->data);
  return TRUE;
}

static void
venule_application_window_added (GtkApplication *application,
                                 GtkWindow      *window)
{
  GTK_APPLICATION_CLASS (venule_application_parent_class)->window_added (application, window);

  if (VENULE_IS_CLOSABLE (window))
    g_signal_connect_object (window, "answered", G_CALLBACK (on_answered), application, 0);
}

static GtkWidget *
new_study_window (GtkApplication *application)
{
  GtkWidget *window = venule_study_window_new (application);

  venule_test_probe_watch (GTK_WINDOW (window));
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

static void
compare_recordings_action (GSimpleAction *action,
                           GVariant      *parameter,
                           gpointer       user_data)
{
  new_study_window (GTK_APPLICATION (user_data));
}

static VenuleWindow *new_window (GApplication *application);

static void
on_set_up (GtkApplication   *application,
           VenuleBatchSetUp *set_up)
{
  venule_window_set_up (new_window (G_APPLICATION (application)), set_up);
}

/* There is one list, and one window for it. */
static VenuleBatchWindow *
present_batch_window (GtkApplication *application)
{
  GtkWidget *window = NULL;

  for (GList *l = gtk_application_get_windows (application); l; l = l->next)
    if (VENULE_IS_BATCH_WINDOW (l->data))
      window = l->data;
  if (!window)
    {
      window = venule_batch_window_new (application);
      venule_test_probe_watch (GTK_WINDOW (window));
      g_signal_connect_object (window, "set-up", G_CALLBACK (on_set_up), application, G_CONNECT_SWAPPED);
    }
  gtk_window_present (GTK_WINDOW (window));
  return VENULE_BATCH_WINDOW (window);
}

static void
analyse_several_action (GSimpleAction *action,
                        GVariant      *parameter,
                        gpointer       user_data)
{
  const char *const *paths = g_variant_get_strv (parameter, NULL);
  VenuleBatchWindow *window = present_batch_window (GTK_APPLICATION (user_data));

  if (paths[0])
    venule_batch_window_add (window, paths);
  g_free ((gpointer) paths);
}

static void
show_batch_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  present_batch_window (GTK_APPLICATION (user_data));
}

static void
continue_batch_action (GSimpleAction *action,
                       GVariant      *parameter,
                       gpointer       user_data)
{
  venule_batch_window_run (present_batch_window (GTK_APPLICATION (user_data)));
}

static const GActionEntry entries[] = {
  { "continue-batch", continue_batch_action },
  { "analyse-videos", show_batch_action },
  { "add-to-batch", analyse_several_action, "as" },
  { "compare-recordings", compare_recordings_action },
  { "preferences", preferences_action },
  { "help", help_action },
  { "about", about_action },
  { "quit", quit_action },
};

static void
set_keys (GtkApplication *application)
{
  const struct {
    const char *action;
    const char *keys[3];
  } keys[] = {
    { "app.quit", { "<Ctrl>q" } },
    { "app.preferences", { "<Ctrl>comma" } },
    { "app.help", { "F1" } },
    { "app.analyse-videos", { "<Ctrl><Shift>b" } },
    { "win.show-help-overlay", { "<Ctrl>question" } },
    { "win.open", { "<Ctrl>o" } },
    { "win.save", { "<Ctrl>s" } },
    { "win.save-as", { "<Ctrl><Shift>s" } },
    { "win.close", { "<Ctrl>w" } },
    { "win.run", { "<Ctrl>r", "F5" } },
    { "win.cancel", { "<Ctrl>period" } },
    { "win.undo", { "<Ctrl>z" } },
    { "win.redo", { "<Ctrl><Shift>z", "<Ctrl>y" } },
    { "win.export", { "<Ctrl>e" } },
    { "win.report", { "<Ctrl><Shift>e" } },
    { "win.zoom-in", { "<Ctrl>plus", "<Ctrl>equal" } },
    { "win.zoom-out", { "<Ctrl>minus" } },
    { "win.zoom-fit", { "<Ctrl>0" } },
    { "win.zoom-original", { "<Ctrl>1" } },
    { "win.fold-panes", { "F9" } },
    { "win.fullscreen", { "F11" } },
    { "win.add-folder", { "<Ctrl><Shift>o" } },
    { "win.confirm", { "<Ctrl>Return" } },
    { "win.move-up", { "<Alt>Up" } },
    { "win.move-down", { "<Alt>Down" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_application_set_accels_for_action (application, keys[i].action, keys[i].keys);
}

/* A popover keeps all keys from its window. Those that close this, or the program, are bound again in it. */
static void
bind_popover_keys (void)
{
  GtkWidgetClass *klass = g_type_class_ref (GTK_TYPE_POPOVER);

  gtk_widget_class_add_binding_action (klass, GDK_KEY_w, GDK_CONTROL_MASK, "win.close", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_q, GDK_CONTROL_MASK, "app.quit", NULL);
  g_type_class_unref (klass);
}

/* Later: the window is still busy with the key, and must not lose its parent. It stays where quitting is given up. */
static gboolean
quit_later (GtkWidget *widget,
            GVariant  *arguments,
            gpointer   data)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, go_on_quitting, g_object_ref (g_application_get_default ()),
                   g_object_unref);
  return GDK_EVENT_STOP;
}

/* Windows that are not the application's have none of its keys. */
static void
bind_dialog_keys (void)
{
  const GType types[] = { ADW_TYPE_PREFERENCES_WINDOW, GTK_TYPE_SHORTCUTS_WINDOW, ADW_TYPE_ABOUT_WINDOW };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      GtkWidgetClass *klass = g_type_class_ref (types[i]);

      gtk_widget_class_add_binding_action (klass, GDK_KEY_w, GDK_CONTROL_MASK, "window.close", NULL);
      gtk_widget_class_add_binding (klass, GDK_KEY_q, GDK_CONTROL_MASK, quit_later, NULL);
      g_type_class_unref (klass);
    }
}

static gboolean
keep_key (GtkWidget *widget,
          GVariant  *arguments,
          gpointer   data)
{
  return GDK_EVENT_STOP;
}

/* GTK's entries let Ctrl+A through where they are empty. It would select cells, or all rows of a table, and what is
 * typed then would change all of them. */
static void
bind_entry_keys (void)
{
  GtkWidgetClass *klass = g_type_class_ref (GTK_TYPE_TEXT);

  gtk_widget_class_add_binding (klass, GDK_KEY_a, GDK_CONTROL_MASK, keep_key, NULL);
  g_type_class_unref (klass);
}

static void
venule_application_startup (GApplication *application)
{
  VenuleApplication *self = VENULE_APPLICATION (application);

  G_APPLICATION_CLASS (venule_application_parent_class)->startup (application);

  bind_entry_keys ();
  gtk_window_set_default_icon_name (VENULE_APP_ID);
  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries), application);
  set_keys (GTK_APPLICATION (application));
  bind_popover_keys ();
  bind_dialog_keys ();

  self->settings = g_settings_new (VENULE_APP_ID);
  g_signal_connect_object (self->settings, "changed::style", G_CALLBACK (on_style_changed), self, G_CONNECT_SWAPPED);
  on_style_changed (self);
}

static VenuleWindow *
new_window (GApplication *application)
{
  VenuleWindow *window = venule_window_new (ADW_APPLICATION (application));

  venule_test_probe_watch (GTK_WINDOW (window));
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

/* Once, when the first window is there. */
static void
offer_recovery (VenuleApplication *self,
                VenuleWindow      *window,
                GFile             *opened)
{
  g_autofree char *path = opened ? g_file_get_path (opened) : NULL;

  if (self->recovery_offered)
    return;

  self->recovery_offered = TRUE;
  if (g_settings_get_boolean (self->settings, "batch-unfinished"))
    venule_window_offer (window, _("The videos of a list were not analysed to the end"),
                         _("What is done is kept, and the others are still to be analysed."), _("_Go On"),
                         "app.continue-batch");
  venule_recovery_offer (window, path);
}

static void
venule_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window)
    gtk_window_present (window);
  else
    offer_recovery (VENULE_APPLICATION (application), new_window (application), NULL);
}

static void
venule_application_open (GApplication  *application,
                         GFile        **files,
                         int            n_files,
                         const char    *hint)
{
  for (int i = 0; i < n_files; i++)
    {
      GtkWindow *active = gtk_application_get_active_window (GTK_APPLICATION (application));
      VenuleWindow *window = VENULE_IS_WINDOW (active) ? VENULE_WINDOW (active) : NULL;
      g_autofree char *path = g_file_get_path (files[i]);

      if (path && g_str_has_suffix (path, VENULE_STUDY_SUFFIX))
        {
          venule_study_window_add (VENULE_STUDY_WINDOW (new_study_window (GTK_APPLICATION (application))),
                                   (const char *const[]) { path }, 1);
          continue;
        }
      if (path && g_str_has_suffix (path, VENULE_BATCH_LIST_SUFFIX))
        {
          venule_batch_window_add (present_batch_window (GTK_APPLICATION (application)),
                                   (const char *const[]) { path, NULL });
          continue;
        }
      if (venule_window_present_open (files[i]))
        continue;
      if (!window || !venule_window_is_empty (window))
        window = new_window (application);
      venule_window_open (window, files[i]);
      gtk_window_present (GTK_WINDOW (window));
      offer_recovery (VENULE_APPLICATION (application), window, files[i]);
    }
}

static int
venule_application_handle_local_options (GApplication *application,
                                         GVariantDict *options)
{
  if (g_variant_dict_contains (options, "version"))
    {
      g_print ("venule %s\n", VENULE_VERSION);
      return 0;
    }
  return -1;
}

static void
venule_application_dispose (GObject *object)
{
  g_clear_object (&VENULE_APPLICATION (object)->settings);

  G_OBJECT_CLASS (venule_application_parent_class)->dispose (object);
}

static void
venule_application_class_init (VenuleApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  GTK_APPLICATION_CLASS (klass)->window_added = venule_application_window_added;
  G_OBJECT_CLASS (klass)->dispose = venule_application_dispose;
  application_class->startup = venule_application_startup;
  application_class->activate = venule_application_activate;
  application_class->open = venule_application_open;
  application_class->handle_local_options = venule_application_handle_local_options;
}

static void
venule_application_init (VenuleApplication *self)
{
  const GOptionEntry options[] = {
    { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Print the version and exit"), NULL },
    { NULL },
  };

  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _("[VIDEO|DOCUMENT…]"));
  g_application_set_option_context_summary (G_APPLICATION (self),
                                            _("Tracks rolling leukocytes in videos of intravital microscopy."));
  g_application_set_option_context_description (G_APPLICATION (self),
                                                _("The command venule-cli does the same analysis without a screen."));
}

/**
 * venule_application_new:
 *
 * Returns: (transfer full): the application
 */
VenuleApplication *
venule_application_new (void)
{
  return g_object_new (VENULE_TYPE_APPLICATION,
                       "application-id", VENULE_APP_ID,
                       "flags", G_APPLICATION_HANDLES_OPEN,
                       "resource-base-path", "/io/github/venule/Venule",
                       NULL);
}
