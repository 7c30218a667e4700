// fpcheck: standardise <<<1, 64>>> x=uniform(0,0.004):64 y=empty:64 ref=(x-mean(x))/sqrt(mean((x-mean(x))*(x-mean(x)))+0.00001) --tol rtol=0.001,atol=0.001
// expect: error mismatch with reference at line 20: epsilon is added to the deviation, not to the variance; for a variance of 1e-6 the outputs are three times too large
// Standardisation of small gauge readings, epsilon 1e-5 inside of the root.
__global__ void standardise(const float* x, float* y) {
    __shared__ float part[2];
    int t = threadIdx.x;
    float v = x[blockIdx.x * 64 + t];
    float s = v;
    for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if (t % 32 == 0) part[t / 32] = s;
    __syncthreads();
    float mean = (part[0] + part[1]) / 64.0f;
    __syncthreads();
    float d = v - mean;
    float q = d * d;
    for (int o = 16; o > 0; o >>= 1) q += __shfl_xor_sync(0xffffffffu, q, o);
    if (t % 32 == 0) part[t / 32] = q;
    __syncthreads();
    float var = (part[0] + part[1]) / 64.0f;
    y[blockIdx.x * 64 + t] = d / (sqrtf(var) + 1e-5f);
}
