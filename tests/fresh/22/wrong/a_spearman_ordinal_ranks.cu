// fpcheck: mid_ranks <<<1, 32>>> x=[3.5,1.25,3.5,0.5,7.0,3.5,1.25,9.0] rank=empty:8 n=8 want=[5.0,2.5,5.0,1.0,7.0,5.0,2.5,8.0] ref=rank=want --tol bitwise
// expect: error ties at line 13
// why: Spearman's correlation takes the mean rank of tied values; here ties are ranked by their place
// figure: computed 4 at rank[0], MPFR 5
// Ranks of annual floods for a rank correlation; ties should share the mean of their ranks.
__global__ void mid_ranks(const float *x, float *rank, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int below = 0;
    for (int j = 0; j < n; j++)
        below += x[j] < x[i] || (x[j] == x[i] && j < i);
    rank[i] = (float)(below + 1);
}
