// fpcheck: empty_table <<<1, 64>>> keys=empty:64 regions=empty:64
// fpcheck+ enter_customers <<<1, 32>>> slot_keys=keys slot_regions=regions customer=[609,127,154,969,560,670,720,922,880,890,891,405,888,919,540,154,531,956,622,155] region=[3,3,3,0,0,3,1,2,0,0,2,3,3,3,3,3,0,0,0,3] inserted=inout:zeros:1 customers=20
// fpcheck+ sum_orders <<<2, 32>>> known=keys regions_of=regions buyer=[531,609,609,922,531,956,922,154,919,405,622,155,560,969,540,956,405,919,956,969,888,922,540,922,622,880,880,531,880,720,127,154,531,956,891,891,155,609,922,609,956,155,880,127,531,7,8,9] price=[9.5,3.75,13.5,41.75,42.75,8.0,15.0,32.5,12.0,42.0,44.25,11.75,5.25,20.25,22.75,19.25,29.0,49.75,11.25,47.25,37.25,25.5,14.25,7.5,6.0,1.25,20.0,22.0,16.0,42.5,40.5,4.0,29.0,8.25,0.5,48.75,17.25,17.25,11.0,43.75,4.0,29.0,42.5,39.75,20.75,31.0,1.0,43.5] quantity=[4,1,3,5,2,5,5,1,2,1,1,2,6,4,7,6,4,5,2,7,8,6,5,6,7,2,1,6,5,6,3,6,2,6,1,5,5,3,3,2,8,4,4,1,5,5,3,1] amount=inout:zeros:4 orders=inout:zeros:4 orphans=inout:zeros:1 n=48 want=[1478.75,255.0,759.0,1586.25] ref=amount=want --tol rtol=1e-6
// fpcheck+ mean_orders <<<1, 32>>> sums=amount counts=orders average=empty:4
// expect: ok
// why: which slot a customer gets depends on the order of atomics, and amounts are added by float atomics: but no output depends on the first, and the sums are exact
// figure: computed 1478.75, MPFR 1478.75 (amount[0]): multiples of 1/4 below 2^22
// A hash join with aggregation: customers are put into a table with open addressing, orders look them up, and the
// amounts of a region are added. Amounts are multiples of 1/4, so that the order of the atomics does not matter.
#include <cuda_runtime.h>

#define SLOTS 64
#define EMPTY (-1)
#define REGIONS 4

struct Table {
    int *keys;
    int *regions;
};

// ---------------------------------------------------------------- hashing

// Fibonacci hashing: the upper bits of the product are the good ones.
__device__ inline unsigned hash(int key)
{
    return (unsigned)key * 0x9E3779B1u;
}

__device__ inline int first_slot(int key)
{
    return (int)(hash(key) >> 26); // 6 bits: below SLOTS
}

__device__ inline int next(int slot)
{
    return slot + 1 == SLOTS ? 0 : slot + 1;
}

// ---------------------------------------------------------------- the table

__device__ bool insert(Table t, int key, int region)
{
    int slot = first_slot(key);
    for (int tries = 0; tries < SLOTS; tries++) {
        int seen = atomicCAS(&t.keys[slot], EMPTY, key);
        if (seen == EMPTY) {
            t.regions[slot] = region;
            return true;
        }
        if (seen == key)
            return false; // a customer that is there twice counts once
        slot = next(slot);
    }
    return false;
}

__device__ int find(Table t, int key)
{
    int slot = first_slot(key);
    for (int tries = 0; tries < SLOTS; tries++) {
        int seen = t.keys[slot];
        if (seen == key)
            return slot;
        if (seen == EMPTY)
            return -1;
        slot = next(slot);
    }
    return -1;
}

// ---------------------------------------------------------------- kernels: clear, build, probe

__global__ void empty_table(int *keys, int *regions)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < SLOTS) {
        keys[i] = EMPTY;
        regions[i] = 0;
    }
}

__global__ void enter_customers(int *slot_keys, int *slot_regions, const int *customer, const int *region, int *inserted,
                      int customers)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Table t = {slot_keys, slot_regions};
    bool fresh = i < customers && insert(t, customer[i], region[i]);
    int count = __syncthreads_count(fresh);
    if (threadIdx.x == 0)
        atomicAdd(inserted, count);
}

struct Sums {
    float amount[REGIONS];
    int orders[REGIONS];
};

__device__ inline void clear(Sums &s)
{
    if (threadIdx.x < REGIONS) {
        s.amount[threadIdx.x] = 0.0f;
        s.orders[threadIdx.x] = 0;
    }
}

__device__ inline void add(Sums &s, int region, float amount)
{
    atomicAdd(&s.amount[region], amount);
    atomicAdd(&s.orders[region], 1);
}

__device__ inline void flush(const Sums &s, float *amount, int *orders)
{
    if (threadIdx.x < REGIONS) {
        atomicAdd(&amount[threadIdx.x], s.amount[threadIdx.x]);
        atomicAdd(&orders[threadIdx.x], s.orders[threadIdx.x]);
    }
}

//
// Orders of customers that are not in the table have no region and are counted apart.
//

__global__ void sum_orders(int *known, int *regions_of, const int *buyer, const float *price, const int *quantity, float *amount,
                      int *orders, int *orphans, int n)
{
    __shared__ Sums sums;
    clear(sums);
    __syncthreads();

    Table t = {known, regions_of};
    bool orphan = false;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int slot = find(t, buyer[i]);
        if (slot < 0)
            orphan = true;
        else
            add(sums, t.regions[slot], price[i] * (float)quantity[i]);
    }
    int lost = __syncthreads_count(orphan);

    flush(sums, amount, orders);
    if (threadIdx.x == 0)
        atomicAdd(orphans, lost);
}

// ---------------------------------------------------------------- averages

__device__ inline float mean(float amount, int orders)
{
    return orders > 0 ? amount / (float)orders : 0.0f;
}

__global__ void mean_orders(const float *sums, const int *counts, float *average)
{
    int i = threadIdx.x;
    if (i < REGIONS)
        average[i] = mean(sums[i], counts[i]);
}
