// fpcheck: column_mean <<<1, 32>>> a=uniform(1,5):32x32 m=empty:32 n=32 --ref m=mean(a,0) --tol rtol=1e-4,atol=0
// expect: error mismatch with reference at line 8: walks along a row: the mean of row j, not of column j
__global__ void column_mean(const float* __restrict__ a, float* __restrict__ m, int n)
{
    int j = threadIdx.x;
    float s = 0.0f;
    for (int i = 0; i < n; ++i)
        s += a[j * n + i];
    m[j] = s / (float)n;
}
