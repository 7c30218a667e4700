// fpcheck: dpo <<<1, 32>>> chosen=[-10,-900,-3,-50,-20.5,-1] chosen_ref=[-12,-100,-3,-49.5,-20.25,-1000] rejected=[-14,-5,-7,-52,-30,-999] rejected_ref=[-13,-400,-7,-51,-29,-2] loss=empty:6 weight=empty:6 n=6 beta=0.5 want=[0.201413278,597.5,0.693147181,0.57593942,0.523123264,0] ref=loss=want --tol rtol=1e-5,atol=1e-38
// expect: ok
// why: margins to +-1000: softplus by max and log1p(exp(-|x|)), so a large margin's loss underflows to about 0 as it should and a negative one's is linear; the weight of the gradient uses exp of the negative magnitude only
// figure: loss ['0.2014', '597.5', '0.6931', '0.5759', '0.5231', '0'], relative error about 2e-7 where the result is normal
// Direct preference optimisation: -log sigmoid(beta * ((chosen - chosen_ref) - (rejected - rejected_ref))) and its gradient's weight.
__device__ float softplus(float x)
{
    return fmaxf(x, 0.0f) + log1pf(expf(-fabsf(x)));
}

__device__ float sigmoid(float x)
{
    const float e = expf(-fabsf(x));
    return (x >= 0.0f ? 1.0f : e) / (1.0f + e);
}

__global__ void dpo(const float *chosen, const float *chosen_ref, const float *rejected, const float *rejected_ref, float *loss, float *weight,
                    int n, float beta)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float margin = beta * ((chosen[i] - chosen_ref[i]) - (rejected[i] - rejected_ref[i]));
    loss[i] = softplus(-margin);
    weight[i] = beta * sigmoid(-margin);
}
