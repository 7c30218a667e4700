// fpcheck: relax <<<1, dim3(16, 16)>>> f=uniform(0.5,1):16x16 u=inout:zeros:16x16 n=16 h2=0.00390625 sweeps=6
// expect: ok
// why: in place without a second buffer: points of one colour read only the other one, and a barrier parts the colours
// figure: (like data) u[8][8]: computed 0.0075666271022966436, MPFR 0.0075666271022966428 (largest relative error 2.3e-16)
// Gauss-Seidel sweeps in red-black order for -laplace(u) = f on a square, u = 0 outside.
#define N 16

__device__ double neighbours(const double (*s)[N + 2], int x, int y)
{
    return (s[y][x - 1] + s[y][x + 1]) + (s[y - 1][x] + s[y + 1][x]);
}

__global__ void relax(const double *f, double *u, int n, double h2, int sweeps)
{
    __shared__ double s[N + 2][N + 2];
    int x = threadIdx.x + 1;
    int y = threadIdx.y + 1;
    int g = threadIdx.y * n + threadIdx.x;
    for (int k = threadIdx.y * N + threadIdx.x; k < (N + 2) * (N + 2); k += N * N)
        s[k / (N + 2)][k % (N + 2)] = 0.0;
    __syncthreads();
    s[y][x] = u[g];
    double source = h2 * f[g];
    __syncthreads();
    for (int k = 0; k < 2 * sweeps; k++) {
        if (((x + y) & 1) == (k & 1))
            s[y][x] = 0.25 * (source + neighbours(s, x, y));
        __syncthreads();
    }
    u[g] = s[y][x];
}
