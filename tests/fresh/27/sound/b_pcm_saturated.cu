// fpcheck: to_pcm <<<1, 32>>> x=[0.5, -0.25, 1.0, -1.0, 0.999, 1.0, -0.125, 0.03125] pcm=empty:4 back=empty:8 frames=4 --ref 'back=x' --tol rtol=0,atol=5e-5
// expect: ok
// why: 1.0 becomes 32768 and is clamped to 32767 before two samples are packed into a word
// figure: back[2] = 0.999969482 against 1: 3.05e-5 against atol 5e-5
// Interleaved stereo float to packed 16-bit PCM, and back as a player's meter would see it.
__device__ unsigned sample16(float f)
{
    int s = __float2int_rn(f * 32768.0f);
    s = max(-32768, min(32767, s));
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
