// fpcheck: coldest <<<2, 32>>> t=[-12.5,-40.25,3.0,-71.5,8.0,-22.0,0.0,-19.0] low=inout:[1.0e30] n=8 want=[-71.5] ref=low=want --tol bitwise
// expect: ok
// why: minimum of floats by integer atomics: signed minimum for positive values, unsigned maximum for negative ones, which works in any mix and order
// figure: computed -71.5, MPFR -71.5
__device__ void atomic_min(float *address, float value)
{
    if (__float_as_int(value) >= 0)
        atomicMin((int *)address, __float_as_int(value));
    else
        atomicMax((unsigned *)address, __float_as_uint(value));
}

__global__ void coldest(const float *t, float *low, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomic_min(low, t[i] + 0.0f);
}
