// fpcheck: bounds <<<3, 32>>> verts=@a_aabb_identity_verts.npy box=empty:3x6 m=70 --ref 'box=@a_aabb_identity_box_ref.npy' --tol bitwise
// expect: error mismatch at line 22
// why: the identity of the maximum is FLT_MIN, the smallest positive number, not the most negative one: a mesh wholly at negative coordinates gets an upper corner of 1.2e-38 (a classic bug of bounding boxes, also std::numeric_limits<float>::min())
// figure: box[17] computed 1.17549435e-38, MPFR -40.68564606 (off by 4.1e+301 of the tolerance)
#include <cuda_runtime.h>
#include <cfloat>
template <typename T> __device__ T warp_min(T v)
{
    for (int o = 16; o > 0; o >>= 1) v = min(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}
template <typename T> __device__ T warp_max(T v)
{
    for (int o = 16; o > 0; o >>= 1) v = max(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

__global__ void bounds(const float* verts, float* box, int m)
{
    const float* p = verts + blockIdx.x * m * 3;
    float lo[3] = { FLT_MAX, FLT_MAX, FLT_MAX };
    float hi[3] = { FLT_MIN, FLT_MIN, FLT_MIN };
    for (int j = threadIdx.x; j < m; j += 32)
        for (int c = 0; c < 3; ++c) {
            lo[c] = fminf(lo[c], p[3 * j + c]);
            hi[c] = fmaxf(hi[c], p[3 * j + c]);
        }
    for (int c = 0; c < 3; ++c) {
        float a = warp_min(lo[c]), b = warp_max(hi[c]);
        if (threadIdx.x == 0) {
            box[blockIdx.x * 6 + c] = a;
            box[blockIdx.x * 6 + 3 + c] = b;
        }
    }
}
