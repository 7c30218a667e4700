// fpcheck: luma <<<1, 32>>> r=[0.9,0.1,0.5,0.33] g=[0.1,0.8,0.25,0.7] y=empty:4 n=4 --ref 'y=0.2126*r+0.7152*g' --tol rtol=1e-2,atol=0
// expect: error wrong half at line 23
// why: red was packed into the low half and is read from the high one: red and green change places
// figure: y[0]: computed 0.663843274, MPFR 0.262859996
// Two channels as bf16 in a word, and their share of the luma.
__device__ unsigned to_bf16(float x)
{
    unsigned u = __float_as_uint(x);
    return (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
}

__device__ unsigned pack(float r, float g)
{
    return to_bf16(g) << 16 | to_bf16(r);
}

__global__ void luma(const float *r, const float *g, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned p = pack(r[i], g[i]);
    float red = __uint_as_float(p & 0xffff0000u);
    float green = __uint_as_float(p << 16);
    y[i] = 0.2126f * red + 0.7152f * green;
}
