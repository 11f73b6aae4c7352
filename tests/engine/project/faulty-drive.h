/* faulty-drive.h: a drive that fills up or fails at any write, and what of it a power cut leaves
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

/**
 * FaultyDrive:
 * @calls_left: until one fails; −1: all is well
 * @code: errno of it
 * @once: after which all is well again; else all fail
 * @fired: whether one has failed
 * @platter: for the power cut: a folder with what of each file has reached the disk; %NULL: nobody asks
 * @n_renamed: how many files have taken the place of test.venule since
 *
 * The drive of a program that is linked with this.
 */
typedef struct {
  int         calls_left, code;
  gboolean    once, fired;
  const char *platter;
  guint       n_renamed;
} FaultyDrive;

extern FaultyDrive drive;

/* SQLite's calls, too. */
void faulty_drive_take_over (void);
