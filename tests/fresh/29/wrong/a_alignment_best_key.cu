// fpcheck: best_cell <<<1, 64>>> score=[796.01,399.52,438.98,1000.9853,153.89,839.25,619.96,388.92,195.62,144.46,620.43,125.63,794.8,249.03,363.07,236.45,517.7,282.21,845.97,637.33,762.99,879.23,860.89,644.85,452.43,571.35,657.92,439.12,254.83,196.55,844.82,594.94,512.83,339.42,634.7,646.91,511.54,886.17,831.67,121.28,1000.9926,892.66,239.4,359.08,628.66,797.97,371.32,514.71,385.96,138.77,553.38,1000.9911,648.84,413.01,598.53,241.77,142.31,785.21,666.6,448.88,548.18,651.43,636.76,764.94] cell=empty:1 cells=64 want=[40] ref=cell=want --tol bitwise
// expect: error mismatch at line 9
// why: the low 8 bits of the score make room for the cell number, so scores that differ by less than a 64th are ordered by their cell
// figure: computed cell = 3, right 40
// The best cell of a local alignment, the first one among equals.
__device__ unsigned key_of(float score, int cell)
{
    unsigned bits = __float_as_uint(score);
    return (bits & 0xffffff00u) | (unsigned)(255 - cell);
}

__global__ void best_cell(const float *score, int *cell, int cells)
{
    __shared__ unsigned best;
    if (threadIdx.x == 0)
        best = 0u;
    __syncthreads();

    unsigned mine = 0u;
    for (int c = threadIdx.x; c < cells; c += blockDim.x) {
        unsigned k = key_of(score[c], c);
        mine = k > mine ? k : mine;
    }
    mine = __reduce_max_sync(0xffffffffu, mine);
    if ((threadIdx.x & 31) == 0)
        atomicMax(&best, mine);
    __syncthreads();

    if (threadIdx.x == 0)
        cell[0] = 255 - (int)(best & 0xffu);
}
