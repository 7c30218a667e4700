// fpcheck: nearest <<<1, 32>>> phone_x=[1000, 20000, 70000, 90000] phone_y=[1000, 15000, 60000, 90000] mast_x=[0, 25000, 95000] mast_y=[0, 10000, 99000] metres=empty:4 index=empty:4 n=4 masts=3
// expect: error integer overflow, NaN hidden at line 18
// why: the square of a distance of more than 46340 m overflows an int; a negative sum gives a NaN in sqrtf, which the comparison drops, a positive one a distance that is far too small
// figure: computed (metres, index) = [(1414.2, 0), (7071.1, 1), (15166.8, 1), (10295.6, 2)], MPFR [(1414.2, 0), (7071.1, 1), (46324.9, 2), (10295.6, 2)]
#include <cuda_runtime.h>

// Nearest mast for each phone, coordinates in metres.
__global__ void nearest(const int *phone_x, const int *phone_y, const int *mast_x, const int *mast_y, float *metres, int *index, int n, int masts)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float best = 3.0e38f;
    int who = -1;
    for (int m = 0; m < masts; m++) {
        int dx = phone_x[i] - mast_x[m];
        int dy = phone_y[i] - mast_y[m];
        float d = sqrtf((float)(dx * dx + dy * dy));
        if (d < best) {
            best = d;
            who = m;
        }
    }
    metres[i] = best;
    index[i] = who;
}
