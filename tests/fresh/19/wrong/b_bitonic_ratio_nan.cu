// fpcheck: sort_ratios <<<1, 32>>> hits=[5,0,3,8,1,0,9,2,7,4,6,0,3,1,8,2] shots=[10,0,4,9,8,0,12,3,8,5,7,0,10,9,20,50] best=empty:8 n=16 keep=8 want=[0.04,0.1111111111111111,0.125,0.3,0.4,0.5,0.6666666666666666,0.75] ref=best=want --tol rtol=1e-5,atol=0
// expect: error NaN in a sorting network at line 9
// why: 0/0 is NaN, for which a > b is false both ways: such a key stays where it is, parts the network's runs, and what comes out is not sorted
// figure: computed best[0] 0.125, right 0.04
#include <cuda_runtime.h>

__device__ void compare_exchange(float &a, float &b, bool ascending)
{
    if ((a > b) == ascending) {
        float t = a;
        a = b;
        b = t;
    }
}

__device__ void bitonic_sort(float *key, int n)
{
    int t = threadIdx.x;
    for (int size = 2; size <= n; size *= 2) {
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            int partner = t ^ stride;
            if (t < n && partner > t)
                compare_exchange(key[t], key[partner], (t & size) == 0);
        }
    }
    __syncthreads();
}

// The smallest hit rates of n players, n a power of two; nobody's 0/0 should count.
__global__ void sort_ratios(const float *hits, const float *shots, float *best, int n, int keep)
{
    __shared__ float key[32];
    int t = threadIdx.x;
    if (t < n)
        key[t] = hits[t] / shots[t];
    bitonic_sort(key, n);
    if (t < keep)
        best[t] = key[t];
}
