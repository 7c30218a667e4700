// fpcheck: encode<<<1, 8>>> x=[0.11,-0.5,0.5,0.02,-0.3,0.25,0.4999,-0.125] code=empty:8 step=empty:1 want=[0.11,-0.5,0.5,0.02,-0.3,0.25,0.4999,-0.125] ref=back=want --tol rtol=0,atol=0.005
// fpcheck+ decode<<<1, 8>>> back=empty:8
// expect: error narrowing: 256 does not fit a byte at line 9
// why: the largest element maps to 256.5 and its byte is 0, so that +max decodes as -max
// figure: computed -0.5, MPFR 0.5 (back[2])
// A block of floats as bytes with one step; zero is 128.
__device__ unsigned char quantise(float x, float inverse)
{
    return (unsigned char)(unsigned)(x * inverse + 128.5f);
}

__global__ void encode(const float *x, unsigned char *code, float *step)
{
    float v = x[threadIdx.x];
    float top = fabsf(v);
    for (int d = 4; d > 0; d >>= 1)
        top = fmaxf(top, __shfl_xor_sync(0xffu, top, d));
    if (threadIdx.x == 0)
        step[0] = top / 128.0f;
    code[threadIdx.x] = quantise(v, 128.0f / top);
}

__global__ void decode(const unsigned char *code, const float *step, float *back)
{
    back[threadIdx.x] = ((float)code[threadIdx.x] - 128.0f) * step[0];
}
