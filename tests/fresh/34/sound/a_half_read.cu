// fpcheck: read_halves <<<2, 64>>> raw=@a_half_read_raw.npy v=empty:128 n=128 --ref 'v=@a_half_read_v.npy' --tol 0ulp
// expect: ok
// why: binary16 is decoded by one multiplication: the bits are placed in a float's exponent and mantissa as they are, and times 2^112 both normal and subnormal halves come out exactly; the small intermediate is meant
// figure: all of v exactly as the reference, e.g. v[0] = 0
__global__ void read_halves(const unsigned short* raw, float* v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned h = raw[i];
    float tiny = __uint_as_float((h & 0x7fffu) << 13);
    float f = tiny * __uint_as_float((127u + 112u) << 23);
    if ((h & 0x7c00u) == 0x7c00u)                // infinity and NaN
        f = __uint_as_float(0x7f800000u | ((h & 0x3ffu) << 13));
    v[i] = __uint_as_float(__float_as_uint(f) | ((h & 0x8000u) << 16));
}
