// fpcheck: covariance <<<1, 32>>> x=[1,2,3,4,5,7] y=[2,1,4,3,7,8] cov=empty:1 n=6 ref=cov=sum((x-mean(x))*(y-mean(y)))/5 --tol rtol=1e-5,atol=0
// expect: error mismatch with reference at line 14: divided by n where the sample covariance divides by n - 1
__global__ void covariance(const float *x, const float *y, float *cov, int n)
{
    if (threadIdx.x != 0)
        return;
    float mx = 0.0f, my = 0.0f, c = 0.0f;
    for (int k = 0; k < n; k++) {
        float dx = x[k] - mx;
        mx += dx / (float)(k + 1);
        my += (y[k] - my) / (float)(k + 1);
        c += dx * (y[k] - my);
    }
    *cov = c / (float)n;
}
