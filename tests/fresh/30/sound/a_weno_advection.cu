// fpcheck: advect <<<1, 96>>> u=@a_weno_advection_u.npy out=empty:96 n=96 courant=0.3 --ref out=@a_weno_advection_want.npy --tol rtol=1e-4,atol=1e-5
// fpcheck+ total <<<1, 32>>> sum=empty:1 n=96
// expect: ok
// why: smoothness indicators are squares of cancelling differences, and weights divide by their squares plus 1e-12; errors of the weights hardly move the convex combination
// figure: computed out[20]=0.29606527, MPFR 0.29606525 (error at most 1.7e-07, tolerance 1e-5)
// One Runge-Kutta step (third order, strong stability preserving) of u_t + u_x = 0 with WENO5 fluxes, periodic, in one block.
// Jiang and Shu (1996), wind from the left.

#define CELLS 96
#define HALO 3
#define WENO_EPSILON 1e-6f

struct stencil {
    float a, b, c, d, e; // u[i-2] .. u[i+2]
};

struct line {
    float u[CELLS + 2 * HALO];

    __device__ float &at(int i) { return u[i + HALO]; }
    __device__ float at(int i) const { return u[i + HALO]; }
};

__device__ __forceinline__ float square(float v)
{
    return v * v;
}

// How far the three parabolas are from smooth.
struct indicators {
    float b0, b1, b2;
};

__device__ indicators smoothness(const stencil &s)
{
    const float k = 13.0f / 12.0f;
    indicators r;
    r.b0 = k * square(s.a - 2.0f * s.b + s.c) + 0.25f * square(s.a - 4.0f * s.b + 3.0f * s.c);
    r.b1 = k * square(s.b - 2.0f * s.c + s.d) + 0.25f * square(s.b - s.d);
    r.b2 = k * square(s.c - 2.0f * s.d + s.e) + 0.25f * square(3.0f * s.c - 4.0f * s.d + s.e);
    return r;
}

__device__ __forceinline__ float raw_weight(float ideal, float indicator)
{
    return ideal / square(WENO_EPSILON + indicator);
}

// Values of the three parabolas at the right face of the cell.
__device__ __forceinline__ float face0(const stencil &s)
{
    return (2.0f * s.a - 7.0f * s.b + 11.0f * s.c) * (1.0f / 6.0f);
}

__device__ __forceinline__ float face1(const stencil &s)
{
    return (-s.b + 5.0f * s.c + 2.0f * s.d) * (1.0f / 6.0f);
}

__device__ __forceinline__ float face2(const stencil &s)
{
    return (2.0f * s.c + 5.0f * s.d - s.e) * (1.0f / 6.0f);
}

__device__ float reconstruct(const stencil &s)
{
    const indicators i = smoothness(s);
    const float w0 = raw_weight(0.1f, i.b0);
    const float w1 = raw_weight(0.6f, i.b1);
    const float w2 = raw_weight(0.3f, i.b2);
    return (w0 * face0(s) + w1 * face1(s) + w2 * face2(s)) / (w0 + w1 + w2);
}

__device__ __forceinline__ stencil around(const line &l, int i)
{
    stencil s;
    s.a = l.at(i - 2);
    s.b = l.at(i - 1);
    s.c = l.at(i);
    s.d = l.at(i + 1);
    s.e = l.at(i + 2);
    return s;
}

// All threads: u into the line, with its periodic continuation on both sides.
__device__ void exchange(line &l, int i, int n, float u)
{
    __syncthreads();
    if (i < n) {
        l.at(i) = u;
        if (i >= n - HALO)
            l.at(i - n) = u;
        if (i < HALO)
            l.at(i + n) = u;
    }
    __syncthreads();
}

// What flows in less what flows out.
__device__ float balance(const line &l, int i)
{
    const float out = reconstruct(around(l, i));
    const float in = reconstruct(around(l, i - 1));
    return in - out;
}

__global__ void advect(const float *__restrict__ u, float *out, int n, float courant)
{
    __shared__ line l;
    const int i = threadIdx.x;
    const bool inside = i < n;
    const float u0 = inside ? u[i] : 0.0f;

    exchange(l, i, n, u0);
    float u1 = 0.0f;
    if (inside)
        u1 = u0 + courant * balance(l, i);

    exchange(l, i, n, u1);
    float u2 = 0.0f;
    if (inside)
        u2 = 0.75f * u0 + 0.25f * (u1 + courant * balance(l, i));

    exchange(l, i, n, u2);
    if (inside)
        out[i] = (1.0f / 3.0f) * u0 + (2.0f / 3.0f) * (u2 + courant * balance(l, i));
}

// The total of u, which the scheme conserves up to rounding; one warp, for the log.
__global__ void total(const float *__restrict__ out, float *sum, int n)
{
    float mine = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32)
        mine += out[i];
    for (int o = 16; o > 0; o >>= 1)
        mine += __shfl_down_sync(0xffffffffu, mine, o);
    if (threadIdx.x == 0)
        *sum = mine;
}

// Host side: a number of steps, between two buffers; returns the one that holds the result.
float *advect_steps(float *u, float *spare, int n, float courant, int steps, cudaStream_t stream)
{
    for (int s = 0; s < steps; s++) {
        advect<<<1, CELLS, 0, stream>>>(u, spare, n, courant);
        float *t = u;
        u = spare;
        spare = t;
    }
    return u;
}
