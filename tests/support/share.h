/* share.h: how much of a test is run where everything takes long
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

/* Of what a test repeats, with AddressSanitizer or ThreadSanitizer only a part: with them the kernels take ten times as
 * long, and what they look for shows in each repetition alike. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TEST_SHARE(whole, part) (part)
#else
#define TEST_SHARE(whole, part) (whole)
#endif
