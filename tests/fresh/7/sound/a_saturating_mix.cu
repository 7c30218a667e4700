// fpcheck: mix<<<1, 32>>> left=[0.7,-0.9,0.25,1.0,-1.0,0.001] right=[0.6,-0.8,0.5,1.0,-1.0,-0.002] pcm=empty:6:i16 n=6
// fpcheck+ monitor<<<1, 32>>> y=empty:6 n=6 --ref 'y=@a_mix_y.npy' --tol rtol=0,atol=2e-5
// expect: ok
// why: sums of two channels leave the 16-bit range, but they are clamped as 32-bit integers before they are narrowed
// figure: computed y[0] = 0.99996948, MPFR 0.99996948; y[2] = 0.75 (error at most half a step, 1.53e-5 of 2e-5)
// Two channels mixed to 16-bit samples, and back for the monitor.
__device__ short to_pcm(float v)
{
    int q = __float2int_rn(v * 32768.0f);
    q = q > 32767 ? 32767 : q;
    q = q < -32768 ? -32768 : q;
    return (short)q;
}

__global__ void mix(const float *left, const float *right, short *pcm, int n)
{
    int i = threadIdx.x;
    if (i < n)
        pcm[i] = to_pcm(left[i] + right[i]);
}

__global__ void monitor(const short *pcm, float *y, int n)
{
    int i = threadIdx.x;
    if (i < n)
        y[i] = pcm[i] * (1.0f / 32768.0f);
}
