// fpcheck: accumulate <<<2, 128>>> group=randint(0,3):200 value=uniform(10,20):200 sum=inout:zeros:4:f64 count=inout:zeros:4:u32 n=200
// fpcheck+ average <<<1, 32>>> avg=empty:4 groups=4
// expect: ok
// why: atomics in any order and a cast of a double to float look risky; counts are integers, the double sums of float values lose nothing that a float shows
// figure: computed 14.8589535 on a sample, MPFR 14.8589536858; error below half an ulp
// Databases: average by group.
__global__ void accumulate(const int *group, const float *value, double *sum, unsigned *count, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    int g = group[row] & 3;
    atomicAdd(&sum[g], (double)value[row]);
    atomicAdd(&count[g], 1u);
}

__device__ float quotient(double s, unsigned c)
{
    return c == 0u ? 0.0f : (float)(s / (double)c);
}

__global__ void average(const double *sum, const unsigned *count, float *avg, int groups)
{
    int g = threadIdx.x;
    if (g < groups)
        avg[g] = quotient(sum[g], count[g]);
}
