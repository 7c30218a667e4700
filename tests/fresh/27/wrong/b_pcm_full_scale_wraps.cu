// fpcheck: to_pcm <<<1, 32>>> x=[0.5, -0.25, 1.0, -1.0, 0.999, 1.0, -0.125, 0.03125] pcm=empty:4 back=empty:8 frames=4 --ref 'back=x' --tol rtol=0,atol=5e-5
// expect: error narrowing conversion out of range at line 9
// why: 1.0 becomes 32768, whose low sixteen bits are -32768: full scale turns round
// figure: computed back[2] = -1, MPFR 1 (32767/32768 as PCM)
// Interleaved stereo float to packed 16-bit PCM, and back as a player's meter would see it.
__device__ unsigned sample16(float f)
{
    int s = __float2int_rn(f * 32768.0f);
    return (unsigned)s & 0xffffu;
}

__device__ float meter(unsigned bits)
{
    return (float)(short)(bits & 0xffffu) * 3.0517578125e-5f;
}

__global__ void to_pcm(const float *x, unsigned *pcm, float *back, int frames)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= frames)
        return;
    float l = x[2 * i];
    float r = x[2 * i + 1];
    unsigned word = sample16(l) | (sample16(r) << 16);
    pcm[i] = word;
    back[2 * i] = meter(word);
    back[2 * i + 1] = meter(word >> 16);
}
