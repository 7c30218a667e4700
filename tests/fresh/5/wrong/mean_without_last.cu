// fpcheck: row_means <<<1, 32>>> x=uniform(1,2):4x9 mean=empty:4 rows=4 n=9 ref=mean=mean(x,1) --tol rtol=1e-5,atol=0
// expect: error mismatch with reference at line 9: the loop ends one short, while the divisor is n
__global__ void row_means(const float *x, float *mean, int rows, int n)
{
    int r = threadIdx.x;
    if (r >= rows)
        return;
    float sum = 0.0f;
    for (int j = 0; j < n - 1; j++)
        sum += x[r * n + j];
    mean[r] = sum / (float)n;
}
