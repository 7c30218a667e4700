// fpcheck: event_order<<<1, 64>>> time=[8.5,7.0,-4.75,5.5,8.25,-7.5,-7.25,3.5,4.25,5.25,9.75,3.75,-0.25,3.75,-7.75,7.25,8.5,-9.0,-6.0,-7.0,2.75,7.25,2.25,9.0,-9.5,-1.0,1.5,3.0,1.5,3.0,-6.0,-8.0,-3.0,2.5,4.5,-1.0,-9.0,-0.25,-5.5,0.5,3.5,9.0,7.0,3.25,4.5,-2.25,6.25,6.0,0.0,-6.75,7.5,7.75,3.25,-6.75,-2.0,-8.25,2.0,-1.25,8.0,1.75,3.0,2.75,-5.0,1.75] sorted=empty:64 order=empty:64 want=[24,17,36,55,31,14,5,6,19,49,53,18,30,38,62,2,32,45,54,57,25,35,12,37,48,39,26,28,59,63,56,22,33,20,61,27,29,60,43,52,7,40,11,13,8,34,44,9,3,47,46,1,42,15,21,50,51,58,4,0,16,23,41,10] ref=order=want --tol bitwise
// expect: ok
// why: many equal keys in an unstable network: the index breaks ties, and each pair of slots belongs to one thread a round
// figure: exact
#include <cuda_runtime.h>
#define N 64

struct Entry {
    float time;
    int index;
};

__device__ inline bool later(Entry a, Entry b)
{
    return a.time > b.time || (a.time == b.time && a.index > b.index);
}

// Event queue in order of time, equal times in order of their number: a bitonic network in shared memory.
__global__ void event_order(const float *time, float *sorted, int *order)
{
    __shared__ Entry e[N];
    int t = threadIdx.x;
    e[t].time = time[blockIdx.x * N + t];
    e[t].index = t;
    for (int size = 2; size <= N; size <<= 1) {
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            __syncthreads();
            int partner = t ^ stride;
            if (partner > t) {
                bool up = (t & size) == 0;
                Entry a = e[t], b = e[partner];
                if (later(a, b) == up) {
                    e[t] = b;
                    e[partner] = a;
                }
            }
        }
    }
    __syncthreads();
    sorted[blockIdx.x * N + t] = e[t].time;
    order[blockIdx.x * N + t] = e[t].index;
}
