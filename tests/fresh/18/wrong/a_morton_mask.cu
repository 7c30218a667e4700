// fpcheck: tile_order <<<1, 32>>> x=[5,1023,512,8191,40,17] y=[9,77,2048,8190,3,600] code=empty:6 n=6 want=[147,357879,8650752,67108861,1098,533377] ref=code=want --tol rtol=0,atol=0.25
// expect: error mismatch (wrong constant) at line 12
// why: the last mask is 0x55555515 for 0x55555555: bit 3 of each coordinate is lost
// figure: computed code[0] = 19, MPFR 147
// Z-order of map tiles, so that neighbours lie near each other in the file.
__device__ unsigned spread_bits(unsigned v)
{
    v &= 0x0000ffffu;
    v = (v | (v << 8)) & 0x00ff00ffu;
    v = (v | (v << 4)) & 0x0f0f0f0fu;
    v = (v | (v << 2)) & 0x33333333u;
    v = (v | (v << 1)) & 0x55555515u;
    return v;
}

__device__ unsigned morton(unsigned x, unsigned y)
{
    return spread_bits(x) | (spread_bits(y) << 1);
}

__global__ void tile_order(const unsigned *x, const unsigned *y, unsigned *code, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        code[i] = morton(x[i], y[i]);
}
