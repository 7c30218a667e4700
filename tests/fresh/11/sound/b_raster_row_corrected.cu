// fpcheck: transpose_raster <<<(N+127)/128, 128>>> in=arange:N:f32 out=empty:N w=41 h=41 N=1681 n=1681
// expect: ok
// why: the row comes from a rounded reciprocal and is off by one at multiples of the width, but is put right by the remainder afterwards
// figure: computed out[41 * 0 + 1] (from idx 41) = 41, MPFR 41; error 0
__device__ int row_of(int idx, int w)
{
    int row = (int)((float)idx * (1.0f / (float)w));
    int rest = idx - row * w;
    if (rest < 0)
        row--;
    else if (rest >= w)
        row++;
    return row;
}

__global__ void transpose_raster(const float *in, float *out, int w, int h, int n)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= n)
        return;
    int row = row_of(idx, w);
    int col = idx - row * w;
    out[col * h + row] = in[idx];
}
