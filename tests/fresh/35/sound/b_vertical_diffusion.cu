// fpcheck: diffuse <<<1, 48>>> tracer=@b_vd_t.npy levels=@b_vd_k.npy thickness=@b_vd_dz.npy kappa=@b_vd_kappa.npy out=empty:20x48 nz=20 columns=48 dt=3600.0 --ref out=@b_vd_ref.npy --tol rtol=2e-5,atol=1e-5
// expect: ok
// why: implicit mixing of ocean columns of unlike depth, some of them land: the interface at the bottom divides by a half-empty distance and is masked afterwards, a missing value of 1e20 is written there on purpose, and the eliminations are diagonally dominant
// figure: out: largest error 4.34e-06 (2.47e-07 relative at its worst, largest |value| 1e+20), as simulated
#include <cuda_runtime.h>

namespace column {

constexpr int MAX_LEVELS = 32;

struct Field {
    const float *data;
    int columns, index;

    __device__ float operator()(int k) const
    {
        return data[k * columns + index];
    }
};

struct Row {
    float below, diagonal, above, right;
};

struct Sweep {
    float factor[MAX_LEVELS];
    float value[MAX_LEVELS];
};

__device__ float missing()
{
    return 1e20f;
}

// conductance of the interface under level k; infinite or NaN where there is no water, and then masked
__device__ float conductance(const Field &dz, const Field &kappa, int k, int bottom, float dt)
{
    float distance = 0.5f * (dz(k) + dz(k + 1));
    float c = dt * kappa(k) / distance;
    return (k >= 0 && k + 1 < bottom) ? c : 0.0f;
}

__device__ float from_above(const Field &dz, const Field &kappa, int k, int bottom, float dt)
{
    return k > 0 ? conductance(dz, kappa, k - 1, bottom, dt) : 0.0f;
}

__device__ float from_below(const Field &dz, const Field &kappa, int k, int nz, int bottom, float dt)
{
    return k + 1 < nz ? conductance(dz, kappa, k, bottom, dt) : 0.0f;
}

__device__ Row row_of(const Field &t, const Field &dz, const Field &kappa, int k, int nz, int bottom, float dt)
{
    float up = from_above(dz, kappa, k, bottom, dt), down = from_below(dz, kappa, k, nz, bottom, dt);
    float inverse = 1.0f / dz(k);
    Row r;
    r.above = -up * inverse;
    r.below = -down * inverse;
    r.diagonal = 1.0f - r.above - r.below;
    r.right = t(k);
    return r;
}

__device__ void eliminate(Sweep &s, const Row &r, int k)
{
    float f = k > 0 ? s.factor[k - 1] : 0.0f;
    float v = k > 0 ? s.value[k - 1] : 0.0f;
    float pivot = 1.0f / (r.diagonal - r.above * f);
    s.factor[k] = r.below * pivot;
    s.value[k] = (r.right - r.above * v) * pivot;
}

__device__ void substitute(Sweep &s, int bottom)
{
    for (int k = bottom - 2; k >= 0; k--)
        s.value[k] -= s.factor[k] * s.value[k + 1];
}

__device__ void store(const Sweep &s, float *out, int bottom, int nz, int columns, int c)
{
    for (int k = 0; k < bottom; k++)
        out[k * columns + c] = s.value[k];
    for (int k = bottom; k < nz; k++)
        out[k * columns + c] = missing();
}

} // namespace column

__global__ void diffuse(const float *tracer, const int *levels, const float *thickness, const float *kappa, float *out, int nz, int columns, float dt)
{
    using namespace column;
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns)
        return;
    Field t = {tracer, columns, c}, dz = {thickness, columns, c}, mix = {kappa, columns, c};
    Sweep s;
    int bottom = levels[c];
    for (int k = 0; k < bottom; k++)
        eliminate(s, row_of(t, dz, mix, k, nz, bottom, dt), k);
    substitute(s, bottom);
    store(s, out, bottom, nz, columns, c);
}
