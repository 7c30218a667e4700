// fpcheck: offsets_of_lines<<<2, 32>>> lengths=randint(1,9):2x32 offset=empty:2x32
// expect: error race at line 16
// why: between reading the neighbour's sum and writing the own one there is no __syncwarp: another lane may already have overwritten what is read
// figure: computed offset[0][31] = undefined (a lane may add a partner that is a step ahead), MPFR the sum of the 31 lengths before
// Exclusive prefix sums of line lengths, in a warp's shared memory.
__global__ void offsets_of_lines(const int *lengths, int *offset)
{
    __shared__ int sums[32];
    int lane = threadIdx.x;
    int length = lengths[blockIdx.x * 32 + lane];
    sums[lane] = length;
    __syncwarp();
    for (int d = 1; d < 32; d <<= 1)
    {
        if (lane >= d)
            sums[lane] += sums[lane - d];
        __syncwarp();
    }
    offset[blockIdx.x * 32 + lane] = sums[lane] - length;
}
