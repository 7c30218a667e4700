// fpcheck: inclusive_scan <<<1, 64>>> in=arange:64 out=empty:64 n=64 want=[0,1,3,6,10,15,21,28,36,45,55,66,78,91,105,120,136,153,171,190,210,231,253,276,300,325,351,378,406,435,465,496,528,561,595,630,666,703,741,780,820,861,903,946,990,1035,1081,1128,1176,1225,1275,1326,1378,1431,1485,1540,1596,1653,1711,1770,1830,1891,1953,2016] --ref 'out=want' --tol rtol=1e-6,atol=0
// expect: error race at line 18
// why: in place without a second buffer: temp[tid - offset] is read while its owner adds to it
// figure: out[32] computed 528 or more, as the warps run, MPFR 528; undefined
#include <cuda_runtime.h>

// Inclusive prefix sum of one block (Hillis-Steele).
__global__ void inclusive_scan(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ float temp[64];
    int tid = threadIdx.x;

    temp[tid] = tid < n ? in[tid] : 0.0f;
    __syncthreads();

    for (int offset = 1; offset < blockDim.x; offset *= 2) {
        if (tid >= offset)
            temp[tid] += temp[tid - offset];
        __syncthreads();
    }

    if (tid < n)
        out[tid] = temp[tid];
}
