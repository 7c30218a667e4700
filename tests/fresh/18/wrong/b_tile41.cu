// fpcheck: transpose41 <<<4, 64>>> in=arange:5x41 out=empty:41x5 width=41 height=5 --ref out=@b_tile41_ref.npy --tol bitwise
// expect: error index computed in floating point at line 8: 41 times the rounded 1/41 is just under 1: every such row starts one too early, and the column reads past the row
// why: 41 times the rounded 1/41 is just under 1: every such row starts one too early, and the column reads past the row
// figure: element 41 goes to row 0, column 41 (place 205, left out), so out[1] stays undefined; right: 41
__device__ int2 split(int i, float inv_width, int width)
{
    int2 p;
    p.y = (int)((float)i * inv_width);
    p.x = i - p.y * width;
    return p;
}

__global__ void transpose41(const float *in, float *out, int width, int height)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= width * height)
        return;
    int2 p = split(i, 1.0f / (float)width, width);
    int to = p.x * height + p.y;
    if (to < width * height)
        out[to] = in[i];
}
