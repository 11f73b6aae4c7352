/* made-nvml.c: NVIDIA's management library as a machine with two cards has it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

typedef struct {
  const char         *bus_id;
  unsigned long long  energy; /* mJ */
  unsigned long long  grows;  /* with each time that it is read, mJ */
} Card;

static Card cards[] = { { "0000:17:00.0", 9000, 10 }, { "0000:CA:00.0", 5000, 1500 } };

#define N_CARDS (sizeof cards / sizeof cards[0])

int nvmlInit_v2 (void);
int nvmlDeviceGetHandleByIndex_v2 (unsigned int index, void **device);
int nvmlDeviceGetHandleByPciBusId_v2 (const char *bus_id, void **device);
int nvmlDeviceGetTotalEnergyConsumption (void *device, unsigned long long *millijoules);

enum { SUCCESS = 0, NOT_FOUND = 6 };

int
nvmlInit_v2 (void)
{
  return SUCCESS;
}

int
nvmlDeviceGetHandleByIndex_v2 (unsigned int index, void **device)
{
  if (index >= N_CARDS)
    return NOT_FOUND;
  *device = &cards[index];
  return SUCCESS;
}

int
nvmlDeviceGetHandleByPciBusId_v2 (const char *bus_id, void **device)
{
  for (unsigned int i = 0; i < N_CARDS; i++)
    if (strcmp (cards[i].bus_id, bus_id) == 0)
      return nvmlDeviceGetHandleByIndex_v2 (i, device);
  return NOT_FOUND;
}

int
nvmlDeviceGetTotalEnergyConsumption (void *device, unsigned long long *millijoules)
{
  Card *card = device;

  *millijoules = card->energy += card->grows;
  return SUCCESS;
}
