// fpcheck: haar <<<2, 64>>> signal=randn:4x64 coeff=empty:4x64
// expect: error race at line 12
// why: each level reads pairs and overwrites the same shared row in place with no __syncwarp between the lanes' reads and their writes
// figure: coeff undefined between lanes, e.g. coeff[0] is to be the sum of the signal over 8
// Six levels of the orthonormal Haar transform of 64 samples, one warp for a signal.
__device__ void haar_level(float *row, int lane, int half)
{
    const float r = 0.70710678f;
    if (lane < half) {
        float a = row[2 * lane];
        float b = row[2 * lane + 1];
        row[lane] = (a + b) * r;
        row[half + lane] = (a - b) * r;
    }
}

__global__ void haar(const float *signal, float *coeff)
{
    __shared__ float rows[2][64];
    int warp = threadIdx.x >> 5;
    int lane = threadIdx.x & 31;
    int s = blockIdx.x * 2 + warp;
    float *row = rows[warp];
    row[lane] = signal[s * 64 + lane];
    row[lane + 32] = signal[s * 64 + lane + 32];
    __syncwarp();
    for (int half = 32; half >= 1; half >>= 1)
        haar_level(row, lane, half);
    __syncwarp();
    coeff[s * 64 + lane] = row[lane];
    coeff[s * 64 + lane + 32] = row[lane + 32];
}
