// fpcheck: to_pcm8 <<<1, 32>>> x=[0.3,-0.3,-0.9,0.9,-0.05,-0.11,0.77,-0.66,0.01,-0.02,-1,1] pcm=empty:12 n=12 ref=pcm=floor(x*127+0.5) --tol atol=0.25
// expect: error rounding at line 11
// why: adding 0.5 and truncating rounds negative samples towards zero: -38.1 becomes -37
// figure: computed pcm[1] = -37, MPFR -38.1 rounds to -38
__global__ void to_pcm8(const float *x, signed char *pcm, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = fminf(fmaxf(x[i], -1.0f), 1.0f) * 127.0f;
    pcm[i] = (signed char)(int)(v + 0.5f);
}
