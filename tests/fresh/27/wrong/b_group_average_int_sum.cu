// fpcheck: group_average <<<2, 128>>> price=const(2000000):2x2048 avg=empty:2 n=2048 --ref 'avg=mean(price,1)' --tol rtol=1e-6,atol=0
// expect: error integer overflow of a sum at line 21
// why: 2048 prices of 2000000 add up to 4.1e9, beyond a 32-bit int, and the average comes out negative
// figure: computed avg[0] = -97152, MPFR 2000000
// AVG(price) GROUP BY: a block per group, prices in hundredths of a cent as 32-bit integers.
using Sum = int;

__global__ void group_average(const int *price, double *avg, int n)
{
    __shared__ Sum parts[4];
    const int *p = price + (size_t)blockIdx.x * n;
    Sum sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += p[i];
    for (int o = 16; o > 0; o >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, o);
    if ((threadIdx.x & 31) == 0)
        parts[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        Sum all = parts[0] + parts[1] + parts[2] + parts[3];
        avg[blockIdx.x] = (double)all / (double)n;
    }
}
