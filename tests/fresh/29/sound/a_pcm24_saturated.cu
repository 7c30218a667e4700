// fpcheck: to_pcm24 <<<1, 32>>> x=[0.1,0.8,0.95,-0.3,-0.8,-0.99,0.4321,-0.05] bytes=empty:24 gain=1.25 n=8 want=[0,0,16,255,255,127,255,255,127,0,0,208,0,0,128,0,0,128,209,34,69,0,0,248] ref=bytes=want --tol bitwise
// expect: ok
// why: samples reach and pass full scale, but they saturate as floats that are exact (2^23 - 1 has 23 bits), before any conversion
// figure: computed sample 1 = 8388607, right 8388607 (exact)
// Little-endian 24-bit samples.
__device__ int quantised(float x)
{
    float scaled = x * 8388608.0f;
    return __float2int_rn(fminf(fmaxf(scaled, -8388608.0f), 8388607.0f));
}

__global__ void to_pcm24(const float *x, unsigned char *bytes, float gain, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    unsigned s = (unsigned)quantised(gain * x[i]);
    bytes[3 * i] = (unsigned char)s;
    bytes[3 * i + 1] = (unsigned char)(s >> 8);
    bytes[3 * i + 2] = (unsigned char)(s >> 16);
}
