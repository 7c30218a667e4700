// fpcheck: selectivity <<<4, 32>>> price=@a_count_half2_price.npy hits=empty:4 limit=12.5 rows=1500 --ref 'hits=@a_count_half2_hits.npy'
// expect: ok
// why: hits are counted in half2, a predicate's 0 or 1 at a time; both lanes of a thread stay below 2048, up to which binary16 holds every integer, and the warp's total is an int
// figure: all of hits exactly as the reference, e.g. hits[0] = 630
#include <cuda_fp16.h>

__global__ void selectivity(const float* price, int* hits, float limit, int rows)
{
    const float* p = price + blockIdx.x * rows;
    __half2 count = __floats2half2_rn(0.0f, 0.0f);
    for (int i = 2 * threadIdx.x; i < rows; i += 64) {
        float first = p[i] < limit ? 1.0f : 0.0f;
        float second = i + 1 < rows && p[i + 1] < limit ? 1.0f : 0.0f;
        count = __hadd2(count, __floats2half2_rn(first, second));
    }
    int mine = (int)__low2float(count) + (int)__high2float(count);
    for (int d = 16; d > 0; d >>= 1)
        mine += __shfl_down_sync(0xffffffffu, mine, d);
    if (threadIdx.x == 0)
        hits[blockIdx.x] = mine;
}
