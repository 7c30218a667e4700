// fpcheck: best_match <<<8, 32>>> score=@a_best_match_signext_score.npy best=empty:8 value=empty:8 n=100 --ref 'best=@a_best_match_signext_best_ref.npy'
// expect: error mismatch at line 16
// why: ~column is a negative int and its sign fills the upper half when it is widened, so the key holds no score at all and column 0 always wins
// figure: value[7] computed -2.8677065, exact 4.986826419830322; 7 of 8 beyond the tolerance, worst 7.85e+300 times
#include <cuda_runtime.h>

__device__ unsigned ordered(float x)
{
    unsigned u = __float_as_uint(x);
    return u & 0x80000000u ? ~u : u | 0x80000000u;
}

// score above, inverted column below: of equal scores the first column wins
__device__ unsigned long long pack(float score, int column)
{
    return ((unsigned long long)ordered(score) << 32) | (long long)~column;
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
