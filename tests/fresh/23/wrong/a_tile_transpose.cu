// fpcheck: tile_transpose <<<1, 256>>> in=arange:246 out=zeros:246 width=41 height=6
// expect: error index at line 12
// why: the row is found by a multiplication with a rounded reciprocal: at the first pixel of a row it falls just short, so the column is the width (outside the image)
// figure: computed for pixel 41: row 0, out index 246 of 246; right: row 1, index 1; 3 pixels of 246
// Transposes a tile of a raster; a multiplication with the reciprocal instead of a division by the width.
__global__ void tile_transpose(const float *in, float *out, int width, int height)
{
    float reciprocal = 1.0f / (float)width;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < width * height; i += gridDim.x * blockDim.x) {
        int row = (int)((float)i * reciprocal);
        int column = i - row * width;
        out[column * height + row] = in[i];
    }
}
