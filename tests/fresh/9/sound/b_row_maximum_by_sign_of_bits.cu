// fpcheck: row_maximum <<<4, 32>>> x=[-4.375,-2.375,-6.25,-4.25,-3.375,-1.75,-1.5,-7.375,-6,-5.25,-4.5,-4.375,-0.625,-4.375,-4.125,-1,-0.5,-1.25,-1.5,1.25,0.75,-1.75,-0.75,0.25,-1,1.5,-1,-1.25,1,0,-0.75,-1.5,2.75,16.75,10,12.5,15,18.25,0.5,6,5.75,5.5,14.5,7,0.75,9.5,17.75,0.5,-0.375,-0.375,-2.5,-3.5,-3.375,0,-7.125,-2,-7.375,-4,-5.375,-1.125,-2.5,-2.5,-5.875,-1.5] top=empty:4 n=16 want=[-0.625,1.5,18.25,0] ref=top=want --tol 0ulp
// expect: ok
// why: a signed maximum for positive bits, an unsigned minimum for negative ones: both move one cell in the order of floats, from -inf on, in any order of arrival
// figure: exact
// The largest logit of each row by integer atomics on the bits.
__device__ void atomic_max_float(int *cell, float v)
{
    const int bits = __float_as_int(v);
    if (bits >= 0)
        atomicMax(cell, bits);
    else
        atomicMin(reinterpret_cast<unsigned *>(cell), (unsigned)bits);
}

__global__ void row_maximum(const float *x, float *top, int n)
{
    __shared__ int best;
    if (threadIdx.x == 0)
        best = __float_as_int(-INFINITY);
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomic_max_float(&best, x[blockIdx.x * n + i]);
    __syncthreads();
    if (threadIdx.x == 0)
        top[blockIdx.x] = __int_as_float(best);
}
