// fpcheck: residual_roundtrip <<<4, 64>>> x=uniform(-2,2):256 out=empty:256 ref=out=x --tol atol=0.009,rtol=0
// expect: ok
// why: a float is narrowed to eight bits, but it was scaled to 127 by the block's largest magnitude and biased into 1 to 255: nothing wraps, the error is half a step
// figure: amax 2, x = 1.3: computed 1.30709; 0.009 is allowed
// residuals of a video block as biased 8-bit codes with one scale a block
__device__ float amax64(float v, float *s)
{
    int t = threadIdx.x;
    s[t] = fabsf(v);
    __syncthreads();
    for (int h = 32; h; h >>= 1) {
        if (t < h)
            s[t] = fmaxf(s[t], s[t + h]);
        __syncthreads();
    }
    return s[0];
}

__global__ void residual_roundtrip(const float *x, float *out)
{
    __shared__ float s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    float v = x[i];
    float amax = amax64(v, s);
    if (amax == 0.0f) {
        out[i] = 0.0f;
        return;
    }
    float step = amax / 127.0f;
    int level = __float2int_rn(v / step);
    int code = (unsigned char)(level + 128);
    out[i] = (float)(code - 128) * step;
}
