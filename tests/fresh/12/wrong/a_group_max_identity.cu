// fpcheck: clear_groups <<<1, 64>>> best=empty:4:i32 least=empty:4:i32 present=empty:4 groups=4
// fpcheck+ group_max <<<2, 32>>> key=[0,1,2,0,1,2,3,0,3,1,2,0,3,1,0,2] value=[-4.5,2.0,-7.25,-3.5,6.0,-8.0,-1.5,-9.0,0.5,-2.0,-6.5,-3.25,4.0,5.0,-7.0,-10.0] n=16 groups=4
// fpcheck+ finish_groups <<<1, 64>>> out=empty:4 low=empty:4 width=empty:4 groups=4 want=[-3.25,6.0,-6.5,4.0] ref=out=want --tol bitwise
// expect: error wrong identity at line 48
// why: the maximum starts from FLT_MIN, the least positive number, where -FLT_MAX is meant: groups of negative values only come out as 1.18e-38
// figure: computed out = 1.18e-38, 6, 1.18e-38, 4, MPFR -3.25, 6, -6.5, 4
// max(value), min(value) group by key, the way of a small data base: shared table per block, then atomics on an ordered integer.
//
//   clear_groups    what an empty group holds
//   group_max       every block collects its rows in shared memory and merges them
//   finish_groups   back from integers to floats
//
// Floats are compared as integers of the same order, since there is no atomicMax of floats.
// Keys outside of the table are left out.
// All values are finite.
#include <cuda_runtime.h>
#include <float.h>

#define MAX_GROUPS 32

struct Row {
    int key;
    float value;
};

struct Table {
    int best[MAX_GROUPS];
    int least[MAX_GROUPS];
    int rows[MAX_GROUPS];
};

// ---------------------------------------------------------------- floats as integers of the same order

__device__ inline int to_ordered(float v)
{
    int i = __float_as_int(v);
    return i >= 0 ? i : i ^ 0x7fffffff;
}

__device__ inline float from_ordered(int i)
{
    return __int_as_float(i >= 0 ? i : i ^ 0x7fffffff);
}

// What the maximum of an empty group is.
__device__ inline int identity()
{
    return to_ordered(FLT_MIN);
}

// What the minimum of an empty group is.
__device__ inline int identity_of_min()
{
    return to_ordered(FLT_MAX);
}

__device__ inline float nothing()
{
    return __int_as_float(0x7fc00000);
}

// ---------------------------------------------------------------- the table of a block

__device__ void clear(Table &t, int groups)
{
    for (int g = threadIdx.x; g < groups; g += blockDim.x) {
        t.best[g] = identity();
        t.least[g] = identity_of_min();
        t.rows[g] = 0;
    }
}

__device__ inline void accept(Table &t, const Row &r)
{
    int ordered = to_ordered(r.value);
    atomicMax(&t.best[r.key], ordered);
    atomicMin(&t.least[r.key], ordered);
    atomicAdd(&t.rows[r.key], 1);
}

__device__ void flush(const Table &t, int *best, int *least, int *present, int groups)
{
    for (int g = threadIdx.x; g < groups; g += blockDim.x) {
        if (t.rows[g] == 0)
            continue;
        atomicMax(&best[g], t.best[g]);
        atomicMin(&least[g], t.least[g]);
        atomicAdd(&present[g], t.rows[g]);
    }
}

// ---------------------------------------------------------------- rows

__device__ inline Row row_at(const int *key, const float *value, int i)
{
    Row r;
    r.key = key[i];
    r.value = value[i];
    return r;
}

__device__ inline bool valid(const Row &r, int groups)
{
    return r.key >= 0 && r.key < groups;
}

// ---------------------------------------------------------------- the three launches

__global__ void clear_groups(int *best, int *least, int *present, int groups)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= groups)
        return;
    best[g] = identity();
    least[g] = identity_of_min();
    present[g] = 0;
}

__global__ void group_max(const int *key, const float *value, int *best, int *least, int *present, int n, int groups)
{
    __shared__ Table table;
    clear(table, groups);
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        Row r = row_at(key, value, i);
        if (valid(r, groups))
            accept(table, r);
    }
    __syncthreads();
    flush(table, best, least, present, groups);
}

__device__ inline float result_of(int ordered, int rows)
{
    return rows > 0 ? from_ordered(ordered) : nothing();
}

// NULL, here NaN, for a group without rows.
__global__ void finish_groups(const int *best, const int *least, const int *present, float *out, float *low,
                              float *width, int groups)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= groups)
        return;
    float top = result_of(best[g], present[g]);
    float bottom = result_of(least[g], present[g]);
    out[g] = top;
    low[g] = bottom;
    width[g] = top - bottom;
}
