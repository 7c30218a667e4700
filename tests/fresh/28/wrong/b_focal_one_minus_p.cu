// fpcheck: focal_loss <<<1, 32>>> logit=[1.0,4.0,8.0,11.0,13.0,14.5,15.5,16.2] loss=empty:8 gamma=1.5 n=8
// expect: error cancellation at line 16
// why: p of a confident logit is 1 - 1e-6 in float, so 1 - p has one or two bits (1/(1+exp(x)) has them all)
// figure: computed 3.79222582e-18, MPFR 2.57675172e-18 (loss[7]; 1-p is 1.192e-07 against 9.214e-08)
__device__ float sigmoid(float x)
{
    return 1.0f / (1.0f + expf(-x));
}

__global__ void focal_loss(const float *logit, float *loss, float gamma, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float p = sigmoid(logit[i]);
    float miss = 1.0f - p;
    float nll = log1pf(expf(-logit[i]));
    loss[i] = powf(miss, gamma) * nll;
}
