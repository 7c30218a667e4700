// fpcheck: bragg_phase <<<1, 32>>> h=[1,123457,65537,7] x=[5,98765,70001,143] real=empty:4 grid=144 n=4
// expect: ok
// why: h x is near 1e10, far beyond int and the bits of a float, but it is widened and reduced modulo the grid in integers
// figure: computed -0.9762960076332092, MPFR -0.976296007
// Real part of exp(2 pi i h x / grid) for large supercells, with integer h and x.
__global__ void bragg_phase(const int *h, const int *x, float *real, int grid, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int r = (int)((long long)h[i] * x[i] % grid);
    real[i] = cospif((float)(2 * r) / (float)grid);
}
