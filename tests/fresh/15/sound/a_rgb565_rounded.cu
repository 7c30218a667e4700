// fpcheck: to_rgb565 <<<1, 32>>> r=[0,1,0.5,0.25,-0.1,1.2] g=[0,1,0.5,0.3,0.6,0.7] b=[0,1,0.4,0.7,0.2,1.5] packed=empty:6 n=6 want=[0,65535,33804,17014,1222,64927] ref=packed=want --tol rtol=0,atol=0.25
// expect: ok
// why: narrow fields of five and six bits packed by shifts after rounding and clamping; no field reaches into the next one
// figure: computed packed[2] = 33804, right 33804 (16 of 31, 32 of 63, 12 of 31)

__device__ unsigned field(float v, int bits)
{
    float top = (float)((1 << bits) - 1);
    float scaled = fminf(fmaxf(v, 0.0f), 1.0f) * top;
    return (unsigned)(scaled + 0.5f);
}

__global__ void to_rgb565(const float *r, const float *g, const float *b, unsigned short *packed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned p = field(r[i], 5) << 11 | field(g[i], 6) << 5 | field(b[i], 5);
    packed[i] = (unsigned short)p;
}
