/* cli-test.h: what the tests of venule-cli share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  char *directory; /* of this test; removed after it */
  char *output;    /* in it; not made yet */
} CliFixture;

typedef struct {
  int   code;
  char *out;
  char *err;
} CliResult;

void      cli_result_clear    (CliResult         *self);
void      cli_set_up          (CliFixture        *self,
                               gconstpointer      data);
void      cli_tear_down       (CliFixture        *self,
                               gconstpointer      data);
/* Of a file in data/sample. */
char     *cli_sample_path     (const char        *name);
void      cli_remove_tree     (const char        *path);
CliResult cli_run_argv        (const char *const *argv);
/* Arguments after "venule-cli", ended by NULL. */
CliResult cli_run             (const char        *first,
                               ...);
/* In the command $0 is venule-cli, $1 the sample and $2 the output folder. */
CliResult cli_run_in_shell    (CliFixture        *self,
                               const char        *command);
/* One sentence for a person: our name in front, no source file, no assertion. */
void      cli_assert_sentence (const CliResult   *result,
                               int                code,
                               const char        *part);
/* A file of the results, which is there and not empty. */
char     *cli_read_output     (CliFixture        *self,
                               const char        *name);
/* A file in the test's folder; gives its path. */
char     *cli_write_file      (CliFixture        *self,
                               const char        *name,
                               const char        *content,
                               gssize             size);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliResult, cli_result_clear)

G_END_DECLS
