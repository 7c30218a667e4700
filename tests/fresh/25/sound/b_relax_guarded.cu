// fpcheck: relax <<<1, 32>>> source=[0,1,3,4,2] target=[1,2,4,5,5] weight=[4,7,2,9,1] distance=inout:[0,2147483647,2147483647,2147483647,2147483647,2147483647] rounds=5 edges=5 want=[0,4,11,2147483647,2147483647,12] ref=distance=want --tol rtol=0,atol=0.5
// expect: ok
// why: INT_MAX as infinity would wrap when an edge is added; unreached sources are skipped, and reading and atomicMin are kept apart by barriers
// figure: computed distance[5] 12, MPFR 12; exact integers
// Bellman-Ford in one block, one thread an edge; unreachable vertices keep INT_MAX.
__global__ void relax(const int *source, const int *target, const int *weight, int *distance, int rounds, int edges)
{
    int e = threadIdx.x;
    for (int r = 0; r < rounds; r++) {
        int from = e < edges ? distance[source[e]] : 0x7fffffff;
        __syncthreads();
        if (from != 0x7fffffff)
            atomicMin(distance + target[e], from + weight[e]);
        __syncthreads();
    }
}
