// fpcheck: forward_solve<<<1, 8>>> l=[1.5,0,0,0,0,0,0,0,0,1.75,0,0,0,0,0,0,0.5,0,2,0,0,0,0,0,-0.25,0.5,0,2.25,0,0,0,0,0.25,-0.25,0.5,0,2.5,0,0,0,-0.5,0.25,-0.25,0.5,0,2.75,0,0,0,-0.5,0.25,-0.25,0.5,0,3,0,0.5,0,-0.5,0.25,-0.25,0.5,0,3.25] b=[1,-2,0.5,3,1.25,-0.75,2,1.5] x=empty:8 largest=empty:1 n=8
// expect: error divergent barrier at line 14
// why: each row loops over the columns left of its own, so the rows reach the barrier a different number of times: row 0 meets the barrier behind the loop with those still in it, and reads solutions that are not there yet
// figure: computed largest[0]=undefined, MPFR 1.66137566
// Forward substitution L x = b for one small lower triangle, one thread a row.
__global__ void forward_solve(const float *l, const float *b, float *x, float *largest, int n)
{
    __shared__ float solved[64];
    int row = threadIdx.x;
    float rest = b[row];
    for (int j = 0; j <= row; j++) {
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
