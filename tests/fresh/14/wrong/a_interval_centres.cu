// fpcheck: centres <<<1, 32>>> begin=[1700000000,1699990000,1200,1704067200,1577836800] finish=[1700000600,1700003600,2000,1704070800,1577923200] hour=empty:5 n=5 want=[22.305555555555557,21.333333333333332,0.4444444444444444,0.5,12] --ref hour=want --tol rtol=1e-5,atol=1e-5
// expect: error integer overflow at line 8
// why: the sum of two times of today is above 2^31 and turns negative
// figure: hour[0] computed -4.9300, MPFR 22.305556
// Hour of the day (UTC) at the middle of each interval of a log: keys of an interval tree by the hour.
__device__ int middle(int a, int b)
{
    return (a + b) / 2;
}

__global__ void centres(const int *begin, const int *finish, float *hour, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int second = middle(begin[i], finish[i]) % 86400;
    hour[i] = (float)second * (1.0f / 3600.0f);
}
