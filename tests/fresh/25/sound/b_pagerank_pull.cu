// fpcheck: pagerank <<<1, 32>>> first=[0,3,4,6,7] from=[1,2,3,0,0,1,2] degree=[2,2,2,1] rank=empty:4 keep=0.85 rounds=20 n=4 want=[0.370999014,0.195174593,0.278123787,0.155702606] ref=rank=want --tol rtol=1e-5,atol=0
// expect: ok
// why: ranks are read and written in turns from two buffers, with one barrier a round, which is enough; sums are pulled, no atomics
// figure: computed rank[0] 0.37099907, MPFR 0.37099901; relative error 1.4e-07 of 1e-5
// PageRank of a small graph in one block, pulling along incoming edges.
__global__ void pagerank(const int *first, const int *from, const int *degree, float *rank, float keep, int rounds, int n)
{
    __shared__ float buffer[2][32];
    int v = threadIdx.x;
    buffer[0][v] = v < n ? 1.0f / (float)n : 0.0f;
    float base = (1.0f - keep) / (float)n;
    int now = 0;
    for (int r = 0; r < rounds; r++) {
        __syncthreads();
        if (v < n) {
            float sum = 0.0f;
            for (int e = first[v]; e < first[v + 1]; e++)
                sum += buffer[now][from[e]] / (float)degree[from[e]];
            buffer[now ^ 1][v] = fmaf(keep, sum, base);
        }
        now ^= 1;
    }
    if (v < n)
        rank[v] = buffer[now][v];
}
