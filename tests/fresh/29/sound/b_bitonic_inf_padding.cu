// fpcheck: bitonic_sort <<<1, 32>>> in=[3.5,-1,7.25,12,-6,0.5,22,9,1.5,-3,18,4,2.25,30,5,6,-8,11,14,25] out=empty:20 n=20 want=[-8,-6,-3,-1,0.5,1.5,2.25,3.5,4,5,6,7.25,9,11,12,14,18,22,25,30] --ref 'out=want' --tol rtol=1e-7,atol=0
// expect: ok
// why: infinities as padding go through the comparators and are never stored
// figure: out[19] computed 30, MPFR 30; exact
#include <cuda_runtime.h>
#include <math.h>

// Bitonic sort of up to 32 elements in shared memory, ascending.
#define SIZE 32

__device__ __forceinline__ void compare_exchange(float *s, int i, int j, bool ascending)
{
    float a = s[i], b = s[j];
    if ((a > b) == ascending) {
        s[i] = b;
        s[j] = a;
    }
}

__global__ void bitonic_sort(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ float s[SIZE];
    int tid = threadIdx.x;

    // Padding sorts behind everything
    s[tid] = tid < n ? in[tid] : INFINITY;
    __syncthreads();

    for (int k = 2; k <= SIZE; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            int partner = tid ^ j;
            if (partner > tid)
                compare_exchange(s, tid, partner, (tid & k) == 0);
            __syncthreads();
        }
    }

    if (tid < n)
        out[tid] = s[tid];
}
