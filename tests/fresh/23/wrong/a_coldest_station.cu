// fpcheck: coldest_station <<<1, 32>>> celsius=[-12.5,-3.0,-40.25,2.0,7.5,-0.5] lowest=inout:[1000.0] n=6 want=[-40.25] --ref lowest=want --tol bitwise
// expect: error mismatch at line 7
// why: the minimum of floats by the minimum of their bits as ints: of negative numbers it takes the one nearest to zero
// figure: computed lowest[0] = -0.5, right -40.25
__device__ void atomic_min(float *address, float value)
{
    atomicMin((int *)address, __float_as_int(value));
}

__global__ void coldest_station(const float *celsius, float *lowest, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomic_min(lowest, celsius[i]);
}
