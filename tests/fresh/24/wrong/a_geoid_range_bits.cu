// fpcheck: undulation_range <<<1, 64>>> undulation=[12.5,-3.25,-105.5,44.0,-20.0,-10.0,-11.0,-12.0,-13.0,-14.0,-15.0,-16.0,-17.0,-18.0,-19.0,-20.0,-21.0,-22.0,-23.0,-24.0,-25.0,-26.0,-27.0,-28.0,-29.0,-30.0,-31.0,-32.0,-33.0,-34.0,-35.0,-36.0,-37.0,-38.0,-39.0,-40.0,-41.0,-42.0,-43.0,-44.0] lowest=inout:[1e30] highest=inout:[-1e30] n=40 want=[-105.5] ref=lowest=want
// expect: error sign bit trick at line 8
// why: as ints the bits of negative floats are in reverse order: atomicMin finds the negative number nearest to zero
// figure: computed lowest[0]=-3.25, MPFR -105.5
// Range of the geoid undulation in metres over a sheet of the map
__device__ void lower(float *where, float value)
{
    atomicMin((int *)where, __float_as_int(value));
}

__device__ void raise(float *where, float value)
{
    if (value >= 0.0f)
        atomicMax((int *)where, __float_as_int(value));
    else
        atomicMin((unsigned *)where, __float_as_uint(value));
}

__global__ void undulation_range(const float *undulation, float *lowest, float *highest, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    lower(lowest, undulation[i]);
    raise(highest, undulation[i]);
}
