// fpcheck: adam_step <<<2, 64>>> grad=@b_ae_g.npy m=inout:zeros:100 v=inout:zeros:100 update=empty:100 beta1=0.9 one_minus_beta2=1e-5 eps=1e-8 t=3 n=100 ref=update=@b_ae_u.npy --tol rtol=2e-5,atol=0
// expect: ok
// why: 1 - beta2^t is taken as -expm1(t log1p(-(1 - beta2))) from 1 - beta2 itself, so nothing cancels although beta2^t is nearly 1
// figure: computed 0.639130056, MPFR 0.63912995 (worst element of a float model of the kernel: error 1.1e-07, tolerance 1.3e-05)
__device__ float correction(float one_minus_beta, int t)
{
    return -expm1f((float)t * log1pf(-one_minus_beta));
}

__global__ void adam_step(const float *grad, float *m, float *v, float *update, float beta1, float one_minus_beta2, float eps, int t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float g = grad[i];
    float one_minus_beta1 = 1.0f - beta1;
    float mean = m[i] + one_minus_beta1 * (g - m[i]);
    float square = v[i] + one_minus_beta2 * (g * g - v[i]);
    m[i] = mean;
    v[i] = square;
    float first = mean / correction(one_minus_beta1, t);
    float second = square / correction(one_minus_beta2, t);
    update[i] = first / (sqrtf(second) + eps);
}
