// fpcheck: notional <<<1, 64>>> cents=[250000, 1999, 310050, 120000, 45000, 99900] quantity=[20000, 300, 15000, 40000, 100, 25000] total=inout:zeros:1 n=6 ref=total=sum(cents*quantity) --tol rtol=1e-9,atol=0
// expect: error overflow at line 14
// why: the product of two ints overflows 32 bits before it is widened for the 64-bit sum
// figure: computed total = -226519484, MPFR 16953349700
// Traded notional in cents.
__global__ void notional(const int *cents, const int *quantity, double *total, int n)
{
    __shared__ unsigned long long sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    long long mine = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        mine += cents[i] * quantity[i];
    atomicAdd(&sum, (unsigned long long)mine);
    __syncthreads();
    if (threadIdx.x == 0)
        total[0] += (double)(long long)sum;
}
