// fpcheck: depth_min <<<1, 32>>> z=[-1.0,-3.0,-2.0,0.5] nearest=inout:const(1000):1 n=4 want=[-3.0] ref=nearest=want --tol bitwise
// expect: error sign bit trick (negative floats compared as integers) at line 8
// why: the bits of negative floats, taken as signed integers, order the wrong way: the minimum finds the one nearest to zero
// figure: computed -1, MPFR -3
// The least signed depth of a batch of fragments (view space, the camera may stand inside).
__device__ void atomic_min(float *address, float value)
{
    atomicMin((int *)address, __float_as_int(value));
}

__global__ void depth_min(const float *z, float *nearest, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomic_min(nearest, z[i]);
}
