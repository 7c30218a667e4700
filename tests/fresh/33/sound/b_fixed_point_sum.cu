// fpcheck: accumulate <<<4, 128>>> x=@b_fix_x.npy acc=inout:zeros:4:u64 n=500
// fpcheck+ finish <<<1, 4>>> sums=acc s=empty:4 --ref 's=@b_fix_s.npy' --tol rtol=1e-12,atol=1e-7
// expect: ok
// why: numbers become multiples of 2^-32 and are added in wrapping 64-bit integers, so that the sum does not depend on the order of the atomics; negative ones wrap and unwrap
// figure: all 4 elements of s equal the reference
#include <cuda_runtime.h>

// Sums by residue class that are the same in every run
__global__ void accumulate(const float* x, unsigned long long* acc, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    long long q = __double2ll_rn((double)x[i] * 4294967296.0);
    atomicAdd(&acc[i & 3], (unsigned long long)q);
}

__global__ void finish(const unsigned long long* sums, double* s)
{
    int i = threadIdx.x;
    s[i] = (double)(long long)sums[i] * (1.0 / 4294967296.0);
}
