// fpcheck: spectrum_bins <<<1, 32>>> freq=[0.05,0.25,0.85,0.95,1.05,1.55,1.75,0.45] bin=empty:8 n=8
// fpcheck+ lines_at <<<1, 32>>> k=arange:20 slot=empty:20 n=20 ref=slot=k --tol rtol=0,atol=0
// expect: error index off at line 32: k*0.1f accumulated and divided by 0.1f falls under k, the line is stored one bin low
#include <cuda_runtime.h>

#define BIN_HZ 0.1f

__device__ int bin_of(float f)
{
    return (int)(f / BIN_HZ);
}

__global__ void spectrum_bins(const float* freq, int* bin, int n)
{
    int i = threadIdx.x;
    if (i < n)
        bin[i] = bin_of(freq[i]);
}

// the comb: line k is k steps of BIN_HZ above zero
__global__ void lines_at(const int* k, int* slot, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float f = 1.0f;
    for (int s = 0; s < k[i]; ++s)
        f += BIN_HZ;
    f -= 1.0f;
    // which bin is the line in
    int b;
    b = bin_of(f);
    slot[i] = b;
}
