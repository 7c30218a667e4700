// fpcheck: bootstrap <<<1, 64>>> bits=@b_uniform_rounds_to_one_bits.npy count=zeros:16:i32 resample=2 n=64 --ref count=@b_uniform_rounds_to_one_ref_count.npy --tol bitwise
// expect: error index made by a rounded float at line 9
// why: words from 0xffffff80 up round to 2^32, so u is 1 and the index 8: the draw is counted for the next resample or lost (the well-known curand/torch "uniform returned 1.0")
// figure: count[7] computed 3, exact 4
#include <cuda_runtime.h>
// Bootstrap counts: resample r (threads of one half) draws among 8 observations; count is [resample][8].
__device__ int draw(unsigned bits, int items)
{
    const float u = (float)bits * 2.3283064365386963e-10f;
    return (int)(u * (float)items);
}
__global__ void bootstrap(const unsigned* __restrict__ bits, int* count, int resample, int n)
{
    const int i = threadIdx.x;
    if (i >= n) return;
    const int r = i / (n / resample);
    const int item = draw(bits[i], 8);
    if (r * 8 + item < resample * 8) atomicAdd(&count[r * 8 + item], 1);
}
