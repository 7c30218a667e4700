// fpcheck: notional <<<1, 64>>> cents=[250000, 1999, 310050, 120000, 45000, 99900] quantity=[20000, 300, 15000, 40000, 100, 25000] total=inout:zeros:1 n=6 ref=total=sum(cents*quantity) --tol rtol=1e-9,atol=0
// expect: ok
// why: the product is 64 bits wide before it is added; the atomic on unsigned is exact for any order and sign
// figure: computed total = 16953349700, MPFR 16953349700; error 0
// Traded notional in cents.
__global__ void notional(const int *cents, const int *quantity, double *total, int n)
{
    __shared__ unsigned long long sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    long long mine = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        mine += (long long)cents[i] * quantity[i];
    atomicAdd(&sum, (unsigned long long)mine);
    __syncthreads();
    if (threadIdx.x == 0)
        total[0] += (double)(long long)sum;
}
