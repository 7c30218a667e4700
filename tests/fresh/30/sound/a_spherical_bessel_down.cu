// fpcheck: spherical_bessel <<<1, 32>>> x=[0.3,0.5,0.8,1.2,2.0,3.0] j=empty:6x9 n=6 --ref j=@a_spherical_bessel_down_want.npy --tol rtol=1e-5,atol=0
// expect: ok
// why: Miller's algorithm: a start with arbitrary values 0 and 1e-25 at l = 18, downwards, then scaled to j_0: whatever is wrong at the start dies out
// figure: computed j[0][8]=1.899475e-12, MPFR 1.899474e-12 (relative error at most 4.6e-07, tolerance 1e-5)
// Spherical Bessel functions j_0 .. j_8 of scattering arguments below 3.1, by downward recurrence.
#define ORDERS 9
#define START 18

__device__ __forceinline__ float order_zero(float x)
{
    return x == 0.0f ? 1.0f : sinf(x) / x;
}

__global__ void spherical_bessel(const float *x, float *j, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float z = x[i];
    float f[ORDERS];
    float above = 0.0f;
    float now = 1e-25f;
    for (int l = START; l > 0; l--) {
        const float below = (2 * l + 1) / z * now - above;
        above = now;
        now = below;
        if (l - 1 < ORDERS)
            f[l - 1] = now;
    }
    const float scale = order_zero(z) / now;
    for (int l = 0; l < ORDERS; l++)
        j[i * ORDERS + l] = f[l] * scale;
}
