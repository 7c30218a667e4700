// fpcheck: gather_tiles <<<6, 64>>> in=arange:9x41 out=empty:369 width=41 n=369
// expect: ok
// why: the row comes from a float reciprocal, which can be one off, but the remainder is checked and the row put right
// figure: computed is right bit for bit: only comparisons, copies and integers; error 0
__device__ void divide(int i, int d, float inv, int &q, int &r)
{
    q = (int)((float)i * inv);
    r = i - q * d;
    if (r < 0) {
        q--;
        r += d;
    } else if (r >= d) {
        q++;
        r -= d;
    }
}

__global__ void gather_tiles(const float *in, float *out, int width, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int row, col;
    divide(i, width, 1.0f / (float)width, row, col);
    out[i] = in[row * width + col];
}
