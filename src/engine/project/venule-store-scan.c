/* venule-store-scan.c: the rows of a damaged database, page by page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-store-scan.h"

#include <string.h>

#define FILE_HEADER 100

/* Kinds of pages of trees. */
#define INDEX_INTERIOR 0x02
#define TABLE_INTERIOR 0x05
#define INDEX_LEAF 0x0a
#define TABLE_LEAF 0x0d

typedef struct {
  const guint8   *data;
  gsize           size;
  guint           page_size;
  guint           n_pages;
  gsize           left;    /* bytes that may still be read: rows of a file that was made to attack share their pages */
  guint8         *used;    /* whether anything came of each page */
  GByteArray     *payload; /* of the row at hand */
  VenuleScanFunc  found;
  gpointer        user_data;
  gboolean        stopped;
} Scan;

guint
venule_store_scan_page_size (const guint8 *data,
                             gsize         size)
{
  guint page_size;

  if (size < FILE_HEADER)
    return 0;
  page_size = (guint) data[16] << 8 | data[17];
  if (page_size == 1)
    page_size = 65536;

  return page_size >= 512 && (page_size & (page_size - 1)) == 0 ? page_size : 0;
}

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
get_value (guint64          type,
           const guint8    *from,
           const guint8    *end,
           VenuleScanValue *value)
{
  static const guint sizes[] = { 0, 1, 2, 3, 4, 6, 8, 8, 0, 0 };
  gsize left = (gsize) (end - from);
  gsize size;

  *value = (VenuleScanValue){ .kind = VENULE_SCAN_NULL };
  if (type == 10 || type == 11)
    return -1;
  size = type < 10 ? sizes[type] : type / 2 - 6;
  if (size > left)
    return -1;

  if (type == 7)
    {
      gint64 bits = get_integer (from, 8);

      value->kind = VENULE_SCAN_REAL;
      memcpy (&value->real, &bits, sizeof value->real);
    }
  else if (type > 0 && type < 10)
    {
      value->kind = VENULE_SCAN_INTEGER;
      value->integer = type >= 8 ? (gint64) type - 8 : get_integer (from, (guint) size);
    }
  else if (type >= 12)
    {
      value->kind = type % 2 == 0 ? VENULE_SCAN_BLOB : VENULE_SCAN_TEXT;
      value->bytes = from;
      value->size = size;
    }

  return (gssize) size;
}

/* The columns of a row must fill it exactly. */
static gboolean
read_row (Scan          *self,
          VenuleScanRow *row)
{
  const guint8 *start = self->payload->data, *end = start + self->payload->len, *header_end, *body;
  VenuleScanValue values[VENULE_SCAN_MOST_COLUMNS];
  guint64 header_size;
  guint taken = get_varint (start, end, &header_size);

  if (taken == 0 || header_size < taken || header_size > self->payload->len)
    return FALSE;

  header_end = body = start + header_size;
  for (const guint8 *at = start + taken; at < header_end;)
    {
      guint64 type;
      gssize size;

      taken = get_varint (at, header_end, &type);
      if (taken == 0 || row->n == VENULE_SCAN_MOST_COLUMNS)
        return FALSE;
      size = get_value (type, body, end, &values[row->n]);
      if (size < 0)
        return FALSE;
      row->n++;
      at += taken;
      body += size;
    }
  if (body != end || row->n == 0)
    return FALSE;

  row->values = values;
  self->stopped = !self->found (row, self->user_data);

  return TRUE;
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

/* What does not fit lies in a chain of pages, each of which names the next. FALSE when it breaks off; there are zeros then. */
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
  VenuleScanRow row = { .has_number = kind == TABLE_LEAF };
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
  if (row.has_number)
    {
      taken = get_varint (at, end, &number);
      if (taken == 0)
        return FALSE;
      at += taken;
    }
  row.number = (gint64) number;

  local = local_size (self, size, row.has_number);
  if (at + local + (local < size ? 4 : 0) > end)
    return FALSE;
  g_byte_array_set_size (self->payload, 0);
  g_byte_array_append (self->payload, at, (guint) local);
  row.whole = local == size || follow_chain (self, get_32 (at + local), size);
  if (!read_row (self, &row))
    return FALSE;
  if (row.whole && local < size)
    mark_chain (self, get_32 (at + local), size - local);

  return TRUE;
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

  for (guint i = 0; i < n && kind != TABLE_INTERIOR && !self->stopped; i++)
    {
      guint offset = get_16 (page + pointers + 2 * i);

      any = (offset >= pointers + 2 * n && offset + 4 <= self->page_size && read_cell (self, page, offset, kind)) || any;
    }
  if (any || kind == TABLE_INTERIOR || n == 0)
    self->used[number - 1] = TRUE;
}

guint
venule_store_scan (const guint8   *data,
                   gsize           size,
                   guint           page_size,
                   VenuleScanFunc  found,
                   gpointer        user_data)
{
  Scan self = { .data = data, .size = size, .page_size = page_size, .found = found, .user_data = user_data };
  guint n_unused = 0;

  g_return_val_if_fail (page_size >= 512, 0);

  self.left = size;
  self.n_pages = (guint) MIN (size / page_size, G_MAXUINT - 1);
  self.used = g_malloc0 (MAX (self.n_pages, 1));
  self.payload = g_byte_array_new ();
  for (guint number = 1; number <= self.n_pages && !self.stopped; number++)
    read_page (&self, number);
  for (guint i = 0; i < self.n_pages; i++)
    n_unused += !self.used[i];
  /* What was cut off in the middle of a page. */
  n_unused += size % page_size != 0;
  g_byte_array_unref (self.payload);
  g_free (self.used);

  return n_unused;
}
