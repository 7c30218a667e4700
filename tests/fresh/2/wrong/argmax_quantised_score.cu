// fpcheck: best_anchor <<<1, 32>>> score=[0.90001,0.90002,0.90000,0.2,0.5,0.90000] best=empty:1 n=6 ref=argmax(score)
// expect: error packed key at line 10: scores are quantised to 12 bits in the key, 0.90000 to 0.90002 tie and the last index wins
// Best detection of a tile: score in the high 12 bits, index in the low 20.
#include <cuda_runtime.h>

__global__ void best_anchor(const float* __restrict__ score, int* __restrict__ best, int n)
{
    unsigned int key = 0;
    for (int i = threadIdx.x; i < n; i += 32) {
        unsigned int s = (unsigned int)(score[i] * 4095.0f);
        unsigned int k = (s << 20) | (unsigned int)i;
        key = max(key, k);
    }
    key = __reduce_max_sync(0xffffffffu, key);
    if (threadIdx.x == 0) best[0] = (int)(key & 0xfffffu);
}
