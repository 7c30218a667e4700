// fpcheck: to_pcm <<<1, 32>>> x=[0.5,-0.25,0.125,0.75,-0.9,0.01,1.0,-1.0] pcm=empty:8 gain=0.5 n=8 want=[8192,-4096,2048,12288,-14745,164,16384,-16384] ref=pcm=want --tol rtol=0,atol=1
// expect: error mismatch at line 7
// why: the sample is cut to an integer before it is scaled: all but full scale is silence
// figure: computed pcm[0] = 0, MPFR 8191.75
__device__ short quantise(float x)
{
    int v = (int)x * 32767;
    return (short)max(-32768, min(32767, v));
}

__global__ void to_pcm(const float *x, short *pcm, float gain, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        pcm[i] = quantise(gain * x[i]);
}
