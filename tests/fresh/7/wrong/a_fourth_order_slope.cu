// fpcheck: slope<<<2, 32>>> f=uniform(0,1):68 df=empty:64 inv12h=0.8333333 n=64
// expect: error halo too short at line 19
// why: the right halo has RADIUS cells, but only RADIUS - 1 of them are loaded: the last thread of a block reads shared memory that nothing wrote
// figure: computed df[31] undefined (tile[35] unwritten), MPFR (f[31] - 8 f[32] + 8 f[34] - f[35]) * 0.8333333
// Derivative of a line of cells by the five-point formula; f has two ghost cells at both ends.
constexpr int RADIUS = 2;
constexpr int BLOCK = 32;

__global__ void slope(const float *f, float *df, float inv12h, int n)
{
    __shared__ float tile[BLOCK + 2 * RADIUS];
    int t = threadIdx.x;
    int base = blockIdx.x * BLOCK;
    int i = base + t;
    if (i < n)
        tile[t + RADIUS] = f[i + RADIUS];
    if (t < RADIUS)
        tile[t] = f[base + t];
    for (int h = t; h + 1 < RADIUS; h += BLOCK)
        tile[BLOCK + RADIUS + h] = f[base + BLOCK + RADIUS + h];
    __syncthreads();
    if (i < n) {
        const float *c = tile + t + RADIUS;
        df[i] = (c[-2] - 8.0f * c[-1] + 8.0f * c[1] - c[2]) * inv12h;
    }
}
