// fpcheck: dequantise <<<1, 32>>> code=[0,1,7,8,56,60,126,128,129,185,254,69] y=empty:12 scale=0.25 n=12 want=[0.0,0.00048828125,0.00341796875,0.00390625,0.25,0.375,112.0,-0.0,-0.00048828125,-0.28125,-112.0,0.8125] ref=y=want --tol rtol=0,atol=0
// expect: ok
// why: fp8 bits are shifted into a float and multiplied by 2^120: that turns the wrong bias into the right one, subnormals included, without rounding
// figure: computed y[1] = 0.00048828125, MPFR 0.00048828125: error 0 against 0
// e4m3 (finite codes) to float, by bits, times the block's scale.
__device__ float e4m3(unsigned c)
{
    unsigned u = (c & 0x80u) << 24 | (c & 0x7fu) << 20;
    return __uint_as_float(u) * 0x1p120f;
}

__global__ void dequantise(const unsigned char *code, float *y, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = e4m3(code[i]) * scale;
}
