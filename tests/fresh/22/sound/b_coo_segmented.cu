// fpcheck: spmv_coo <<<1, 32>>> row=[0,0,1,1,1,2,3,3] col=[0,1,0,2,3,2,1,3] val=[1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0] x=[1.0,1.0,1.0,1.0] y=inout:zeros:4 nnz=8 want=[3,12,6,15] ref=y=want --tol rtol=1e-6,atol=0
// expect: ok
// why: a segmented suffix sum over the lanes: only the head of each row stores, so that no two threads write one element; lanes without a nonzero carry row -1
// figure: computed y[1] = 12, right 12: exact in small integers
// y += A x, A in coordinate form sorted by row, one warp, by a segmented sum.
__global__ void spmv_coo(const int *row, const int *col, const float *val, const float *x, float *y, int nnz)
{
    const unsigned all = 0xffffffffu;
    int lane = threadIdx.x;
    int r = lane < nnz ? row[lane] : -1;
    float s = lane < nnz ? val[lane] * x[col[lane]] : 0.0f;
    for (int d = 1; d < 32; d <<= 1) {
        float other = __shfl_down_sync(all, s, d);
        int other_row = __shfl_down_sync(all, r, d);
        if (lane + d < 32 && other_row == r)
            s += other;
    }
    int before = __shfl_up_sync(all, r, 1);
    if (r >= 0 && (lane == 0 || before != r))
        y[r] += s;
}
