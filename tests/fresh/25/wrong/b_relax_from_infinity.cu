// fpcheck: relax <<<1, 32>>> source=[0,1,3,4,2] target=[1,2,4,5,5] weight=[4,7,2,9,1] distance=inout:[0,2147483647,2147483647,2147483647,2147483647,2147483647] rounds=5 edges=5 want=[0,4,11,2147483647,2147483647,12] ref=distance=want --tol rtol=0,atol=0.5
// expect: error integer overflow at line 12
// why: INT_MAX stands for unreachable; adding an edge to it wraps round to a very negative distance that wins every atomicMin
// figure: computed distance[4] -2147483647, MPFR 2147483647
// Bellman-Ford in one block, one thread an edge; unreachable vertices keep INT_MAX.
__global__ void relax(const int *source, const int *target, const int *weight, int *distance, int rounds, int edges)
{
    int e = threadIdx.x;
    for (int r = 0; r < rounds; r++) {
        int reach = 0;
        if (e < edges)
            reach = distance[source[e]] + weight[e];
        __syncthreads();
        if (e < edges)
            atomicMin(distance + target[e], reach);
        __syncthreads();
    }
}
