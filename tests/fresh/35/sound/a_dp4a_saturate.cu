// fpcheck: layer <<<1, 16>>> w=@a_dp4a_saturate_w.npy x=@a_dp4a_saturate_x.npy y=empty:16 scale=0.001953125 words=8 --ref 'y=@a_dp4a_saturate_y_ref.npy'
// expect: ok
// why: int8 products by __dp4a, exact in int32, scaled by a power of two, rounded and saturated to [-128, 127] as the quantised format says: some outputs saturate, which is meant
// figure: y[0] computed -128, exact -128 (0 of 16 differ)
#include <cuda_runtime.h>
__global__ void layer(const int* w, const int* x, signed char* y, float scale, int words)
{
    int r = threadIdx.x;
    int acc = 0;
    for (int k = 0; k < words; ++k) acc = __dp4a(w[r * words + k], x[k], acc);
    int q = __float2int_rn((float)acc * scale);
    y[r] = (signed char)min(max(q, -128), 127);
}
