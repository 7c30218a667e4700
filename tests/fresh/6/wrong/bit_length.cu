// fpcheck: bit_length <<<1, 32>>> n=6 v=[1, 1023, 1024, 16777215, 33554431, 1073741823]:i32 levels=empty:6:i32 want=[1, 10, 11, 24, 25, 30]:i32 ref=levels=want --tol rtol=0,atol=0
// expect: error exponent bits at line 8: 2^25-1 and 2^30-1 round up to a power of two in the conversion, one level too many
// Number of tree levels above a Morton range: bit length of v by the exponent of its float.
__global__ void bit_length(const int* v, int* levels, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float f = (float)v[i];
    int e = (int)((__float_as_uint(f) >> 23) & 0xffu) - 127;
    levels[i] = e + 1;
}
