// fpcheck: tally_cosines <<<2, 64>>> raw=@a_tally_one_raw.npy tally=inout:zeros:16 n=128 bins=16
// expect: error bounds at line 17
// why: a 32-bit random number times 2^-32 rounds up to exactly 1 for the last 128 raw values, so the bin is one behind the table (the known closed end of such uniform generators); raw[77] is 0xffffffd0
// figure: bin of raw[77] computed 16 (of 0..15), exact floor(16 * 0xffffffd0 / 2^32) = 15
__device__ float uniform01(unsigned r)
{
    return (float)r * 2.3283064365386963e-10f;
}

__global__ void tally_cosines(const unsigned* raw, int* tally, int n, int bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float u = uniform01(raw[i]);
    int bin = (int)(u * (float)bins);
    atomicAdd(&tally[bin], 1);
}
