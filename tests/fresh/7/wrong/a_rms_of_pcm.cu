// fpcheck: loudness<<<1, 32>>> pcm=[30000,-32000,31000,-29000,32767,-32768,28000,-30500] rms=empty:1 n=8 --ref 'rms=sqrt(sum(pcm*pcm)/8)' --tol rtol=1e-4,atol=0
// expect: error integer overflow at line 9
// why: a square of a loud sample is nearly 2^30, so three of them pass 2^31 and the sum of squares wraps
// figure: computed rms[0] = 0 (sum -1002266479), MPFR 30797.054
// Root mean square of 16-bit samples.
__device__ int warp_sum(int v)
{
    for (int d = 16; d; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

__global__ void loudness(const short *pcm, float *rms, int n)
{
    int energy = 0;
    for (int i = threadIdx.x; i < n; i += 32)
        energy += pcm[i] * pcm[i];
    energy = warp_sum(energy);
    if (threadIdx.x == 0)
        rms[0] = sqrtf(fmaxf((float)energy, 0.0f) / n);
}
