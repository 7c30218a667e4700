// fpcheck: logistic <<<1, 8>>> x=[0.25,-3.5,12,40,-20,87,88,2] beta=[1.0,0.0] p=empty:8 n=8
// expect: error fast-math at line 9
// why: __fdividef gives 0 for a divisor above 2^126: e^88 = 1.65e38, so a certain event gets probability 0
// figure: p[6] computed 0, MPFR 1
// Probability of the positive class of a one-feature logistic regression.
__device__ float sigmoid(float logit)
{
    float e = expf(logit);
    return __fdividef(e, 1.0f + e);
}

__global__ void logistic(const float *x, const float *beta, float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float logit = fmaf(beta[0], x[i], beta[1]);
        p[i] = sigmoid(logit);
    }
}
