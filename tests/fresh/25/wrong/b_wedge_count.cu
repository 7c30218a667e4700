// fpcheck: wedges <<<1, 32>>> degree=[3,10,70000,5,2,120000,1,0] count=empty:8 share=empty:8 n=8 want=[3,45,2449965000,10,1,7199940000,0,0] ref=count=want --tol rtol=0,atol=0.5
// expect: error integer overflow at line 12
// why: degree * (degree - 1) is an int product; it wraps before it is widened to 64 bits
// figure: computed count[2] 302481352, MPFR 2449965000
// Wedges (paths of two edges) at every vertex, for the clustering coefficient, and the vertex's share of them.
__global__ void wedges(const int *degree, long long *count, double *share, int n)
{
    int v = threadIdx.x;
    long long mine = 0;
    if (v < n) {
        int d = degree[v];
        mine = (long long)(d * (d - 1)) / 2;
        count[v] = mine;
    }
    long long all = mine;
    for (int o = 16; o > 0; o >>= 1)
        all += __shfl_xor_sync(0xffffffffu, all, o);
    if (v < n)
        share[v] = (double)mine / (double)max(all, 1ll);
}
