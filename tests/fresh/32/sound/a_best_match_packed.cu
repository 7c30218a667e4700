// fpcheck: best_match <<<8, 32>>> score=@a_best_match_packed_score.npy best=empty:8 value=empty:8 n=100 --ref 'best=@a_best_match_packed_best_ref.npy' --ref 'value=@a_best_match_packed_value_ref.npy' --tol bitwise
// expect: ok
// why: argmax by 64-bit keys made of float bits and an inverted column: monotone for negative scores too, ties go to the smaller column
// figure: best[0] computed 77, exact 77; 0 of 8 beyond the tolerance, worst 0 times
#include <cuda_runtime.h>

__device__ unsigned ordered(float x)
{
    unsigned u = __float_as_uint(x);
    return u & 0x80000000u ? ~u : u | 0x80000000u;
}

// score above, inverted column below: of equal scores the first column wins
__device__ unsigned long long pack(float score, int column)
{
    return ((unsigned long long)ordered(score) << 32) | (unsigned)~column;
}

__device__ unsigned long long warp_max(unsigned long long k)
{
    for (int d = 16; d > 0; d >>= 1) {
        unsigned long long o = __shfl_xor_sync(0xffffffffu, k, d);
        k = o > k ? o : k;
    }
    return k;
}

// the best document of each query, a warp a query
__global__ void best_match(const float* score, int* best, float* value, int n)
{
    int lane = threadIdx.x & 31;
    const float* row = score + blockIdx.x * n;
    unsigned long long k = 0;
    for (int c = lane; c < n; c += 32) {
        unsigned long long p = pack(row[c], c);
        k = p > k ? p : k;
    }
    k = warp_max(k);
    if (lane == 0) {
        int c = (int)~(unsigned)k;
        best[blockIdx.x] = c;
        value[blockIdx.x] = row[c];
    }
}
