// fpcheck: mirror_rows<<<2, 64>>> row=uniform(-1,1):128 out=empty:128 n=128
// expect: error race at line 15
// why: lanes read what other lanes of the warp wrote to shared memory without __syncwarp between
// figure: computed: undefined without __syncwarp, MPFR: 0.5 (x[l] + x[31-l])
// Symmetrises rows of 32 pixels: the mean of each with its mirror image. One warp a row.
__global__ void mirror_rows(const float *row, float *out, int n)
{
    __shared__ float line[2][32];
    int warp = threadIdx.x >> 5;
    int lane = threadIdx.x & 31;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    line[warp][lane] = row[i];
    float other = line[warp][31 - lane];
    out[i] = 0.5f * (line[warp][lane] + other);
}
