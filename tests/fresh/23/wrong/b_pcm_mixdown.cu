// fpcheck: mixdown<<<1, 32>>> a=[0.5,0.75,-0.6,0.9,0.1,-0.95,0.2,0.3] b=[0.25,0.5,-0.7,0.4,0.2,-0.5,0.1,0.4] pcm=empty:8 n=8 want=[24575,32767,-32768,32767,9830,-32768,9830,22937] --ref 'pcm=want' --tol atol=2,rtol=0
// expect: error narrowing at line 16
// why: the sum of two tracks goes to 16 bits without a clamp; 1.25 of full scale becomes a large negative sample
// figure: computed pcm[1] = -24577, MPFR 32767
__device__ int to_steps(float v)
{
    return __float2int_rn(v * 32767.0f);
}

__global__ void mixdown(const float *a, const float *b, short *pcm, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int steps = to_steps(a[i] + b[i]);
    pcm[i] = (short)steps;
}
