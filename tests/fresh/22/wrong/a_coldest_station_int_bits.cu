// fpcheck: coldest <<<2, 32>>> t=[-12.5,-40.25,-3.0,-71.5,-8.0,-22.0,-55.5,-19.0] low=inout:[1.0e30] n=8 want=[-71.5] ref=low=want --tol bitwise
// expect: error order at line 8
// why: the bits of negative floats as signed integers are in the opposite order, so the integer minimum is the warmest of them
// figure: computed -3 at low[0], MPFR -71.5
// Lowest temperature of all stations.
__device__ void atomic_min(float *address, float value)
{
    atomicMin((int *)address, __float_as_int(value));
}

__global__ void coldest(const float *t, float *low, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomic_min(low, t[i]);
}
