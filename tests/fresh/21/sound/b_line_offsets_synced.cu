// fpcheck: line_offsets<<<2, 32>>> lengths=randint(1,90):2x32 offset=empty:2x32
// expect: ok
// why: reading and writing are separated by __syncwarp on both sides; the branch around the read contains no barrier
// figure: computed offset[0][1] = lengths[0][0], MPFR the same (integers)
__global__ void line_offsets(const int *lengths, int *offset)
{
    __shared__ int sums[32];
    int lane = threadIdx.x;
    int length = lengths[blockIdx.x * 32 + lane];
    sums[lane] = length;
    __syncwarp();
    for (int d = 1; d < 32; d <<= 1)
    {
        int before = 0;
        if (lane >= d)
            before = sums[lane - d];
        __syncwarp();
        sums[lane] += before;
        __syncwarp();
    }
    offset[blockIdx.x * 32 + lane] = sums[lane] - length;
}
