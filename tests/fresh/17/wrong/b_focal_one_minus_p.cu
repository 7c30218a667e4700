// fpcheck: focal_negative <<<2, 32>>> x=uniform(8,30):64 loss=empty:64 n=64 ref=loss=(x+log(1+exp(-x)))/(1+exp(-x))/(1+exp(-x)) --tol rtol=1e-5,atol=0
// expect: error cancellation at line 17
// why: 1 - p has lost all bits of the small probability; above 16.6 it is 0, its log -inf, and the clamp makes that 100
// figure: x = 14.75: computed 14.84376, MPFR 14.74999; x = 20: computed 100, MPFR 20.0000000
// focal loss of the hard negatives (gamma = 2): p^2 * -log(1 - p)
__device__ float sigmoid(float x)
{
    return 1.0f / (1.0f + expf(-x));
}

__global__ void focal_negative(const float *x, float *loss, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float p = sigmoid(x[i]);
    float nll = -logf(1.0f - p);
    nll = fminf(nll, 100.0f);
    loss[i] = p * p * nll;
}
