// fpcheck: limit_store <<<4, 64>>> x=@a_limiter_x.npy pcm=empty:256 gain=30000.0 n=256 --ref 'pcm=@a_limiter_pcm.npy'
// expect: ok
// why: samples above full scale, infinities too, are clipped on purpose before the narrowing store; the conversion itself never leaves its range
// figure: all of pcm exactly as the reference, e.g. pcm[0] = -9580
__global__ void limit_store(const float* x, short* pcm, float gain, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float s = x[i] * gain;
    s = fminf(fmaxf(s, -32768.0f), 32767.0f);
    pcm[i] = (short)__float2int_rn(s);
}
