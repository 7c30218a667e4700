// fpcheck: plan <<<1, 128>>> minutes=randint(1,60):128 release=randint(0,500):128 start=empty:128 late=empty:1 n=128 horizon=3000
// expect: error race at line 43
// why: the inclusive scan of the job lengths adds in place with one barrier a round instead of two
// figure: undefined: maps[t - o] of another warp is read before or after its own round
// Start times of jobs on one machine in the given order, with idle time where a job is released later:
// start[i] = max over j <= i of (release[j] + lengths of j .. i-1), by a scan of (max, plus) maps.
#include <math_constants.h>
#include <cuda_runtime.h>
#define JOBS 128

struct Map {
    int add;    // t -> max(t + add, floor)
    int floor;
};

__device__ Map job(int release, int minutes)
{
    Map m;
    m.add = minutes;
    m.floor = release + minutes;
    return m;
}

// First a, then b.
__device__ Map then(Map a, Map b)
{
    Map m;
    m.add = a.add + b.add;
    m.floor = max(a.floor + b.add, b.floor);
    return m;
}

__device__ int apply(Map m, int t)
{
    return max(t + m.add, m.floor);
}

__device__ void scan(Map *maps, int t, int n)
{
    for (int o = 1; o < n; o <<= 1) {
        if (t >= o && t < n) {
            Map before = maps[t - o];
            maps[t] = then(before, maps[t]);
        }
        __syncthreads();
    }
}

__device__ int count_late(int finish, int horizon)
{
    return __popc(__ballot_sync(0xffffffffu, finish > horizon));
}

__global__ void plan(const int *minutes, const int *release, int *start, int *late, int n, int horizon)
{
    __shared__ Map maps[JOBS];
    __shared__ int late_jobs;
    int t = threadIdx.x;
    if (t == 0)
        late_jobs = 0;
    Map neutral;
    neutral.add = 0;
    neutral.floor = 0;
    maps[t] = t < n ? job(release[t], minutes[t]) : neutral;
    __syncthreads();

    scan(maps, t, n);

    int finish = t < n ? apply(maps[t], 0) : 0;
    if (t < n)
        start[t] = finish - minutes[t];
    int found = count_late(finish, horizon);
    if ((t & 31) == 0)
        atomicAdd(&late_jobs, found);
    __syncthreads();
    if (t == 0)
        late[0] = late_jobs;
}

struct Compensated {
    float sum, lost;
};

__device__ void add(Compensated &a, float x)
{
    float t = a.sum + x;
    if (fabsf(a.sum) >= fabsf(x))
        a.lost += (a.sum - t) + x;
    else
        a.lost += (x - t) + a.sum;
    a.sum = t;
}

__global__ void series_sums(const float *first, const float *step, float *total, int terms)
{
    int i = threadIdx.x;
    Compensated c = {first[i], 0.0f};
    for (int k = 0; k < terms; ++k)
        add(c, step[i]);
    total[i] = c.sum + c.lost;
}

__device__ float uniform01(unsigned u)
{
    return (float)(u >> 8) * 5.9604644775390625e-8f;
}

__global__ void draw(const unsigned *bits, const float *weight, float *out, int n)
{
    int i = threadIdx.x;
    int k = (int)(uniform01(bits[i]) * n);
    out[i] = weight[k];
}

typedef unsigned long long u64;
__global__ void earliest(const float *free_at, int *machine, float *time, int n)
{
    __shared__ u64 best;
    int t = threadIdx.x;
    if (t == 0)
        best = ~0ull;
    __syncthreads();
    if (t < n)
        atomicMin(&best, ((u64)__float_as_uint(free_at[t]) << 32) | (unsigned)t);
    __syncthreads();
    if (t == 0) {
        machine[0] = (int)(unsigned)best;
        time[0] = __uint_as_float((unsigned)(best >> 32));
    }
}

__global__ void leaving_row(const float *b, const float *column, int *row, float *step, int m)
{
    int lane = threadIdx.x;
    float best = CUDART_INF_F;
    int who = m;
    for (int r = lane; r < m; r += 32) {
        if (column[r] <= 1e-7f)
            continue;
        float ratio = b[r] / column[r];
        if (ratio < best) {
            best = ratio;
            who = r;
        }
    }
    for (int o = 16; o > 0; o >>= 1) {
        float other = __shfl_xor_sync(0xffffffffu, best, o);
        int his = __shfl_xor_sync(0xffffffffu, who, o);
        if (other < best || (other == best && his < who)) {
            best = other;
            who = his;
        }
    }
    if (lane == 0) {
        row[0] = who < m ? who : -1;
        step[0] = best;
    }
}
