// fpcheck: sum_ds <<<4, 32>>> x=uniform(-1,2):4x1024 hi=empty:4 lo=empty:4 c=1024 --ref hi=sum(x,1) --tol rtol=1e-6,atol=0
// expect: ok
//
// Row sums in double-single arithmetic: a lane keeps an unevaluated pair (hi, lo), the warp adds the pairs. The
// result is the rounded sum and its remainder.
#define FULL 0xffffffffu

struct DS {
    float hi, lo;
};

__device__ __forceinline__ DS make_ds(float hi, float lo)
{
    DS d;
    d.hi = hi;
    d.lo = lo;
    return d;
}

// Knuth: no condition on magnitudes. Intrinsics keep the compiler from contracting or reassociating.
__device__ __forceinline__ DS two_sum(float a, float b)
{
    const float s = __fadd_rn(a, b);
    const float bb = __fsub_rn(s, a);
    const float aa = __fsub_rn(s, bb);
    const float e = __fadd_rn(__fsub_rn(a, aa), __fsub_rn(b, bb));
    return make_ds(s, e);
}

// Dekker: |a| >= |b| or a == 0
__device__ __forceinline__ DS quick_two_sum(float a, float b)
{
    const float s = __fadd_rn(a, b);
    const float e = __fsub_rn(b, __fsub_rn(s, a));
    return make_ds(s, e);
}

__device__ __forceinline__ DS add(DS a, float b)
{
    const DS s = two_sum(a.hi, b);
    return quick_two_sum(s.hi, __fadd_rn(s.lo, a.lo));
}

__device__ __forceinline__ DS add(DS a, DS b)
{
    DS s = two_sum(a.hi, b.hi);
    const DS t = two_sum(a.lo, b.lo);
    s = quick_two_sum(s.hi, __fadd_rn(s.lo, t.hi));
    return quick_two_sum(s.hi, __fadd_rn(s.lo, t.lo));
}

__device__ __forceinline__ DS shuffle_xor(DS a, int d)
{
    return make_ds(__shfl_xor_sync(FULL, a.hi, d), __shfl_xor_sync(FULL, a.lo, d));
}

__device__ __forceinline__ DS warp_sum(DS a)
{
#pragma unroll
    for (int d = 16; d > 0; d >>= 1)
        a = add(a, shuffle_xor(a, d));
    return a;
}

__device__ __forceinline__ DS lane_sum(const float* row, int c, int lane)
{
    DS acc = make_ds(0.0f, 0.0f);
    int j = lane;
    // four at a time while there are four
    for (; j + 96 < c; j += 128) {
        const float a = row[j];
        const float b = row[j + 32];
        const float d = row[j + 64];
        const float e = row[j + 96];
        acc = add(acc, a);
        acc = add(acc, b);
        acc = add(acc, d);
        acc = add(acc, e);
    }
    for (; j < c; j += 32)
        acc = add(acc, row[j]);
    return acc;
}

__global__ void sum_ds(const float* __restrict__ x, float* __restrict__ hi, float* __restrict__ lo, int c)
{
    const int lane = threadIdx.x;
    const float* row = x + (size_t)blockIdx.x * c;

    const DS mine = lane_sum(row, c, lane);
    const DS all = warp_sum(mine);

    if (lane == 0) {
        hi[blockIdx.x] = all.hi;
        lo[blockIdx.x] = all.lo;
    }
}

// hi is within half an ulp of the sum, hi + lo within about 2^-45 of the sum of the magnitudes.
//
// lo is what rounding made of hi: its own digits are meaningful but its exact value under real arithmetic is
// zero, because then nothing is rounded. It is stored for the next level of the tree on the host:
//
//     double total = 0;
//     for (int b = 0; b < rows; ++b)
//         total += (double)hi[b] + (double)lo[b];
//
// Cost: 10 flops an element in the scalar addition, 20 in the merge of two pairs. The kernel is bound by memory
// bandwidth all the same as soon as a row has more than a few thousand elements.

#ifdef STANDALONE
#include <cstdio>
#include <cstdlib>
#include <vector>

int main()
{
    const int n_x = 4 * 1024;
    std::vector<float> h_x(n_x);
    for (float& e : h_x)
        e = (float)std::rand() / (float)RAND_MAX;
    float* d_x = nullptr;
    cudaMalloc(&d_x, n_x * sizeof(float));
    cudaMemcpy(d_x, h_x.data(), n_x * sizeof(float), cudaMemcpyHostToDevice);

    const int n_hi = 4;
    std::vector<float> h_hi(n_hi);
    float* d_hi = nullptr;
    cudaMalloc(&d_hi, n_hi * sizeof(float));

    const int n_lo = 4;
    std::vector<float> h_lo(n_lo);
    float* d_lo = nullptr;
    cudaMalloc(&d_lo, n_lo * sizeof(float));

    sum_ds<<<4, 32>>>(d_x, d_hi, d_lo, 1024);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        std::fprintf(stderr, "launch failed\n");
        return 1;
    }
    cudaMemcpy(h_hi.data(), d_hi, n_hi * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n_hi && i < 8; ++i)
        std::printf("hi[%d] = %.9g\n", i, h_hi[i]);
    cudaMemcpy(h_lo.data(), d_lo, n_lo * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n_lo && i < 8; ++i)
        std::printf("lo[%d] = %.9g\n", i, h_lo[i]);
    cudaFree(d_x);
    cudaFree(d_hi);
    cudaFree(d_lo);
    return 0;
}
#endif
