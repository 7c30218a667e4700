// fpcheck: forward_solve<<<1, 8>>> l=[1.5,0,0,0,0,0,0,0,0,1.75,0,0,0,0,0,0,0.5,0,2,0,0,0,0,0,-0.25,0.5,0,2.25,0,0,0,0,0.25,-0.25,0.5,0,2.5,0,0,0,-0.5,0.25,-0.25,0.5,0,2.75,0,0,0,-0.5,0.25,-0.25,0.5,0,3,0,0.5,0,-0.5,0.25,-0.25,0.5,0,3.25] b=[1,-2,0.5,3,1.25,-0.75,2,1.5] x=empty:8 largest=empty:1 n=8
// expect: ok
// why: every row walks all columns and meets every barrier; only the work between is conditional
// figure: computed x[7]=0.319889367, MPFR 0.31988937: error 1.0e-08 relative
// Forward substitution L x = b for one small lower triangle, one thread a row.
__global__ void forward_solve(const float *l, const float *b, float *x, float *largest, int n)
{
    __shared__ float solved[64];
    int row = threadIdx.x;
    float rest = b[row];
    for (int j = 0; j < n; j++) {
        if (row == j)
            solved[j] = rest / l[j * n + j];
        __syncthreads();
        if (row > j)
            rest -= l[row * n + j] * solved[j];
    }
    x[row] = solved[row];
    __syncthreads();
    if (row == 0) {
        float top = 0.0f;
        for (int k = 0; k < n; k++)
            top = fmaxf(top, fabsf(solved[k]));
        *largest = top;
    }
}
