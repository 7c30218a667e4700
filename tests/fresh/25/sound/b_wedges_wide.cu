// fpcheck: wedges <<<1, 32>>> degree=[3,10,70000,5,2,120000,1,0] count=empty:8 share=empty:8 n=8 want=[3,45,2449965000,10,1,7199940000,0,0] ref=count=want --tol rtol=0,atol=0.5
// expect: ok
// why: the product of two degrees passes 2^31, but it is widened first; counts stay below 2^53, so the double share is one rounding
// figure: computed count[5] 7199940000, MPFR 7199940000; exact
// Wedges at every vertex, and the vertex's share of them all.
__global__ void wedges(const int *degree, long long *count, double *share, int n)
{
    int v = threadIdx.x;
    long long d = v < n ? degree[v] : 0;
    long long mine = d * (d - 1) / 2;
    long long all = mine;
    for (int o = 16; o > 0; o >>= 1)
        all += __shfl_xor_sync(0xffffffffu, all, o);
    if (v < n) {
        count[v] = mine;
        share[v] = (double)mine / (double)max(all, 1ll);
    }
}
