// fpcheck: heads <<<1, 32>>> rhs=randn:32x16 x=empty:32x16 rows=32 coupling=0.25
// expect: ok
// why: an elimination without pivoting, with a division in every step, but the matrix is diagonally dominant, so the pivots stay above 1
// figure: error 9.3e-8 absolute, the largest at x (a random column), allowance 16 ulp, about 1e-6
#define N 16

// Implicit step of the groundwater equation in one dimension; one column of cells a thread.
__global__ void heads(const float *rhs, float *x, int rows, float coupling)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float upper[N], y[N];
    float diagonal = 1.0f + 2.0f * coupling;
    upper[0] = -coupling / diagonal;
    y[0] = rhs[r * N] / diagonal;
    for (int i = 1; i < N; i++) {
        float pivot = diagonal + coupling * upper[i - 1];
        upper[i] = -coupling / pivot;
        y[i] = (rhs[r * N + i] + coupling * y[i - 1]) / pivot;
    }
    float v = y[N - 1];
    x[r * N + N - 1] = v;
    for (int i = N - 2; i >= 0; i--) {
        v = y[i] - upper[i] * v;
        x[r * N + i] = v;
    }
}
