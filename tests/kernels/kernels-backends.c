/* kernels-backends.c: one test, every backend
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "kernels-test.h"

#include <stddef.h>

typedef struct {
  const char  *name;
  gboolean     tried;
  vnk_backend *backend; /* NULL: it does not open */
  char         reason[256];
} Kind;

typedef struct {
  Kind          *kind;
  char          *operation; /* what comes behind "/kernels/" */
  GTestFunc      function;
  GTestDataFunc  data_function;
  gconstpointer  data;
} BackendTest;

/* Tests run one after the other, in one thread. */
static struct {
  Kind          kinds[2];
  const Kind   *current;
  vnk_backend **slot;
  int           threads;
  GPtrArray    *tests; /* GLib frees the data only of those that it runs */
} backends = { .kinds = { { "cpu" }, { "cuda" } } };

static const struct {
  const char *name;
  size_t      offset;
} operations[] = {
#define PLACE(operation) { #operation, offsetof (vnk_backend, operation) },
  VNK_OPERATIONS (PLACE)
#undef PLACE
};

static gboolean
has_operation (const vnk_backend *backend, size_t offset)
{
  void (*function) (void);

  memcpy (&function, (const char *) backend + offset, sizeof function);
  return function != NULL;
}

/* What is missing of what the test needs: the operation that it is named after, or all of them; NULL: nothing. */
static const char *
missing_operation (const vnk_backend *backend, const char *operation)
{
  gboolean of_one = FALSE;

  for (size_t i = 0; i < G_N_ELEMENTS (operations); i++)
    if (g_str_equal (operations[i].name, operation))
      {
        of_one = TRUE;
        if (!has_operation (backend, operations[i].offset))
          return operations[i].name;
      }
  for (size_t i = 0; i < G_N_ELEMENTS (operations) && !of_one && !g_str_equal (operation, "planes"); i++)
    if (!has_operation (backend, operations[i].offset))
      return operations[i].name;
  return NULL;
}

static vnk_status
open_kind (Kind *kind, int threads, vnk_backend **backend)
{
  if (g_str_equal (kind->name, "cpu"))
    return vnk_cpu_open (threads, backend);
  return vnk_cuda_open (0, backend, kind->reason, sizeof kind->reason);
}

static void
run_test (gconstpointer data)
{
  const BackendTest *test = data;
  Kind *kind = test->kind;

  if (!kind->tried)
    {
      kind->tried = TRUE;
      if (open_kind (kind, backends.threads, &kind->backend) != VNK_OK)
        kind->backend = NULL;
    }
  if (kind->backend == NULL)
    {
      g_test_skip (kind->reason);
      return;
    }

  const char *missing = missing_operation (kind->backend, test->operation);
  if (missing != NULL)
    {
      g_autofree char *message = g_strdup_printf ("this backend lacks %s", missing);

      g_test_skip (message);
      return;
    }

  backends.current = kind;
  if (backends.slot != NULL)
    *backends.slot = kind->backend;
  if (test->function != NULL)
    test->function ();
  else
    test->data_function (test->data);
}

static void
free_test (gpointer data)
{
  BackendTest *test = data;

  g_free (test->operation);
  g_free (test);
}

static void
add_test (const char *name, const char *path, const BackendTest *what)
{
  g_assert_true (g_str_has_prefix (path, "/kernels/"));
  for (size_t i = 0; i < G_N_ELEMENTS (backends.kinds); i++)
    {
      Kind *kind = &backends.kinds[i];
      g_autofree char *full = g_strdup_printf ("/%s%s", kind->name, path);
      g_auto (GStrv) parts = g_strsplit (path + strlen ("/kernels/"), "/", 2);

      if (name != NULL && !g_str_equal (name, kind->name))
        continue;

      BackendTest *test = g_memdup2 (what, sizeof *what);

      test->kind = kind;
      test->operation = g_strdup (parts[0]);
      if (backends.tests == NULL)
        backends.tests = g_ptr_array_new_with_free_func (free_test);
      g_ptr_array_add (backends.tests, test);
      g_test_add_data_func (full, test, run_test);
    }
}

void
kt_add_func (const char *path, GTestFunc function)
{
  add_test (NULL, path, &(BackendTest) { .function = function });
}

void
kt_add_data_func (const char *path, gconstpointer data, GTestDataFunc function)
{
  add_test (NULL, path, &(BackendTest) { .data_function = function, .data = data });
}

void
kt_add_data_func_of (const char *backend, const char *path, gconstpointer data, GTestDataFunc function)
{
  add_test (backend, path, &(BackendTest) { .data_function = function, .data = data });
}

void
kt_add_for_pictures (const char *path, GTestDataFunc function)
{
  for (int i = 0; i < kt_n_pictures (); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/%s", path, kt_picture_name (i));

      kt_add_data_func (name, GINT_TO_POINTER (i), function);
    }
}

vnk_backend *
kt_open (int threads)
{
  Kind kind = *backends.current;
  vnk_backend *backend = NULL;

  g_assert_cmpint (open_kind (&kind, threads, &backend), ==, VNK_OK);
  g_assert_nonnull (backend);
  return backend;
}

int
kt_run (vnk_backend **backend, int threads)
{
  backends.slot = backend;
  backends.threads = threads;

  int result = g_test_run ();

  g_clear_pointer (&backends.tests, g_ptr_array_unref);
  for (size_t i = 0; i < G_N_ELEMENTS (backends.kinds); i++)
    if (backends.kinds[i].backend != NULL)
      backends.kinds[i].backend->close (backends.kinds[i].backend);
  return result;
}
