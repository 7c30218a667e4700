// fpcheck: cfar <<<4, 64>>> adc=@a_cfar_exact_adc.npy detected=empty:4x192 hits=empty:4 cells=192 --ref 'detected=@a_cfar_exact_detected.npy' --ref 'hits=@a_cfar_exact_hits.npy'
// expect: ok
// why: window sums are differences of prefix sums, huge targets included, but in 64-bit integers, where nothing is lost; the comparison is cross-multiplied, so that no division rounds
// figure: all of detected, hits exactly as the reference, e.g. detected[0] = 0
#include <cuda_runtime.h>

// Cell-averaging CFAR on integer I/Q samples, one range line a block.  Powers
// are at most 2^31, their prefix sums far below 2^63.

constexpr int MAX_CELLS = 192;
constexpr int TRAIN = 12;
constexpr int GUARD = 2;

struct Shared {
    unsigned long long prefix[MAX_CELLS + 1];
    unsigned power[MAX_CELLS];
    unsigned long long warp_sum[2];
    int hits;
};

__device__ unsigned power_of(short i, short q)
{
    int a = i, b = q;
    return (unsigned)(a * a) + (unsigned)(b * b);
}

__device__ void load_line(Shared& s, const short* adc, int cells)
{
    for (int c = threadIdx.x; c < cells; c += blockDim.x)
        s.power[c] = power_of(adc[2 * c], adc[2 * c + 1]);
}

__device__ unsigned long long warp_scan(unsigned long long v)
{
    int lane = threadIdx.x & 31;
    for (int d = 1; d < 32; d <<= 1) {
        unsigned long long o = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d)
            v += o;
    }
    return v;
}

// prefix[c] = sum of the powers before cell c.  64 cells a round.
__device__ void prefix_sums(Shared& s, int cells)
{
    unsigned long long carry = 0;
    if (threadIdx.x == 0)
        s.prefix[0] = 0;
    for (int base = 0; base < cells; base += 64) {
        int c = base + threadIdx.x;
        unsigned long long v = c < cells ? s.power[c] : 0u;
        v = warp_scan(v);
        if ((threadIdx.x & 31) == 31)
            s.warp_sum[threadIdx.x >> 5] = v;
        __syncthreads();
        if (threadIdx.x >= 32)
            v += s.warp_sum[0];
        if (c < cells)
            s.prefix[c + 1] = carry + v;
        carry += s.warp_sum[0] + s.warp_sum[1];
        __syncthreads();
    }
}

struct Range {
    unsigned long long sum;
    int count;
};

__device__ Range between(const Shared& s, int first, int last, int cells)
{
    first = first < 0 ? 0 : first;
    last = last > cells ? cells : last;
    if (first >= last)
        return {0ull, 0};
    return {s.prefix[last] - s.prefix[first], last - first};
}

// power > 5.5 * mean, as 2 * power * count > 11 * sum
__device__ bool is_hit(const Shared& s, int c, int cells)
{
    Range a = between(s, c - GUARD - TRAIN, c - GUARD, cells);
    Range b = between(s, c + GUARD + 1, c + GUARD + 1 + TRAIN, cells);
    unsigned long long left = 2ull * s.power[c] * (unsigned)(a.count + b.count);
    return left > 11ull * (a.sum + b.sum);
}

__global__ void cfar(const short* adc, unsigned char* detected, int* hits, int cells)
{
    __shared__ Shared s;
    if (threadIdx.x == 0)
        s.hits = 0;
    load_line(s, adc + 2 * blockIdx.x * cells, cells);
    __syncthreads();
    prefix_sums(s, cells);
    __syncthreads();
    for (int c = threadIdx.x; c < cells; c += blockDim.x) {
        bool hit = is_hit(s, c, cells);
        detected[blockIdx.x * cells + c] = hit ? 1 : 0;
        if (hit)
            atomicAdd(&s.hits, 1);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        hits[blockIdx.x] = s.hits;
}
