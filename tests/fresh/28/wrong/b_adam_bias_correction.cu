// fpcheck: adam_step <<<2, 64>>> grad=uniform(0.5,1.5):100 m=inout:zeros:100 v=inout:zeros:100 update=empty:100 beta1=0.9 beta2=0.9999 eps=1e-12 t=3 n=100
// expect: error cancellation at line 15
// why: beta2^t is 1 - 3e-4, so the subtraction leaves twelve bits of the correction (-expm1(t log1p(beta2 - 1)) would keep them)
// figure: computed 0.63906967, MPFR 0.639101193 (update for a gradient of 1; correction 0.000299990177 against 0.000300019773)
struct Corrections
{
    float first;
    float second;
};

__device__ Corrections corrections(float beta1, float beta2, int t)
{
    Corrections c;
    c.first = 1.0f - powf(beta1, (float)t);
    c.second = 1.0f - powf(beta2, (float)t);
    return c;
}

__global__ void adam_step(const float *grad, float *m, float *v, float *update, float beta1, float beta2, float eps, int t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float g = grad[i];
    float mean = beta1 * m[i] + (1.0f - beta1) * g;
    float square = beta2 * v[i] + (1.0f - beta2) * g * g;
    m[i] = mean;
    v[i] = square;
    Corrections c = corrections(beta1, beta2, t);
    update[i] = mean / c.first / (sqrtf(square / c.second) + eps);
}
