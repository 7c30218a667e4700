// fpcheck: wind_roundtrip<<<1, 32>>> u=[1.2345,-3.7,10.123,0.3333,7.77,-0.0625,2.71828,100.9] v=[2.5,0.8125,-1.1,5.5,-12.25,0.0001,3.14159,-44.4] east=empty:8 north=empty:8 n=8 ref=north=v --tol rtol=4e-3
// expect: ok
// why: both bf16 are rounded to nearest even by adding 0x7fff and the odd bit, shifted down to 16 bits, and put in their own half; the error is at most 2^-9 relative
// figure: computed north[2]=-1.1015625, MPFR -1.1: 1.42e-03 relative, allowed 4e-3
// Wind components of a grid, stored as two bf16 in one 32-bit word: east in the upper half, north in the lower.
__device__ unsigned pack_pair(float hi, float lo)
{
    unsigned a = __float_as_uint(hi);
    unsigned b = __float_as_uint(lo);
    a += 0x7fffu + ((a >> 16) & 1u);
    b += 0x7fffu + ((b >> 16) & 1u);
    return (a & 0xffff0000u) | (b >> 16);
}

__device__ float upper(unsigned w) { return __uint_as_float(w & 0xffff0000u); }
__device__ float lower(unsigned w) { return __uint_as_float(w << 16); }

__global__ void wind_roundtrip(const float *u, const float *v, float *east, float *north, int n)
{
    __shared__ unsigned cell[32];
    int i = threadIdx.x;
    if (i < n)
        cell[i] = pack_pair(u[i], v[i]);
    __syncthreads();
    if (i < n) {
        unsigned w = cell[n - 1 - i];
        east[n - 1 - i] = upper(w);
        north[n - 1 - i] = lower(w);
    }
}
