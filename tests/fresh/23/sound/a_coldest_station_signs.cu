// fpcheck: coldest_station <<<1, 32>>> celsius=[-12.5,-3.0,-40.25,2.0,7.5,-0.5] lowest=inout:[1000.0] n=6 want=[-40.25] --ref lowest=want --tol bitwise
// expect: ok
// why: a minimum of floats by integer atomics: ints for positive numbers, unsigned and the maximum for negative ones, in any order of arrival
// figure: computed lowest[0] = -40.25, exact
__device__ void atomic_min(float *address, float value)
{
    if (__float_as_int(value) >= 0)
        atomicMin((int *)address, __float_as_int(value));
    else
        atomicMax((unsigned *)address, __float_as_uint(value));
}

__global__ void coldest_station(const float *celsius, float *lowest, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomic_min(lowest, celsius[i]);
}
