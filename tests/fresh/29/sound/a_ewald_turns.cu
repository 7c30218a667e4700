// fpcheck: ewald <<<4, 64>>> site=@a_ewald_site.npy charge=@a_ewald_charge.npy index=@a_ewald_index.npy structure=empty:8x2 energy=empty:8 n_sites=40 n_waves=8 cell.edge=12.5 cell.alpha=0.35 want=[[0.0008230390323875643,-3.6910432312303616],[-0.3444673875838895,0.18063033173608972],[2.6958745052516675,-4.253547455379104],[-1.495753896216957,6.880525826845018],[3.862633165588572,6.161027299192904],[3.2779612394494313,0.28493964770570046],[-3.170209334799078,-2.1372568016310707],[-2.786472435017615,-4.72776063646206]] ref=structure=want --tol rtol=1e-4,atol=1e-4
// expect: ok
// why: phases of thousands of turns in float look hopeless, but every product is reduced to a fraction of a turn exactly, with an fma for its rounding
// figure: computed structure[4][0] = 3.8626332, MPFR 3.862633166: error at most 8.0e-07 of 1e-4
#include <cuda_runtime.h>

// Reciprocal part of an Ewald sum over unwrapped trajectories: sites have left their cell by many periods.

#define THREADS 64

struct Box {
    float edge, alpha;
};

struct Complex {
    float re, im;
};

// ------------------------------------------------------------------ turns

// The fraction of a turn in k * x, for an integer k and any x: the product's integer part is dropped exactly,
// its rounding error is kept.
__device__ float turn(int k, float x)
{
    float f = (float)k;
    float product = __fmul_rn(f, x); // not to be fused into the difference below
    float error = fmaf(f, x, -product);
    return (product - rintf(product)) + error;
}

__device__ float reduced(float t)
{
    return t - rintf(t);
}

__device__ float phase_turn(const float *site, int i, int a, int b, int c)
{
    float t = turn(a, site[3 * i]) + turn(b, site[3 * i + 1]) + turn(c, site[3 * i + 2]);
    return reduced(t);
}

__device__ Complex wave(float turns)
{
    Complex w;
    sincospif(2.0f * turns, &w.im, &w.re);
    return w;
}

// ------------------------------------------------------------------ sums

__device__ Complex plus(Complex x, Complex y)
{
    return {x.re + y.re, x.im + y.im};
}

__device__ Complex warp_sum(Complex v)
{
    for (int d = 16; d > 0; d >>= 1) {
        Complex o;
        o.re = __shfl_xor_sync(0xffffffffu, v.re, d);
        o.im = __shfl_xor_sync(0xffffffffu, v.im, d);
        v = plus(v, o);
    }
    return v;
}

__device__ Complex block_sum(Complex v, Complex *scratch)
{
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    v = warp_sum(v);
    __syncthreads(); // the scratch of the wave before has been read
    if (lane == 0)
        scratch[warp] = v;
    __syncthreads();
    Complex total = scratch[0];
    for (int w = 1; w < THREADS / 32; w++)
        total = plus(total, scratch[w]);
    return total;
}

// ------------------------------------------------------------------ weights

__device__ float squared_wave_number(int a, int b, int c, float edge)
{
    float k = 6.2831853071795865f / edge;
    return k * k * (float)(a * a + b * b + c * c);
}

__device__ float weight(float k2, Box box)
{
    float volume = box.edge * box.edge * box.edge;
    float decay = expf(-k2 / (4.0f * box.alpha * box.alpha));
    return 6.2831853071795865f / volume * decay / k2;
}

__device__ float squared_magnitude(Complex s)
{
    return s.re * s.re + s.im * s.im;
}

// ------------------------------------------------------------------ the kernel

__global__ void ewald(const float *site, const float *charge, const int *index, float *structure, float *energy,
                      int n_sites, int n_waves, Box cell)
{
    __shared__ Complex scratch[THREADS / 32];

    for (int w = blockIdx.x; w < n_waves; w += gridDim.x) {
        int a = index[3 * w];
        int b = index[3 * w + 1];
        int c = index[3 * w + 2];

        Complex sum = {0.0f, 0.0f};
        for (int i = threadIdx.x; i < n_sites; i += THREADS) {
            Complex z = wave(phase_turn(site, i, a, b, c));
            sum.re += charge[i] * z.re;
            sum.im += charge[i] * z.im;
        }
        sum = block_sum(sum, scratch);

        if (threadIdx.x == 0) {
            structure[2 * w] = sum.re;
            structure[2 * w + 1] = sum.im;
            float k2 = squared_wave_number(a, b, c, cell.edge);
            energy[w] = weight(k2, cell) * squared_magnitude(sum);
        }
    }
}

// ------------------------------------------------------------------ forces
//
// The force on a site along the wave vectors, from structure factors that are there already.

__global__ void forces(const float *site, const float *charge, const int *index, const float *structure, float *force,
                       int n_sites, int n_waves, Box cell)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n_sites)
        return;
    float k = 6.2831853071795865f / cell.edge;
    float f[3] = {0.0f, 0.0f, 0.0f};
    for (int w = 0; w < n_waves; w++) {
        const int *h = index + 3 * w;
        Complex z = wave(phase_turn(site, i, h[0], h[1], h[2]));
        float k2 = squared_wave_number(h[0], h[1], h[2], cell.edge);
        float pull = 2.0f * weight(k2, cell) * charge[i] * (structure[2 * w] * z.im - structure[2 * w + 1] * z.re);
        for (int axis = 0; axis < 3; axis++)
            f[axis] += pull * k * (float)h[axis];
    }
    for (int axis = 0; axis < 3; axis++)
        force[3 * i + axis] = f[axis];
}
