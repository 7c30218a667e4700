// fpcheck: score <<<2, 32>>> jump=uniform(-1,8):64 valid=randint(0,2):64 points=empty:64 n=64
// fpcheck+ rank <<<1, 64>>> order=empty:64 sorted=empty:64
// fpcheck+ places <<<2, 32>>> place=empty:64
// fpcheck+ best_three <<<1, 32>>> podium=empty:3
// expect: ok
// why: invalid jumps are NaN on purpose and go through a sorting network; its order is total: NaN counts as lower than all, ties go by number
// figure: computed order and place are exact; points: powf within 4 ulps of MPFR (tolerance 32 half ulps)
//
// Ranking of a contest with 64 athletes: points from the length of the jump, bitonic sort in shared memory, places
// with ties, podium.
#include <cuda_runtime.h>

#define ATHLETES 64

// IAAF style: a * (length - b)^c; below b there are no points.
__device__ float points_of(float metres)
{
    const float a = 90.5674f, b = 2.2f, c = 1.4f;
    float over = metres - b;
    if (over <= 0.0f)
        return 0.0f;
    return a * powf(over, c);
}

// A jump that does not count has no points at all: NaN.
__global__ void score(const float *jump, const int *valid, float *points, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float p = points_of(jump[i]);
    if (valid[i] == 0)
        p = __int_as_float(0x7fc00000);
    points[i] = p;
}

struct Entry {
    float points;
    int athlete;
};

// Is a to stand before b? Higher points first, NaN last, equal ones by number.
__device__ bool ahead(Entry a, Entry b)
{
    bool a_out = isnan(a.points);
    bool b_out = isnan(b.points);
    if (a_out != b_out)
        return b_out;
    if (!a_out && a.points != b.points)
        return a.points > b.points;
    return a.athlete < b.athlete;
}

__device__ void exchange(Entry *s, int i, int j)
{
    Entry h = s[i];
    s[i] = s[j];
    s[j] = h;
}

// Bitonic sort of 64 entries by 64 threads; of each pair the lower thread acts.
__device__ void sort(Entry *s)
{
    int i = threadIdx.x;
    for (int size = 2; size <= ATHLETES; size *= 2) {
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            int j = i ^ stride;
            if (j > i) {
                bool forwards = (i & size) == 0;
                bool right = forwards ? ahead(s[i], s[j]) : ahead(s[j], s[i]);
                if (!right)
                    exchange(s, i, j);
            }
        }
    }
    __syncthreads();
}

__global__ void rank(const float *points, int *order, float *sorted)
{
    __shared__ Entry s[ATHLETES];
    int i = threadIdx.x;
    s[i].points = points[i];
    s[i].athlete = i;
    sort(s);
    order[i] = s[i].athlete;
    float p = s[i].points;
    sorted[i] = isnan(p) ? -1.0f : p; // the list shows -1 for "no valid jump"
}

// Place 1 + the number of athletes with more points; 0: not ranked.
__global__ void places(const float *points, int *place)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float mine = points[i];
    if (isnan(mine)) {
        place[i] = 0;
        return;
    }
    int more = 0;
    for (int j = 0; j < ATHLETES; j++)
        more += points[j] > mine; // false for a NaN
    place[i] = 1 + more;
}

__global__ void best_three(const int *order, const float *sorted, int *podium)
{
    int i = threadIdx.x;
    if (i < 3)
        podium[i] = sorted[i] >= 0.0f ? order[i] : -1;
}

// Points of the teams: athlete i is in team i % teams; invalid jumps add nothing.
__global__ void team_points(const float *points, float *team, int teams)
{
    int t = threadIdx.x;
    if (t >= teams)
        return;
    float sum = 0.0f;
    for (int i = t; i < ATHLETES; i += teams)
        if (!isnan(points[i]))
            sum += points[i];
    team[t] = sum;
}

// Number of valid jumps.
__global__ void count_valid(const float *points, int *count)
{
    int lane = threadIdx.x;
    int n = 0;
    for (int i = lane; i < ATHLETES; i += 32)
        n += isnan(points[i]) ? 0 : 1;
    n = __reduce_add_sync(0xffffffffu, n);
    if (lane == 0)
        count[0] = n;
}

// The host prints
//     place  athlete  points
// in the order of "order", and "-" where sorted is -1.
//
// Why not thrust::sort: with NaN among the keys, operator< is no strict weak order, and the result of a comparison
// sort is undefined.  "ahead" is one:
//   - irreflexive: of an entry and itself, the numbers are equal, so it is false;
//   - total: two different entries differ at least by their number;
//   - transitive: it compares (is NaN, -points, number) lexicographically.
//
// The sort has 21 passes for 64 athletes; that it is of one block only is no matter, contests are small.
//
