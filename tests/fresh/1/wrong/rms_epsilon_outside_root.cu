// fpcheck: rms_scale <<<4, 32>>> x=uniform(-0.001,0.001):4x32 inv=empty:4 eps=1e-5 c=32 --ref inv=1/sqrt(mean(x*x,1)+eps) --tol rtol=1e-4,atol=0
// expect: error mismatch with reference at line 9: epsilon is added to the root instead of below it
__global__ void rms_scale(const float* x, float* inv, float eps, int c)
{
    float v = x[blockIdx.x * c + threadIdx.x];
    float q = v * v;
    for (int d = 16; d; d >>= 1) q += __shfl_xor_sync(0xffffffffu, q, d);
    if (threadIdx.x == 0)
        inv[blockIdx.x] = 1.0f / (sqrtf(q / (float)c) + eps);
}
