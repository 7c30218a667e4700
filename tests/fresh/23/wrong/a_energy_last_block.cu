// fpcheck: energy_last_block <<<4, 32>>> field=ones:4x32 partial=empty:4 done=inout:[0] energy=empty:1
// expect: error race at line 19
// why: the partial sum of a block is published by the counter without a fence between the two: the last block may read what is not there yet
// figure: computed energy[0] = undefined (a stale partial), right 128 if all are visible
// Energy of a field: the last block to arrive adds the sums of all.
__global__ void energy_last_block(const float *field, float *partial, unsigned *done, float *energy)
{
    float v = field[blockIdx.x * 32 + threadIdx.x];
    v *= v;
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, offset);
    if (threadIdx.x != 0)
        return;
    partial[blockIdx.x] = v;
    unsigned before = atomicAdd(done, 1u);
    if (before == gridDim.x - 1) {
        float sum = 0.0f;
        for (unsigned b = 0; b < gridDim.x; b++)
            sum += partial[b];
        energy[0] = sum;
    }
}
