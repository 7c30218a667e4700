// fpcheck: first_collision<<<1, 32>>> t=[4.0, 2.5, 7.0, 1.25, 3.0, 1.25, 9.0, 1.25, 6.0, 5.5] event=empty:1 n=10 ref=event=argmax(-t) --tol bitwise
// expect: error wrong tie handling at line 16
// why: with <= the partner is taken at equal times, so of the three collisions at 1.25 it is not the first index that lane 0 ends with
// figure: computed event = 7, exact 3
#include <cuda_runtime.h>

// The earliest of the pending collisions; of equal ones the pair with the smallest index, so that runs can be repeated.
__global__ void first_collision(const float *t, int *event, int n)
{
    int lane = threadIdx.x;
    float time = lane < n ? t[lane] : 3.0e38f;
    int index = lane;
    for (int o = 16; o > 0; o >>= 1) {
        float other_time = __shfl_down_sync(0xffffffffu, time, o);
        int other_index = __shfl_down_sync(0xffffffffu, index, o);
        if (other_time <= time) {
            time = other_time;
            index = other_index;
        }
    }
    if (lane == 0)
        event[0] = index;
}
