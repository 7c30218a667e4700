// fpcheck: leaving_row <<<1, 32>>> b=[4,0,9,5,0,12] column=[2,0,-3,2.5,-1,0] row=empty:1 step=empty:1 m=6 want=[0] ref=row=want --tol bitwise
// expect: ok
// why: rows with 0/0 or a negative pivot never form their ratio; a tie (2 and 2) goes to the smaller row; +inf is the identity of the minimum
// figure: computed row = 0, right 0 (ratio 2, tie with row 3): error 0
#include <cuda_runtime.h>
#include <math_constants.h>
__global__ void leaving_row(const float *b, const float *column, int *row, float *step, int m)
{
    int lane = threadIdx.x;
    float best = CUDART_INF_F;
    int who = m;
    for (int r = lane; r < m; r += 32) {
        if (column[r] <= 1e-7f)
            continue;
        float ratio = b[r] / column[r];
        if (ratio < best) {
            best = ratio;
            who = r;
        }
    }
    for (int o = 16; o > 0; o >>= 1) {
        float other = __shfl_xor_sync(0xffffffffu, best, o);
        int his = __shfl_xor_sync(0xffffffffu, who, o);
        if (other < best || (other == best && his < who)) {
            best = other;
            who = his;
        }
    }
    if (lane == 0) {
        row[0] = who < m ? who : -1;
        step[0] = best;
    }
}
