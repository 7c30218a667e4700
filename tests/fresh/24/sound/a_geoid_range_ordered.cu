// fpcheck: undulation_range <<<1, 64>>> undulation=[12.5,-3.25,-105.5,44.0,-20.0,0.0,-10.0,-11.0,-12.0,-13.0,-14.0,-15.0,-16.0,-17.0,-18.0,-19.0,-20.0,-21.0,-22.0,-23.0,-24.0,-25.0,-26.0,-27.0,-28.0,-29.0,-30.0,-31.0,-32.0,-33.0,-34.0,-35.0,-36.0,-37.0,-38.0,-39.0,-40.0,-41.0,-42.0,-43.0] lowest=inout:[4294967295] highest=inout:[0] range=empty:2 n=40 want=[-105.5,44] ref=range=want --tol bitwise
// expect: ok
// why: floats compared as integers, but mapped so that the order holds: negative ones are complemented, others get the sign bit; the way back undoes it exactly
// figure: range[0] computed -105.5, right -105.5
// Range of the geoid undulation in metres over a sheet of the map
__device__ unsigned ordered(float x)
{
    unsigned u = __float_as_uint(x);
    return u & 0x80000000u ? ~u : u | 0x80000000u;
}

__device__ float from_ordered(unsigned u)
{
    return __uint_as_float(u & 0x80000000u ? u ^ 0x80000000u : ~u);
}

__global__ void undulation_range(const float *undulation, unsigned *lowest, unsigned *highest, float *range, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        unsigned key = ordered(undulation[i]);
        atomicMin(lowest, key);
        atomicMax(highest, key);
    }
    __syncthreads();
    if (i == 0) {
        range[0] = from_ordered(atomicMin(lowest, 0xffffffffu));
        range[1] = from_ordered(atomicMax(highest, 0u));
    }
}
