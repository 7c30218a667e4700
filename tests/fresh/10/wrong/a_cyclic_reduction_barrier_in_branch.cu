// fpcheck: cyclic_reduction <<<2, 64>>> a=uniform(-1,-0.5):2x64 b=uniform(3,4):2x64 c=uniform(-1,-0.5):2x64 d=uniform(1,2):2x64 x=empty:2x64 n=64
// expect: error divergent barrier at line 35
// why: the barrier of each reduction step is inside the branch that only the shrinking number of active threads takes
// figure: x: undefined, threads wait at different barriers
// Tridiagonal systems of 64 unknowns, one block each: cyclic reduction.
#define N 64

__device__ void reduce_row(double *a, double *b, double *c, double *d, int i, int s)
{
    int up = i - s;
    int down = i + s < N ? i + s : N - 1;
    double k1 = a[i] / b[up];
    double k2 = i + s < N ? c[i] / b[down] : 0.0;
    b[i] = b[i] - c[up] * k1 - a[down] * k2;
    d[i] = d[i] - d[up] * k1 - d[down] * k2;
    a[i] = -a[up] * k1;
    c[i] = -c[down] * k2;
}

__global__ void cyclic_reduction(const double *a, const double *b, const double *c, const double *d, double *x, int n)
{
    __shared__ double sa[N], sb[N], sc[N], sd[N], sx[N];
    int t = threadIdx.x;
    int g = blockIdx.x * n + t;
    sa[t] = t == 0 ? 0.0 : a[g];
    sb[t] = b[g];
    sc[t] = t == n - 1 ? 0.0 : c[g];
    sd[t] = d[g];
    __syncthreads();
    int active = N / 2;
    int s = 1;
    for (; active > 0; active >>= 1, s <<= 1) {
        if (t < active) {
            reduce_row(sa, sb, sc, sd, 2 * s * (t + 1) - 1, s);
            __syncthreads();
        }
    }
    if (t == 0)
        sx[N - 1] = sd[N - 1] / sb[N - 1];
    __syncthreads();
    for (s = N / 2, active = 1; s > 0; s >>= 1, active <<= 1) {
        if (t < active) {
            int i = 2 * s * t + s - 1;
            double left = i - s >= 0 ? sa[i] * sx[i - s] : 0.0;
            sx[i] = (sd[i] - left - sc[i] * sx[i + s]) / sb[i];
        }
        __syncthreads();
    }
    x[g] = sx[t];
}
