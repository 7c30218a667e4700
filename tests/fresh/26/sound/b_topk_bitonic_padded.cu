// fpcheck: topk <<<1, 64>>> score=[4.875,-1.0,0.625,3.375,-4.625,2.375,-1.125,6.5,-2.5,-3.25,0.875,2.5,6.5,1.0,3.625,-3.375,4.125,-1.125,-4.875,-1.625,1.5,-0.625,-2.125,1.125,-2.5,-3.875,-2.875,4.875,4.875,2.0,-3.0,6.5,-5.0,-5.0,-1.75,-1.625,-2.375,-2.375,-0.375,0.0] value=empty:5 index=empty:5 n=40 k=5 want=[7,12,31,0,27] ref=index=want --tol bitwise
// expect: ok
// why: a bitonic network on (score, index) pairs, padded to 64 with -inf; equal scores are ordered by index, so the network need not be stable
// figure: computed index = [7, 12, 31, 0, 27], right [7, 12, 31, 0, 27] (three equal scores in the order of index)
#include <cuda_runtime.h>
#include <math_constants.h>
#define M 64
struct Entry {
    float score;
    int index;
};

__device__ bool before(Entry a, Entry b)
{
    return a.score > b.score || (a.score == b.score && a.index < b.index);
}

__global__ void topk(const float *score, float *value, int *index, int n, int k)
{
    __shared__ Entry e[M];
    int t = threadIdx.x;
    e[t].score = t < n ? score[t] : -CUDART_INF_F;
    e[t].index = t;
    __syncthreads();
    for (int size = 2; size <= M; size <<= 1) {
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            int mate = t ^ stride;
            if (mate > t) {
                Entry a = e[t], b = e[mate];
                bool ascending = (t & size) == 0;
                if (before(b, a) == ascending) {
                    e[t] = b;
                    e[mate] = a;
                }
            }
            __syncthreads();
        }
    }
    if (t < k) {
        value[t] = e[t].score;
        index[t] = e[t].index;
    }
}
