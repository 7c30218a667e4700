// fpcheck: smooth <<<3, 32>>> y=randn:96 out=empty:96 n=96
// expect: error halo one short at line 33
// why: the window reaches three samples to each side but only two threads load a halo, so the outermost cells of the tile are never written
// figure: out[0] undefined (tile[0] is never written), exact: the seven-point average with y[3] mirrored
// Savitzky-Golay smoothing of a spectrum, quadratic, seven points.
#define R 3
#define B 32

__constant__ float tap[7] = {-2.0f / 21, 3.0f / 21, 6.0f / 21, 7.0f / 21, 6.0f / 21, 3.0f / 21, -2.0f / 21};

__device__ int mirror(int i, int n)
{
    if (i < 0)
        return -i;
    if (i >= n)
        return 2 * n - 2 - i;
    return i;
}

__global__ void smooth(const float *y, float *out, int n)
{
    __shared__ float tile[B + 2 * R];
    int t = threadIdx.x;
    int i = blockIdx.x * B + t;
    tile[t + R] = y[mirror(i, n)];
    if (t < R - 1) {
        tile[R - 1 - t] = y[mirror(blockIdx.x * B - 1 - t, n)];
        tile[B + R + t] = y[mirror(blockIdx.x * B + B + t, n)];
    }
    __syncthreads();
    float s = 0.0f;
    for (int k = 0; k < 2 * R + 1; k++)
        s += tap[k] * tile[t + k];
    if (i < n)
        out[i] = s;
}
