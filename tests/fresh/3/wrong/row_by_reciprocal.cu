// fpcheck: unravel <<<1, 256>>> row=empty:256 col=empty:256 width=61 n=256
// expect: error index off at line 8: 61 * (1/61) is 0.99999994 in binary32, so the first pixel of a row is put at column 61 of the row before
// Row and column of a linear pixel number, with one division a launch.
__global__ void unravel(int* row, int* col, int width, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float inv = 1.0f / (float)width;
    if (i < n) {
        int r = (int)((float)i * inv);
        row[i] = r;
        col[i] = i - r * width;
    }
}
