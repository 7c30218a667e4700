// fpcheck: components <<<1, 128>>> neighbour=randint(0,127):128x4 label=empty:128 rounds=2 n=128
// expect: error race at line 16
// why: labels of neighbours are read and written in shared memory within a round, with a barrier only at its end: a read races with its owner's write
// figure: computed label[i] undetermined after any one round (old or new label of a neighbour), MPFR the old one
// Label propagation: every vertex takes the smallest label of itself and its neighbours, in rounds.
__global__ void components(const int *neighbour, int *label, int rounds, int n)
{
    __shared__ int mine[128];
    int v = threadIdx.x;
    mine[v] = v;
    __syncthreads();
    for (int r = 0; r < rounds; r++) {
        int best = mine[v];
        for (int k = 0; k < 4; k++)
            best = min(best, mine[neighbour[v * 4 + k]]);
        mine[v] = best;
        __syncthreads();
    }
    label[v] = mine[v];
}
