// fpcheck: rank_scores<<<1, 32>>> dots=[0.162,0.126,-0.362,-0.703,0.274,0.0,-0.539,-0.243,-0.591,-0.703,-0.724,0.725,0.595,-0.857,-0.069,-0.568,0.029,0.0,0.788,-0.288,-0.158,-0.28,0.93,-0.741,-0.513,-0.198,0.0,0.337,0.106,0.205,0.111,-0.911] norms=[1.5,1.5,1.5,1.5,1.5,0.0,1.5,1.5,1.5,1.5,1.5,1.5,1.5,1.5,1.5,1.5,1.5,0.0,1.5,1.5,1.5,1.5,1.5,1.5,1.5,1.5,0.0,1.5,1.5,1.5,1.5,1.5] sorted=empty:32 n=32
// expect: error NaN at line 11
// why: 0/0 for the padding rows gives NaN; fminf and fmaxf of a NaN and a both give a, so the exchange writes a twice and the list holds scores that nobody has
// figure: 0 NaN left of 3, scores doubled [0.2247, 0.1827, 0.0193], lost []; sorted[5] computed 0.224667, right 0.182667
#include <cuda_runtime.h>

// cosine scores, sorted in descending order by a bitonic network over one warp
__global__ void rank_scores(const float *dots, const float *norms, float *sorted, int n)
{
    int lane = threadIdx.x;
    float v = lane < n ? dots[lane] / norms[lane] : -2.0f;
    for (int size = 2; size <= 32; size <<= 1) {
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            float other = __shfl_xor_sync(0xffffffffu, v, stride);
            bool lower = (lane & stride) == 0;
            bool descending = (lane & size) == 0;
            v = lower == descending ? fmaxf(v, other) : fminf(v, other);
        }
    }
    sorted[lane] = v;
}
