// fpcheck: softplus_stable <<<2, 128>>> n=256 x=uniform(-40,40):256 y=empty:256 ref=y=log1p(exp(x)) --tol rtol=1e-5,atol=0
// expect: ok
__global__ void softplus_stable(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        y[i] = fmaxf(v, 0.0f) + log1pf(expf(-fabsf(v)));
    }
}
