// fpcheck: row_maximum <<<3, 32>>> x=[-2.625,-5,-6,-6.625,-7.5,-1.5,-4.375,-1.75,-0.375,-7.375,-4.5,-7.375,-5.375,-1.75,-6,-6.25,-1.25,1,0,1.25,-1.25,1.25,1.75,-0.25,1.25,0,-0.5,-0.5,-1,1.75,-1,0.5,-4.625,-4.5,-5.75,-2.25,-1.875,-1.375,-4,-0.875,-1.625,-6.125,-3.375,-0.125,-3.75,-2.125,-4.25,-5.125] top=empty:3 n=16 want=[-0.375,1.75,-0.125] ref=top=want --tol 0ulp
// expect: error bits of a float as an integer at line 8
// why: the bits of negative floats, as signed integers, grow with the magnitude: rows without a positive number give their smallest one
// figure: top[0] computed -7.5, MPFR -0.375
// The largest logit of each row by an atomic maximum on the bits, since there is none for floats.
__device__ void atomic_max_float(int *cell, float v)
{
    atomicMax(cell, __float_as_int(v));
}

__global__ void row_maximum(const float *x, float *top, int n)
{
    __shared__ int best;
    const float *row = x + blockIdx.x * n;
    if (threadIdx.x == 0)
        best = __float_as_int(row[0]);
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomic_max_float(&best, row[i]);
    __syncthreads();
    if (threadIdx.x == 0)
        top[blockIdx.x] = __int_as_float(best);
}
