/* cuda-races.cpp: threads of a kernel that meet in memory without a barrier between them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The kernels are compiled as for ThreadSanitizer, so that each access calls a function; those functions stand here in place
 * of its library, which knows nothing of blocks and warps. Of each byte the last write is kept, and who has read it since;
 * an access is in order when a barrier of the block, or a __syncwarp() of both lanes, lies between. Shuffles and votes order
 * nothing (CUDA C++ Programming Guide, "Warp Shuffle Functions"). Between blocks only atomics behind a __threadfence() do.
 * As what counts is what is allowed to come first, and not what came first, one run shows it in any order of the threads.
 */

#ifdef VNK_EMULATE_RACES

#include "cuda-races.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#define PAGE 4096u
#define WORD 4u
#define MOST_PAGES 16384u
#define AT_HAND 4096u /* pages that are found at once */
#define MOST_THREADS 1024
#define LANES 32
#define EXIT_RACES 66
#define MANY 0xffffu   /* warps that have read a place */
#define NOBODY 0xffffu
#define LATER UINT32_MAX

extern "C" char __bss_start, _end;

namespace {

enum Kind { READ, WRITE, ATOMIC };

/* Threads that may have been at a place at the same time. Times are counted in barriers; 0: never. */
struct Crowd {
  uint32_t time, at; /* the last one, and where in the program */
  uint32_t lanes;    /* of the warp `warp` */
  uint16_t warp;
};

/* One word, or one byte: who wrote it, and since then has read it or was there with an atomic. */
struct Cell {
  uint32_t written, at;
  Crowd    readers, atomics;
  uint16_t writer;
};

/* Of words, as long as nobody touches a part of one. */
struct Page {
  uintptr_t number;
  bool      fine;
  Cell     *cells;
};

struct Copy {
  uintptr_t address;
  size_t    size;
};

struct Thread {
  uint32_t fenced;   /* what it has written until then others may see */
  uint32_t acquired; /* what others have written until then it may see */
};

struct Races {
  std::unordered_map<uintptr_t, Page *>    *pages;
  std::unordered_map<uintptr_t, uint32_t>  *released; /* by atomics at a place */
  std::unordered_set<uint64_t>             *known;
  Page     *at_hand[AT_HAND];
  uintptr_t program; /* where it begins */
  uintptr_t stacks, stacks_end, shared, shared_end;
  uint32_t  now, kernel, block, barrier; /* when they began */
  uint32_t  acquired, acquiring;         /* by all threads of the block; by some, since the last barrier */
  uint32_t  fenced, fencing;
  uint32_t  synced[MOST_THREADS / LANES][LANES][LANES];
  Thread    threads[MOST_THREADS];
  std::vector<Copy> *copies; /* of each thread that are on their way */
  int       thread;
};

Races races;
thread_local bool running;

void
report (const char *before, uint32_t before_at, const char *now, uint32_t at, bool other_block)
{
  char program[4096], command[4300];
  ssize_t n = readlink ("/proc/self/exe", program, sizeof program - 1);

  if (!races.known->insert ((uint64_t) before_at << 32 | at).second)
    return;

  program[n > 0 ? n : 0] = '\0';
  fprintf (stderr, "cuda-races: thread %d %s what a thread of %s %s, and nothing orders the two:\n", races.thread, now,
           other_block ? "another block" : "its block", before);
  fflush (stderr);
  snprintf (command, sizeof command, "addr2line -Cpife '%s' %#x %#x >&2", program, at - 1, before_at - 1);
  if (system (command) != 0)
    fprintf (stderr, "%s\n", command);
}

bool
is_shared (uintptr_t address)
{
  return (address >= races.shared && address < races.shared_end) ||
         (address >= (uintptr_t) &__bss_start && address < (uintptr_t) &_end);
}

/* Whether what thread `other` of this block did at a time is over for this thread. */
bool
is_ordered (uint32_t time, int other)
{
  int warp = races.thread / LANES;

  return other == races.thread || time < races.barrier || time <= races.threads[races.thread].acquired ||
         (other / LANES == warp && races.synced[warp][other % LANES][races.thread % LANES] > time);
}

/* What another block did. */
bool
is_over (uint32_t time, bool shared)
{
  return shared || time <= races.acquired || time <= races.threads[races.thread].acquired;
}

bool
is_behind_write (const Cell *cell, bool shared)
{
  return cell->written < races.kernel ||
         (cell->written >= races.block ? is_ordered (cell->written, cell->writer) : is_over (cell->written, shared));
}

bool
is_behind_crowd (const Crowd *crowd, bool shared)
{
  if (crowd->time < races.kernel)
    return true;
  if (crowd->time < races.block)
    return is_over (crowd->time, shared);
  if (crowd->warp == MANY)
    return crowd->time < races.barrier;
  for (int lane = 0; lane < LANES; lane++)
    if ((crowd->lanes >> lane & 1) && !is_ordered (crowd->time, crowd->warp * LANES + lane))
      return false;
  return true;
}

/* Those that are over for this thread need not be known behind it. */
void
join (Crowd *crowd, uint32_t at)
{
  int warp = races.thread / LANES;

  if (crowd->time < races.barrier)
    {
      crowd->warp = (uint16_t) warp;
      crowd->lanes = 0;
    }
  else if (crowd->warp != warp)
    {
      crowd->warp = MANY;
    }
  for (int lane = 0; lane < LANES && crowd->lanes != 0 && crowd->warp != MANY; lane++)
    if ((crowd->lanes >> lane & 1) && is_ordered (crowd->time, warp * LANES + lane))
      crowd->lanes &= ~(1u << lane);
  crowd->lanes |= 1u << races.thread % LANES;
  crowd->time = races.now;
  crowd->at = at;
}

Page *
find_page (uintptr_t number)
{
  Page *&at_hand = races.at_hand[number % AT_HAND];

  if (at_hand == NULL || at_hand->number != number)
    {
      Page *&page = (*races.pages)[number];

      if (page == NULL)
        {
          page = static_cast<Page *> (malloc (sizeof *page));
          *page = { number, false, static_cast<Cell *> (calloc (PAGE / WORD, sizeof (Cell))) };
        }
      at_hand = page;
    }
  return at_hand;
}

void
split (Page *page)
{
  Cell *fine = static_cast<Cell *> (malloc (PAGE * sizeof (Cell)));

  for (unsigned int i = 0; i < PAGE; i++)
    fine[i] = page->cells[i / WORD];
  free (page->cells);
  page->cells = fine;
  page->fine = true;
}

void
forget_pages (void)
{
  for (auto &page : *races.pages)
    {
      free (page.second->cells);
      free (page.second);
    }
  races.pages->clear ();
  memset (races.at_hand, 0, sizeof races.at_hand);
}

const char *const said[] = { "reads", "writes", "changes by an atomic" };

void
access_cell (Cell *cell, Kind kind, bool shared, uint32_t at)
{
  if (!is_behind_write (cell, shared))
    report (said[WRITE], cell->at, said[kind], at, cell->written < races.block);
  if (kind != READ && !is_behind_crowd (&cell->readers, shared))
    report (said[READ], cell->readers.at, said[kind], at, cell->readers.time < races.block);
  if (kind != ATOMIC && !is_behind_crowd (&cell->atomics, shared))
    report (said[ATOMIC], cell->atomics.at, said[kind], at, cell->atomics.time < races.block);
  switch (kind)
    {
    case READ:
      join (&cell->readers, at);
      break;
    case ATOMIC:
      join (&cell->atomics, at);
      break;
    case WRITE:
      *cell = { races.now, at, { 0 }, { 0 }, (uint16_t) races.thread };
    }
}

Cell *
find_cell (uintptr_t address)
{
  Page *page = find_page (address / PAGE);

  return &page->cells[address % PAGE / (page->fine ? 1 : WORD)];
}

/* Copies of a thread are there by @time. */
void
land (int thread, uint32_t time)
{
  for (const Copy &copy : races.copies[thread])
    for (uintptr_t address = copy.address; address < copy.address + copy.size; address++)
      {
        Cell *cell = find_cell (address);

        if (cell->written == LATER)
          {
            cell->written = time;
            cell->writer = (uint16_t) thread;
          }
      }
  races.copies[thread].clear ();
}

void
access (const volatile void *memory, size_t size, Kind kind, const void *from)
{
  uintptr_t address = (uintptr_t) memory, end = address + size;

  if (!running || (address >= races.stacks && address < races.stacks_end))
    return;

  bool shared = is_shared (address), part = ((address | size) & (WORD - 1)) != 0;
  uint32_t at = (uint32_t) ((uintptr_t) from - races.program);

  while (address < end)
    {
      Page *page = find_page (address / PAGE);

      if (part && !page->fine)
        split (page);
      access_cell (&page->cells[address % PAGE / (page->fine ? 1 : WORD)], kind, shared, at);
      address += page->fine ? 1 : WORD;
    }
}

__attribute__ ((destructor)) void
say (void)
{
  if (races.known == NULL || races.known->empty ())
    return;

  fprintf (stderr, "cuda-races: %zu in all\n", races.known->size ());
  _exit (EXIT_RACES);
}

} // namespace

void
vnk_races_begin_kernel (const void *stacks, size_t size)
{
  if (races.pages == NULL)
    {
      Dl_info info;

      races.program = dladdr (&races, &info) != 0 ? (uintptr_t) info.dli_fbase : 0;
      races.pages = new std::unordered_map<uintptr_t, Page *>;
      races.copies = new std::vector<Copy>[MOST_THREADS];
      races.released = new std::unordered_map<uintptr_t, uint32_t>;
      races.known = new std::unordered_set<uint64_t>;
    }
  if (races.pages->size () > MOST_PAGES)
    forget_pages ();
  races.released->clear ();
  races.stacks = (uintptr_t) stacks;
  races.stacks_end = races.stacks + size;
  races.kernel = ++races.now;
  running = true;
}

void
vnk_races_end_kernel (void)
{
  running = false;
}

void
vnk_races_begin_block (const void *shared, size_t size)
{
  races.shared = (uintptr_t) shared;
  races.shared_end = races.shared + size;
  races.block = races.barrier = ++races.now;
  races.acquired = races.acquiring = races.fenced = races.fencing = 0;
  for (int i = 0; i < MOST_THREADS; i++)
    {
      races.threads[i] = { 0, 0 };
      land (i, 0);
    }
}

void
vnk_races_go_on (int thread)
{
  races.thread = thread;
}

void
vnk_races_barrier (void)
{
  races.barrier = ++races.now;
  races.acquired = races.acquiring;
  races.fenced = races.fencing;
}

void
vnk_races_sync (int first, unsigned int lanes)
{
  races.now++;
  for (int i = 0; i < LANES; i++)
    for (int j = 0; j < LANES; j++)
      if ((lanes >> i & 1) && (lanes >> j & 1))
        races.synced[first / LANES][i][j] = races.now;
}

void
vnk_races_fence (void)
{
  if (running)
    races.threads[races.thread].fenced = races.fencing = ++races.now;
}

void
vnk_races_atomic (void *place, size_t size, const void *where)
{
  if (!running)
    return;

  Thread *thread = &races.threads[races.thread];
  uint32_t &released = (*races.released)[(uintptr_t) place];

  access (place, size, ATOMIC, where);
  if (released > thread->acquired)
    thread->acquired = released;
  if (thread->acquired > races.acquiring)
    races.acquiring = thread->acquired;
  if (released < races.fenced)
    released = races.fenced;
  if (released < thread->fenced)
    released = thread->fenced;
}

void
vnk_races_copy (void *place, size_t size)
{
  if (!running)
    return;

  for (uintptr_t address = (uintptr_t) place; address < (uintptr_t) place + size; address++)
    {
      Cell *cell = find_cell (address);

      cell->written = LATER;
      cell->writer = NOBODY;
    }
  races.copies[races.thread].push_back ({ (uintptr_t) place, size });
}

void
vnk_races_copies_done (void)
{
  if (running)
    land (races.thread, races.now);
}

int
vnk_races_take (void)
{
  int n = (int) races.known->size ();

  races.known->clear ();
  return n;
}

/* ---- What the compiler calls ---- */

#define FROM __builtin_return_address (0)
/* What is volatile is there to be changed by others meanwhile, as by atomics. */
#define ACCESS(n) \
  void __tsan_read##n (void *p) { access (p, n, READ, FROM); } \
  void __tsan_write##n (void *p) { access (p, n, WRITE, FROM); } \
  void __tsan_volatile_read##n (void *p) { access (p, n, ATOMIC, FROM); } \
  void __tsan_volatile_write##n (void *p) { access (p, n, ATOMIC, FROM); } \
  void __tsan_unaligned_read##n (void *p) { access (p, n, READ, FROM); } \
  void __tsan_unaligned_write##n (void *p) { access (p, n, WRITE, FROM); }

extern "C" {
ACCESS (1)
ACCESS (2)
ACCESS (4)
ACCESS (8)
ACCESS (16)
void __tsan_read_range (void *p, size_t n) { access (p, n, READ, FROM); }
void __tsan_write_range (void *p, size_t n) { access (p, n, WRITE, FROM); }
void __tsan_init (void) { }

/* The host's, between its threads. */
int __tsan_atomic32_load (const volatile int *p, int) { return __atomic_load_n (p, __ATOMIC_SEQ_CST); }
void __tsan_atomic32_store (volatile int *p, int v, int) { __atomic_store_n (p, v, __ATOMIC_SEQ_CST); }
int __tsan_atomic32_exchange (volatile int *p, int v, int) { return __atomic_exchange_n (p, v, __ATOMIC_SEQ_CST); }
int __tsan_atomic32_fetch_add (volatile int *p, int v, int) { return __atomic_fetch_add (p, v, __ATOMIC_SEQ_CST); }
int __tsan_atomic32_fetch_sub (volatile int *p, int v, int) { return __atomic_fetch_sub (p, v, __ATOMIC_SEQ_CST); }
}

#endif
