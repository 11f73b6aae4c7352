/* venule-page-salvage.c: the rows of a damaged database, page by page
 *
 * Each page is looked at by itself, not the tree that they make (https://www.sqlite.org/fileformat2.html): what is
 * damaged costs what stands in it alone. All rows that read go into one table, as of which table they are cannot be
 * said.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-page-salvage.h"

#include <string.h>

#include "venule-sql.h"

#define FILE_HEADER 100

/* Kinds of pages of trees. */
#define INDEX_INTERIOR 0x02
#define TABLE_INTERIOR 0x05
#define INDEX_LEAF 0x0a
#define TABLE_LEAF 0x0d

#define MAX_COLUMNS 24
#define FIRST_COLUMN 4 /* parameter of PUT_FOUND */

#define PUT_FOUND "INSERT INTO temp.found VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"

typedef struct {
  sqlite3_stmt *put;
  const guint8 *data;
  guint         page_size;
  guint         n_pages;
  gsize         left;    /* bytes that may still be read: rows of a file that was made to attack share their pages */
  guint8       *used;    /* whether anything came of each page */
  GByteArray   *payload; /* of the row at hand */
  GCancellable *cancellable;
  GError       *error;   /* of writing, or that it was cancelled */
} Scan;

static guint
get_16 (const guint8 *from)
{
  return (guint) from[0] << 8 | from[1];
}

static guint
get_32 (const guint8 *from)
{
  return (guint) from[0] << 24 | (guint) from[1] << 16 | (guint) from[2] << 8 | from[3];
}

/* A number of up to nine bytes: how many it takes, or 0 where it does not end before @end. */
static guint
get_varint (const guint8 *from,
            const guint8 *end,
            guint64      *number)
{
  *number = 0;
  for (guint i = 0; i < 9 && from + i < end; i++)
    {
      if (i == 8)
        {
          *number = *number << 8 | from[i];
          return 9;
        }
      *number = *number << 7 | (from[i] & 0x7f);
      if ((from[i] & 0x80) == 0)
        return i + 1;
    }

  return 0;
}

/* ---- A row ---- */

static gint64
get_integer (const guint8 *from,
             guint         size)
{
  guint64 number = from[0] & 0x80 ? G_MAXUINT64 : 0;

  for (guint i = 0; i < size; i++)
    number = number << 8 | from[i];

  return (gint64) number;
}

/* The value of serial type @type at @from: how many bytes it takes; −1: it is none, or goes beyond @end. */
static gssize
bind_value (sqlite3_stmt *statement,
            int           parameter,
            guint64       type,
            const guint8 *from,
            const guint8 *end)
{
  static const guint sizes[] = { 0, 1, 2, 3, 4, 6, 8, 8, 0, 0 };
  gsize size;

  if (type == 10 || type == 11)
    return -1;
  size = type < 10 ? sizes[type] : type / 2 - 6;
  if (size > (gsize) (end - from))
    return -1;

  if (type == 7)
    {
      gint64 bits = get_integer (from, 8);
      double real;

      memcpy (&real, &bits, sizeof real);
      sqlite3_bind_double (statement, parameter, real);
    }
  else if (type > 0 && type < 10)
    sqlite3_bind_int64 (statement, parameter, type >= 8 ? (gint64) type - 8 : get_integer (from, (guint) size));
  else if (type >= 12 && type % 2 == 0)
    sqlite3_bind_blob64 (statement, parameter, from, size, SQLITE_STATIC);
  else if (type >= 12)
    sqlite3_bind_text64 (statement, parameter, (const char *) from, size, SQLITE_STATIC, SQLITE_UTF8);

  return (gssize) size;
}

/* The columns of a row must fill it exactly. */
static gboolean
bind_row (Scan *self)
{
  const guint8 *start = self->payload->data, *end = start + self->payload->len, *header_end, *body;
  guint64 header_size;
  guint taken = get_varint (start, end, &header_size);
  int n = 0;

  if (taken == 0 || header_size < taken || header_size > self->payload->len)
    return FALSE;

  header_end = body = start + header_size;
  for (const guint8 *at = start + taken; at < header_end; at += taken, n++)
    {
      guint64 type;
      gssize size;

      taken = get_varint (at, header_end, &type);
      if (taken == 0 || n == MAX_COLUMNS)
        return FALSE;
      size = bind_value (self->put, FIRST_COLUMN + n, type, body, end);
      if (size < 0)
        return FALSE;
      body += size;
    }
  sqlite3_bind_int (self->put, 1, n);

  return body == end && n > 0;
}

static gboolean
put_row (Scan     *self,
         gboolean  numbered,
         gint64    number,
         gboolean  whole)
{
  gboolean read;

  sqlite3_clear_bindings (self->put);
  if (numbered)
    sqlite3_bind_int64 (self->put, 2, number);
  sqlite3_bind_int (self->put, 3, whole);
  read = bind_row (self);
  if (read)
    venule_sql_do (self->put, &self->error);

  return read;
}

/* ---- Where a row lies ---- */

static const guint8 *
get_page (Scan  *self,
          guint  number)
{
  return number >= 1 && number <= self->n_pages ? self->data + (gsize) (number - 1) * self->page_size : NULL;
}

/* How many of @size bytes of a row lie in the page of the tree. */
static gsize
local_size (Scan     *self,
            gsize     size,
            gboolean  table)
{
  gsize usable = self->page_size;
  gsize most = table ? usable - 35 : (usable - 12) * 64 / 255 - 23;
  gsize least = (usable - 12) * 32 / 255 - 23;
  gsize local = size <= most ? size : least + (size - least) % (usable - 4);

  return local <= most ? local : least;
}

/* What does not fit lies in a chain of pages, each of which names the next. FALSE when it breaks off; there are zeros
 * then. */
static gboolean
follow_chain (Scan  *self,
              guint  next,
              gsize  size)
{
  while (self->payload->len < size)
    {
      const guint8 *page = get_page (self, next);

      if (page == NULL)
        {
          guint there = self->payload->len;

          g_byte_array_set_size (self->payload, (guint) size);
          memset (self->payload->data + there, 0, size - there);
          return FALSE;
        }
      g_byte_array_append (self->payload, page + 4, (guint) MIN (size - self->payload->len, self->page_size - 4));
      next = get_32 (page);
    }

  return TRUE;
}

static void
mark_chain (Scan  *self,
            guint  next,
            gsize  size)
{
  for (gsize marked = 0; marked < size; marked += self->page_size - 4)
    {
      self->used[next - 1] = TRUE;
      next = get_32 (get_page (self, next));
    }
}

static gboolean
read_cell (Scan         *self,
           const guint8 *page,
           guint         offset,
           guint         kind)
{
  const guint8 *at = page + offset, *end = page + self->page_size;
  gboolean numbered = kind == TABLE_LEAF, whole;
  guint64 size, number = 0;
  gsize local;
  guint taken;

  if (kind == INDEX_INTERIOR)
    at += 4;
  taken = at < end ? get_varint (at, end, &size) : 0;
  if (taken == 0 || size > self->left || size > G_MAXUINT / 2)
    return FALSE;
  self->left -= size;
  at += taken;
  if (numbered)
    {
      taken = get_varint (at, end, &number);
      if (taken == 0)
        return FALSE;
      at += taken;
    }

  local = local_size (self, size, numbered);
  if (at + local + (local < size ? 4 : 0) > end)
    return FALSE;
  g_byte_array_set_size (self->payload, 0);
  g_byte_array_append (self->payload, at, (guint) local);
  whole = local == size || follow_chain (self, get_32 (at + local), size);
  if (!put_row (self, numbered, (gint64) number, whole))
    return FALSE;
  if (whole && local < size)
    mark_chain (self, get_32 (at + local), size - local);

  return TRUE;
}

static gboolean
goes_on (Scan *self)
{
  return self->error == NULL && !g_cancellable_set_error_if_cancelled (self->cancellable, &self->error);
}

static void
read_page (Scan  *self,
           guint  number)
{
  const guint8 *page = get_page (self, number);
  guint header = number == 1 ? FILE_HEADER : 0;
  guint kind = page[header], n, pointers;
  gboolean any = FALSE;

  if (kind != INDEX_INTERIOR && kind != TABLE_INTERIOR && kind != INDEX_LEAF && kind != TABLE_LEAF)
    return;
  n = get_16 (page + header + 3);
  pointers = header + (kind == INDEX_INTERIOR || kind == TABLE_INTERIOR ? 12 : 8);
  if (pointers + 2 * n > self->page_size)
    return;

  for (guint i = 0; i < n && kind != TABLE_INTERIOR && goes_on (self); i++)
    {
      guint offset = get_16 (page + pointers + 2 * i);

      any = (offset >= pointers + 2 * n && offset + 4 <= self->page_size && read_cell (self, page, offset, kind)) ||
            any;
    }
  if (any || kind == TABLE_INTERIOR || n == 0)
    self->used[number - 1] = TRUE;
}

guint
venule_page_salvage_get_page_size (GBytes *file)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (file, &size);
  guint page_size = size >= FILE_HEADER ? get_16 (data + 16) : 0;

  if (page_size == 1)
    page_size = 65536;

  return page_size >= 512 && (page_size & (page_size - 1)) == 0 ? page_size : 0;
}

gboolean
venule_page_salvage (GBytes        *file,
                     guint          page_size,
                     sqlite3       *into,
                     guint         *n_unused,
                     GCancellable  *cancellable,
                     GError       **error)
{
  gsize size;
  Scan self = { .data = g_bytes_get_data (file, &size), .page_size = page_size, .cancellable = cancellable };
  g_autoptr(sqlite3_stmt) put = venule_sql_prepare (into, PUT_FOUND, error);
  g_autoptr(GByteArray) payload = g_byte_array_new ();
  g_autofree guint8 *used = NULL;

  if (put == NULL)
    return FALSE;

  self.put = put;
  self.payload = payload;
  self.left = size;
  self.n_pages = (guint) MIN (size / page_size, G_MAXUINT - 1);
  self.used = used = g_malloc0 (MAX (self.n_pages, 1));
  for (guint number = 1; number <= self.n_pages && goes_on (&self); number++)
    read_page (&self, number);
  if (self.error != NULL)
    {
      g_propagate_error (error, self.error);
      return FALSE;
    }

  *n_unused = size % page_size != 0; /* what was cut off in the middle of a page */
  for (guint i = 0; i < self.n_pages; i++)
    *n_unused += !used[i];
  return TRUE;
}
