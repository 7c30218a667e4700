// fpcheck: cool_rods <<<1, 8>>> temperature=uniform(280,400):16x8 next=empty:16x8 work=empty:16x8 lambda=0.75 rods=8 nodes=16
// expect: ok
// why: elimination without pivots, divisions by differences; the matrix is diagonally dominant, so that it is stable; a thread a rod, values interleaved
// figure: computed next within 1e-14 of the exact solution, relatively

// One implicit step of heat conduction in rods with insulated ends: Thomas' algorithm.
__global__ void cool_rods(const double *temperature, double *next, double *work, double lambda, int rods, int nodes)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rods)
        return;
    double off = -lambda;
    double pivot = 1.0 + lambda;
    work[r] = off / pivot;
    next[r] = temperature[r] / pivot;
    for (int k = 1; k < nodes; k++) {
        double diagonal = k == nodes - 1 ? 1.0 + lambda : 1.0 + 2.0 * lambda;
        int here = k * rods + r, before = here - rods;
        pivot = diagonal - off * work[before];
        work[here] = off / pivot;
        next[here] = (temperature[here] - off * next[before]) / pivot;
    }
    for (int k = nodes - 2; k >= 0; k--) {
        int here = k * rods + r;
        next[here] -= work[here] * next[here + rods];
    }
}
