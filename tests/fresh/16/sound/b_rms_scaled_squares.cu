// fpcheck: rms_norm <<<2, 64>>> x=[[3e20,-1e20,2e20,0,1e19,-4e20,2e19,1e20],[1e-30,2e-30,-3e-30,1e-31,5e-30,0,-2e-30,4e-30]] y=empty:2x8 width=8
// expect: ok
// why: squares of 3e20 or 1e-30 leave the range of float, but the row is first scaled by a power of two that brings its maximum near 1; y needs no scaling back
// figure: relative error about 2e-7
__global__ void rms_norm(const float *x, float *y, int width)
{
    __shared__ float buf[64];
    int t = threadIdx.x, row = blockIdx.x;
    float v = t < width ? x[row * width + t] : 0.0f;
    buf[t] = fabsf(v);
    __syncthreads();
    for (int half = 32; half > 0; half >>= 1) {
        if (t < half)
            buf[t] = fmaxf(buf[t], buf[t + half]);
        __syncthreads();
    }
    float top = buf[0];
    __syncthreads();
    int e = top > 0.0f ? ilogbf(top) : 0;
    float u = scalbnf(v, -e);
    buf[t] = u * u;
    __syncthreads();
    for (int half = 32; half > 0; half >>= 1) {
        if (t < half)
            buf[t] += buf[t + half];
        __syncthreads();
    }
    if (t < width)
        y[row * width + t] = top > 0.0f ? u * rsqrtf(buf[0] / (float)width) : 0.0f;
}
