// fpcheck: transpose_raster <<<(N+127)/128, 128>>> in=arange:N:f32 out=empty:N w=41 h=41 N=1681 n=1681
// expect: error flipped decision at line 11
// why: the row is idx times a rounded reciprocal of the width; at multiples of 41 it falls just below the integer, so the pixel goes to the end of the row before
// figure: computed row of idx 41 = 0 (so out[1] stays unwritten), MPFR 1
__global__ void transpose_raster(const float *in, float *out, int w, int h, int n)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= n)
        return;
    float inv = 1.0f / (float)w;
    int row = (int)((float)idx * inv);
    int col = idx - row * w;
    if (col < w)
        out[col * h + row] = in[idx];
}
