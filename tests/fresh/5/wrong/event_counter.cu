// fpcheck: count_events <<<1, 32>>> before=[16777200,16777214,33554432,1000] flag=const(1):4x200 after=empty:4 n=200 rows=4 ref=after=before+sum(flag,1) --tol rtol=1e-7,atol=0
// expect: error absorbed at line 11: a float that counts by one stands still at 2^24
__global__ void count_events(const float *before, const float *flag, float *after, int rows, int n)
{
    int r = threadIdx.x;
    if (r >= rows)
        return;
    float count = before[r];
    for (int j = 0; j < n; j++)
        if (flag[r * n + j] > 0.5f)
            count += 1.0f;
    after[r] = count;
}
