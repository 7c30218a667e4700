// fpcheck: stratification <<<2, 32>>> temperature=@b_eos_t.npy salinity=@b_eos_s.npy n2=empty:63 mixing=empty:63 levels=64 dz=2.0 --ref n2=@b_eos_n2.npy --ref mixing=@b_eos_k.npy --tol rtol=5e-2,atol=1e-9
// fpcheck+ base_of_layer <<<1, 32>>> n2=n2 base=empty:1:i32 interfaces=63 threshold=3e-6
// expect: error cancellation at line 61
// why: N^2 in the deep sea from differences of in-situ densities near 1028 kg/m^3 in binary32, whose step of 1.2e-4 is as large as the difference of neighbouring levels; models use alpha dT - beta dS or a reference density taken off
// figure: n2[46] computed 2.91975812e-06, MPFR 3.58004227e-06; mixing[62] computed 0.000660850783, MPFR 0.000957619116
#include <cuda_runtime.h>

// UNESCO 1980 equation of state at the surface, and a Richardson-like diffusivity (after Pacanowski and Philander)
namespace ocean {

struct Parcel {
    float t, s;
};

__device__ float pure_water(float t)
{
    float r = 6.536332e-9f;
    r = r * t - 1.120083e-6f;
    r = r * t + 1.001685e-4f;
    r = r * t - 9.095290e-3f;
    r = r * t + 6.793952e-2f;
    return r * t + 999.842594f;
}

__device__ float linear_in_salt(float t)
{
    float a = 5.3875e-9f;
    a = a * t - 8.2467e-7f;
    a = a * t + 7.6438e-5f;
    a = a * t - 4.0899e-3f;
    return a * t + 8.24493e-1f;
}

__device__ float three_halves(float t)
{
    float b = -1.6546e-6f;
    b = b * t + 1.0227e-4f;
    return b * t - 5.72466e-3f;
}

__device__ float density(Parcel p)
{
    const float quadratic = 4.8314e-4f;
    float root = sqrtf(p.s);
    return pure_water(p.t) + p.s * (linear_in_salt(p.t) + root * three_halves(p.t) + p.s * quadratic);
}

__device__ Parcel at(const float *t, const float *s, int k)
{
    Parcel p;
    p.t = t[k];
    p.s = s[k];
    return p;
}

__device__ float squared_frequency(Parcel above, Parcel below, float dz)
{
    const float g = 9.80665f, rho0 = 1025.0f;
    float lighter = density(above);
    float heavier = density(below);
    return g / rho0 * (heavier - lighter) / dz;
}

__device__ float diffusivity(float n2, float shear2)
{
    const float background = 1e-5f, strongest = 1e-2f;
    if (n2 <= 0.0f) return strongest;
    float richardson = n2 / shear2;
    float d = 1.0f + 5.0f * richardson;
    return background + strongest / (d * d);
}

} // namespace ocean

__global__ void stratification(const float *temperature, const float *salinity, float *n2, float *mixing, int levels, float dz)
{
    using namespace ocean;
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= levels - 1)
        return;
    Parcel above = at(temperature, salinity, k), below = at(temperature, salinity, k + 1);
    float frequency = squared_frequency(above, below, dz);
    n2[k] = frequency;
    mixing[k] = diffusivity(frequency, 4e-6f);
}

// the first interface whose stratification is above the threshold; none: the number of interfaces
__global__ void base_of_layer(const float *n2, int *base, int interfaces, float threshold)
{
    int first = interfaces;
    for (int k = threadIdx.x; k < interfaces; k += 32)
        if (n2[k] > threshold)
            first = min(first, k);
    for (int o = 16; o > 0; o >>= 1)
        first = min(first, __shfl_xor_sync(0xffffffffu, first, o));
    if (threadIdx.x == 0)
        *base = first;
}
