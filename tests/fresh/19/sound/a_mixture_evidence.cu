// fpcheck: evidence <<<3, 32>>> logp=[-806.328796,-716.626221,-898.072388,-830.764526,-817.746216,-877.872131,-822.906128,-723.850281,-848.96521,-898.787659,-744.052673,-881.448364,-824.432556,-892.904724,-830.264648,-760.132568,-722.279785,-795.884277,-796.731018,-711.311523,-846.712097,-714.234497,-837.02594,-771.602966,-799.302185,-806.794128,-798.426147,-874.153198,-819.529358,-711.433594,-854.151306,-835.468994,-792.026733,-853.73468,-855.044434,-783.506042,-812.620728,-878.461426,-806.030701,-779.78949,-714.803223,-785.770264,-798.084473,-828.03302,-764.052368] out=empty:3 components=15 want=[-716.62549213131513,-710.64941453900576,-714.80322265625] --ref 'out=want' --tol rtol=1e-6,atol=0
// expect: ok
// why: lanes without a component carry -infinity through the maximum and exp(-inf) = 0 through the sum; e^-700 itself would underflow but never occurs
// figure: out[0] computed -716.625488, MPFR -716.6254921; half an ulp of 3e-5 in 1e-6 relative (7e-4)
// log of the sum of exp(logp) over the components of a mixture, one warp a sample.
#include <math_constants.h>

__device__ float warp_max(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
    return v;
}

__device__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

__global__ void evidence(const float *logp, float *out, int components)
{
    int lane = threadIdx.x;
    const float *row = logp + blockIdx.x * components;
    float v = lane < components ? row[lane] : -CUDART_INF_F;
    float top = warp_max(v);
    float s = warp_sum(expf(v - top));
    if (lane == 0)
        out[blockIdx.x] = top + logf(s);
}
