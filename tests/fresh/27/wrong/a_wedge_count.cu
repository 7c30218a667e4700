// fpcheck: wedge_count <<<1, 32>>> row=[0,70000,70003,170003] wedges=empty:3 n=3 want=[2449965000,3,4999950000] ref=wedges=want
// expect: error integer overflow of a product at line 12
// why: the product of two degrees is taken in 32 bits and widened afterwards
// figure: computed wedges[0] = 302481352, MPFR 2449965000
// Paths of length two centred at each vertex, for clustering coefficients.
__global__ void wedge_count(const int *row, long long *wedges, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n)
        return;
    int degree = row[v + 1] - row[v];
    wedges[v] = degree * (degree - 1) / 2;
}
