// fpcheck: to_pcm <<<1, 32>>> x=[0.0,0.25,-0.5,0.999,1.0,-1.0,0.7,0.99999,1.0,-0.3] pcm=empty:10 n=10 gain=1 want=[0,8192,-16384,32735,32767,-32768,22938,32767,32767,-9830] ref=pcm=want --tol bitwise
// expect: error narrowing at line 16
// why: +1.0 becomes 32768, which the narrowing to 16 bits turns into -32768
// figure: computed pcm[4]=-32768, MPFR 32767 (saturated)
// Floating-point samples to 16-bit PCM. Full scale is +-1; the limiter before keeps samples within it.
__device__ __forceinline__ float limited(float x)
{
    return fminf(fmaxf(x, -1.0f), 1.0f);
}

__global__ void to_pcm(const float *x, short *pcm, int n, float gain)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int code = __float2int_rn(limited(x[i] * gain) * 32768.0f);
        pcm[i] = (short)code;
    }
}
