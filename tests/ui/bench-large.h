/* bench-large.h: a large document in the real window, and what it costs there
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-window-private.h"

G_BEGIN_DECLS

/* What one thing may cost of the main thread, ms: a click, an edit, one frame of something that moves (with few cells;
 * 16.7 are between two frames, of which some are others'). */
#define OPEN_BUDGET 2000.0
#define SELECT_BUDGET 50.0
#define EDIT_BUDGET 100.0
#define FRAME_BUDGET 6.0

typedef struct _Stage Stage;

struct _Stage {
  VenuleWindow  *window;
  guint          n, n_spots;
  gint64         n_frames;
  double         factor;  /* of the budgets; 0: none is checked */
  gboolean       missed;  /* one of them was */
  gboolean       gone;

  char          *folder;
  char          *video;
  char          *document;

  /* The frame clock */
  GArray        *paints;  /* gint64: monotonic times, µs */
  gint64         painted;
  double         work_at_paint; /* of the main thread by then, ms */

  /* The next event of pointer or keyboard */
  gboolean       armed;
  gboolean     (*ready) (Stage *stage); /* whether what it makes is there */
  gint64         shown;   /* the first frame after that, µs; 0: none yet */
  gint64         arrived; /* µs; of a button its release, at which things happen */
  double         worked;  /* of the main thread until it came or the button went down, ms */
  double         all_worked;
};

/* What one thing took: ms on the wall until the first frame that shows it, and until nothing more follows; ms of the
 * main thread. */
typedef struct {
  double shown, all, work;
} Cost;

/* bench-large-document.c */
void       large_make_video      (Stage       *stage);
void       large_make_document   (Stage       *stage);

/* bench-large-stage.c */
double     large_get_time        (clockid_t    clock);
void       large_mark            (Stage       *stage);
void       large_judge           (Stage       *stage,
                                  double       work,
                                  double       budget);
void       large_present         (Stage       *stage);
/* What comes next is measured, until @ready. */
void       large_arm             (Stage       *stage,
                                  gboolean   (*ready) (Stage *stage));
/* Clicks where the pointer is, until @ready. On a machine that is very busy a click gets lost now and then: it is made
 * again, and that is said. */
void       large_click           (Stage       *stage,
                                  gboolean   (*ready) (Stage *stage));
/* Until it is so and all that is due then is drawn. */
Cost       large_wait_until      (Stage       *stage);
void       large_wait_for_rest   (Stage       *stage);
void       large_report          (Stage       *stage,
                                  const char  *what,
                                  Cost         cost,
                                  double       budget);
/* The frames since large_begin_moving(). */
void       large_report_frames   (Stage       *stage,
                                  const char  *what);
void       large_begin_moving    (Stage       *stage);
/* Does what a hand would: words for xdotool. The window goes on meanwhile. */
void       large_do_by_hand      (Stage       *stage,
                                  const char  *format,
                                  ...) G_GNUC_PRINTF (2, 3);
/* Where a place of a widget is on the screen; without a window manager the window is at its corner. */
void       large_find_on_screen  (Stage       *stage,
                                  GtkWidget   *widget,
                                  double       x,
                                  double       y,
                                  int         *left,
                                  int         *top);
GtkWidget *large_find_widget     (GtkWidget   *widget,
                                  GType        type);
void       large_print_memory    (const char  *when);

G_END_DECLS
