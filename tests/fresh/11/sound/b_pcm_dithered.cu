// fpcheck: to_pcm <<<1, 32>>> x=[0.5,-0.25,0.125,0.75,-0.9,0.01,1.5,-1.5] pcm=empty:8 gain=1.0 n=8 want=[16384,-8192,4096,24575,-29490,328,32767,-32768] ref=pcm=want --tol rtol=0,atol=1
// expect: ok
// why: the conversion saturates on purpose: clipped before it to the range of the target, after scaling; a dither below one step is added
// figure: computed pcm[6] = 32767, MPFR 32767 (clipped); error 0, tolerance 1
__device__ float dither(unsigned i)
{
    unsigned h = i * 747796405u + 2891336453u;
    h = ((h >> ((h >> 28) + 4)) ^ h) * 277803737u;
    return (float)((h >> 22) ^ h & 0x3ffu) * 0.00048828125f - 0.25f;
}

__device__ short quantise(float x, unsigned i)
{
    float v = x * 32767.0f + dither(i);
    v = fminf(fmaxf(v, -32768.0f), 32767.0f);
    return (short)__float2int_rn(v);
}

__global__ void to_pcm(const float *x, short *pcm, float gain, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        pcm[i] = quantise(gain * x[i], (unsigned)i);
}
