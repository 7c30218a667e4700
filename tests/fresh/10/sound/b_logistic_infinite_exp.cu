// fpcheck: logistic <<<1, 32>>> score=[-200.0,-90.5,-20.0,-3.0,-0.25,0.0,0.5,4.0,15.0,60.0,120.0,300.0] label=[0,1,0,1,0,1,1,0,1,0,1,0] p=empty:12 nll=empty:12 n=12 wp=[0.0,0.0,2.0611536181902037e-09,0.04742587317756678,0.4378234991142019,0.5,0.6224593312018546,0.9820137900379085,0.9999996940977731,1.0,1.0,1.0] wl=[0.0,90.5,2.061153620314381e-09,3.048587351573742,0.5759394198788436,0.6931471805599453,0.4740769841801067,4.0181499279178094,3.059022737137205e-07,60.0,0.0,300.0] ref=p=wp ref=nll=wl --tol rtol=3e-6,atol=1e-37
// expect: ok
// why: exp(200) is infinite and its reciprocal the right 0; softplus never overflows and keeps small losses by log1p
// figure: p[0] = 0 for 1.4e-87; elsewhere relative error about 2e-7, tolerance 3e-6
// Logistic regression: probability and negative log likelihood of each row's score.
__device__ float sigmoid(float z)
{
    return 1.0f / (1.0f + expf(-z)); // expf may be infinite: 1 / inf = 0 is meant
}

__device__ float softplus(float z)
{
    return fmaxf(z, 0.0f) + log1pf(expf(-fabsf(z)));
}

__global__ void logistic(const float *score, const int *label, float *p, float *nll, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float z = score[i];
    p[i] = sigmoid(z);
    nll[i] = label[i] ? softplus(-z) : softplus(z);
}
