// fpcheck: rank_sort <<<1, 32>>> x=[3.0,1.5,2.0,1.5,9.0,4.0,2.0,7.5] sorted=empty:8 order=empty:8 n=8
// expect: error ties at line 12
// why: equal values count the same smaller ones and write the same place at once; the places after them are never written
// figure: sorted[1]: never written, exact 1.5 (sorted[0] and sorted[2] are each written by two threads)
#include <cuda_runtime.h>

// Place of x[i] in ascending order.
__device__ int rank_of(const float *x, int i, int n)
{
    int r = 0;
    for (int j = 0; j < n; j++)
        r += x[j] < x[i];
    return r;
}

__global__ void rank_sort(const float *x, float *sorted, int *order, int n)
{
    __shared__ float s[32];
    int t = threadIdx.x;
    if (t < n)
        s[t] = x[t];
    __syncthreads();
    if (t >= n)
        return;
    int r = rank_of(s, t, n);
    sorted[r] = s[t];
    order[r] = t;
}
