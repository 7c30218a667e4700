// fpcheck: pack_pairs <<<1, 32>>> hi=[1.5,-2.0,0.3,7.0] lo=[2.5,-0.75,-3.0,0.1] out=empty:4 n=4 want=[1069563936,3221274432,1050329152,1088437709] ref=out=want --tol bitwise
// expect: error mismatch at line 19
// why: the low half is shifted down as a signed int: a negative low number fills the high half with ones, which makes it a NaN
// figure: computed out[1] = 0xffffbf40, right 0xc000bf40
// Two floats to one word of two bf16 (round to nearest even), the layout of a packed key/value cache.
__device__ int round_bits(float v)
{
    int u = __float_as_int(v);
    return u + 0x7fff + ((u >> 16) & 1);
}

__global__ void pack_pairs(const float *hi, const float *lo, unsigned *out, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    int upper = round_bits(hi[i]) & 0xffff0000;
    int lower = round_bits(lo[i]) >> 16;
    out[i] = (unsigned)(upper | lower);
}
