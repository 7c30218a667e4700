// fpcheck: laplace4 <<<2, 64>>> u=randn:128 d=empty:128 n=128
// expect: error uninitialised at line 19
// why: a fourth-order stencil reaches two cells, the tile has room for two on each side, but only one is loaded on the left and on the right: the outermost halo cells are never written
// figure: d[0]: computed undefined (s[0] unwritten), MPFR (16 (u[1]) - u[2] - 30 u[0]) / 12
#define R 2
#define TILE 64
// Second derivative, fourth order, zero outside.
__global__ void laplace4(const float *u, float *d, int n)
{
    __shared__ float s[TILE + 2 * R];
    int t = threadIdx.x, i = blockIdx.x * TILE + t;
    s[t + R] = u[i];
    if (t < 1) {
        s[R - 1 - t] = i - 1 >= 0 ? u[i - 1] : 0.0f;
        s[TILE + R + t] = i + TILE < n ? u[i + TILE] : 0.0f;
    }
    __syncthreads();
    float near = s[t + R - 1] + s[t + R + 1];
    float far = s[t + R - 2] + s[t + R + 2];
    d[i] = (16.0f * near - far - 30.0f * s[t + R]) * (1.0f / 12.0f);
}
