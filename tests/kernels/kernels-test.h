/* kernels-test.h: pictures and comparisons for the tests of the kernels
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <math.h>
#include <string.h>

#include "vnk.h"

typedef struct {
  double x, y;     /* px */
  double radius;   /* px */
  double left;     /* gray levels above the background, of the half x < centre */
  double right;    /* of the other half */
  double softness; /* px: sd of the Gaussian that blurs the edge */
} KtDisc;

/* Each returns a plane that the caller clears. */
vnk_plane kt_constant (int width, int height, double value);
vnk_plane kt_ramp     (int width, int height, double origin, double slope_x, double slope_y);
vnk_plane kt_noise    (int width, int height, double mean, double sd);
/* Smooth noise: sines of random direction, wavelength from `shortest` to eight times that, and phase, shifted by
 * (dx, dy) to the right and down. The same seed gives the same picture: exact at any fraction of a pixel. */
vnk_plane kt_texture  (int width, int height, guint32 seed, double shortest, double dx, double dy);

void kt_add_disc  (vnk_plane *plane, const KtDisc *disc);
void kt_add_noise (vnk_plane *plane, double sd);

double kt_normal (void);
float  kt_at     (const vnk_plane *plane, int x, int y);

/* The pictures on which every operation over a plane is compared with its reference. The last one is the file that the
 * environment names in VENULE_TEST_PICTURE (PGM, binary, 8 bits), such as a frame of a real video; without it there is
 * none. */
int         kt_n_pictures   (void);
vnk_plane   kt_picture      (int index);
const char *kt_picture_name (int index);

/* How much of what a test repeats is run: all of it, or a part where everything takes long, which is with a sanitizer,
 * and where VENULE_TEST_SHORT is set, for compute-sanitizer. */
int kt_share (int whole, int part);

/* Tests that run on each backend, as "/cpu/kernels/load/…" and "/cuda/kernels/load/…". `path` begins with "/kernels/"
 * and the name of the operation that the test needs; with any other name it needs all of them. Where the backend does
 * not open on this machine, or lacks the operation, the test is skipped and says why. */
void kt_add_func         (const char *path, GTestFunc function);
void kt_add_data_func    (const char *path, gconstpointer data, GTestDataFunc function);
/* On one backend alone: "cpu" or "cuda". */
void kt_add_data_func_of (const char *backend, const char *path, gconstpointer data, GTestDataFunc function);
/* A test of that function for each picture, with its index as data. */
void kt_add_for_pictures (const char *path, GTestDataFunc function);

/* Runs them. `backend` (or NULL) holds, during a test, the backend that it is for; opened once, with that many threads
 * where that says anything. */
int kt_run (vnk_backend **backend, int threads);

/* Opens another one of the kind that the test is for; closed by vnk_backend.close. */
vnk_backend *kt_open (int threads);

/* A plane with a row stride larger than its width, and NaN between the rows: whoever reads there, shows. */
vnk_plane kt_new (int width, int height);

/* Whether |value − reference| ≤ bound, with a message that names the place and all three when it is not. */
void kt_assert_near (const char *what, int x, int y, double value, double reference, double bound);

/* Compares a plane with a dense array, bound for bound: the absolute one plus the relative one times |reference|. */
void kt_assert_plane_near (const char *what, const vnk_plane *plane, const double *reference, double absolute,
                           double relative);

/* The largest magnitude of a plane's pixels. */
double kt_largest (const vnk_plane *plane);

#define KT_MAX_LAYERS 12

/* A network with weights of its own. Starts as all 0; kt_net_clear() frees them. */
typedef struct {
  vnk_network network;
  vnk_layer   layers[KT_MAX_LAYERS];
} KtNet;

/* Adds a layer with random weights such that values keep their magnitude. */
void kt_net_add   (KtNet *net, vnk_layer layer);
void kt_net_clear (KtNet *net);

/* All layers of a detector of one plane: down to a quarter of the size and up again to half of it, four planes. */
void kt_net_add_detector (KtNet *net, int channels);
