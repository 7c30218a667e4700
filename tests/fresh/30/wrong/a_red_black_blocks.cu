// fpcheck: relax_colour <<<(2, 2), (7, 7)>>> u=inout:uniform(0,1):16x16 f=uniform(-1,1):16x16 colour=0 omega=1.5 n=16
// expect: error race on global memory at line 21
// why: the colour is taken from thread coordinates; with blocks of 7 x 7 the pattern breaks at block borders, where neighbours of one colour update each other
// figure: computed undefined at block borders, MPFR the half sweep of one colour
// Half a sweep of red-black SOR for the Poisson equation on an n x n grid with fixed borders.
__device__ __forceinline__ bool has_colour(int colour)
{
    return ((threadIdx.x + threadIdx.y) & 1) == colour;
}

__global__ void relax_colour(float *u, const float *f, int n, int colour, float omega)
{
    const int x = 1 + blockIdx.x * blockDim.x + threadIdx.x;
    const int y = 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n - 1 || y >= n - 1 || !has_colour(colour))
        return;
    const float h2 = 1.0f / ((n - 1) * (n - 1));
    const int i = y * n + x;
    const float around = u[i - 1] + u[i + 1] + u[i - n] + u[i + n];
    const float gauss_seidel = 0.25f * (around - h2 * f[i]);
    u[i] += omega * (gauss_seidel - u[i]);
}
