// fpcheck: effective <<<1, 32>>> nominal=[1e-07,0.0001,0.01,0.05,0.25,-0.005] out=empty:6 n=6 want=[1.0000000575194331e-07,0.00010000458093420647,0.010045960661607137,0.05116189866166014,0.28073156065712296,-0.004988557454861208] ref=out=want --tol rtol=1e-5,atol=0
// expect: ok
// why: rates of 1e-7 beside 1: log1p and expm1 never add the 1
// figure: out[0] 1.0000001e-07: error about 2e-7 relative, allowed 1e-5
// Effective annual rate of a nominal rate paid monthly.
__global__ void effective(const float *nominal, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = expm1f(12.0f * log1pf(nominal[i] / 12.0f));
}
