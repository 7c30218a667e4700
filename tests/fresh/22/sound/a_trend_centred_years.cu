// fpcheck: trend <<<3, 32>>> year=[1990.0,1991.0,1992.0,1993.0,1994.0,1995.0,1996.0,1997.0,1998.0,1999.0,2000.0,2001.0,2002.0,2003.0,2004.0,2005.0,2006.0,2007.0,2008.0,2009.0,2010.0,2011.0,2012.0,2013.0,2014.0,2015.0,2016.0,2017.0,2018.0,2019.0,2020.0] value=[9.0,8.972,8.838,9.091,9.051,9.064,8.891,9.131,9.217,9.173,9.467,9.726,9.477,9.599,9.863,9.626,9.891,9.445,9.642,9.974,9.895,9.813,10.037,9.978,10.054,9.929,10.092,10.167,10.054,9.788,10.243,11.491,10.496,10.878,11.045,11.175,11.379,11.392,11.476,11.524,11.147,11.299,11.242,11.462,11.332,11.255,11.856,11.476,11.411,11.737,11.364,11.539,11.534,11.314,11.212,11.766,11.681,11.715,12.037,11.739,12.293,11.651,12.441,12.985,13.139,13.42,13.018,13.07,13.139,13.684,12.865,13.322,13.275,13.114,13.255,13.378,13.21,13.405,13.562,13.602,13.382,13.442,13.527,13.711,13.596,13.826,13.705,13.308,13.849,13.534,13.791,13.7,13.905] slope=empty:3 last=empty:3 curvature=empty:3 n=31 want=[0.018343534811,0.0299354233326,0.0172951563977] ref=slope=want --tol rtol=1e-3,atol=1e-5
// expect: ok
// why: normal equations in single precision, but of years centred and scaled to [-1, 1], where they are well conditioned
// figure: error 3.3e-6 relative, the largest at slope, tolerance 1e-3
// Quadratic trend of annual mean temperature: slope at the last year and fitted last value, one warp a station.
#include <cuda_runtime.h>

#define LANES 32
#define UNKNOWNS 3

struct Sums {
    float s0, s1, s2, s3, s4;
    float b0, b1, b2;
};

struct Factor {
    float l00;
    float l10, l11;
    float l20, l21, l22;
};

struct Parabola {
    float c0, c1, c2;
};

struct Axis {
    float origin;
    float unit;
};

// ------------------------------------------------------------- the axis

// The axis of the regression: the middle of the years, in half ranges.
__device__ inline Axis make_axis(const float *year, int n)
{
    Axis a;
    a.origin = 0.5f * (year[0] + year[n - 1]);
    a.unit = 0.5f * (year[n - 1] - year[0]);
    return a;
}

__device__ inline float place(Axis a, float year)
{
    return (year - a.origin) / a.unit;
}

// ------------------------------------------------------------- sums

__device__ inline float warp_sum(float v)
{
    for (int k = LANES / 2; k > 0; k >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, k);
    return v;
}

__device__ void add(Sums &s, float x, float y)
{
    float x2 = x * x;
    s.s0 += 1.0f;
    s.s1 += x;
    s.s2 += x2;
    s.s3 += x2 * x;
    s.s4 += x2 * x2;
    s.b0 += y;
    s.b1 += x * y;
    s.b2 += x2 * y;
}

__device__ void reduce(Sums &s)
{
    s.s0 = warp_sum(s.s0);
    s.s1 = warp_sum(s.s1);
    s.s2 = warp_sum(s.s2);
    s.s3 = warp_sum(s.s3);
    s.s4 = warp_sum(s.s4);
    s.b0 = warp_sum(s.b0);
    s.b1 = warp_sum(s.b1);
    s.b2 = warp_sum(s.b2);
}

// ------------------------------------------------------------- Cholesky of the 3x3 normal matrix

__device__ inline float pivot(float d)
{
    return sqrtf(fmaxf(d, 1.0e-12f));
}

__device__ Factor cholesky(const Sums &s)
{
    Factor f;
    f.l00 = pivot(s.s0);
    f.l10 = s.s1 / f.l00;
    f.l20 = s.s2 / f.l00;
    f.l11 = pivot(s.s2 - f.l10 * f.l10);
    f.l21 = (s.s3 - f.l20 * f.l10) / f.l11;
    f.l22 = pivot(s.s4 - f.l20 * f.l20 - f.l21 * f.l21);
    return f;
}

__device__ Parabola solve(const Factor &f, const Sums &s)
{
    float z0 = s.b0 / f.l00;
    float z1 = (s.b1 - f.l10 * z0) / f.l11;
    float z2 = (s.b2 - f.l20 * z0 - f.l21 * z1) / f.l22;
    Parabola p;
    p.c2 = z2 / f.l22;
    p.c1 = (z1 - f.l21 * p.c2) / f.l11;
    p.c0 = (z0 - f.l10 * p.c1 - f.l20 * p.c2) / f.l00;
    return p;
}

// ------------------------------------------------------------- evaluation

__device__ inline float value_at(Parabola p, float x)
{
    return p.c0 + x * (p.c1 + x * p.c2);
}

__device__ inline float slope_at(Parabola p, float x)
{
    return p.c1 + 2.0f * x * p.c2;
}

__device__ inline float curvature_of(Parabola p)
{
    return 2.0f * p.c2;
}

// ------------------------------------------------------------- kernel

__global__ void trend(const float *year, const float *value, float *slope, float *last, float *curvature, int n)
{
    int station = blockIdx.x;
    int lane = threadIdx.x;
    Axis axis = make_axis(year, n);
    float level = value[station * n];   // a fit of departures keeps the sums small

    Sums s = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
    for (int i = lane; i < n; i += LANES)
        add(s, place(axis, year[i]), value[station * n + i] - level);
    reduce(s);

    if (lane == 0) {
        Factor f = cholesky(s);
        Parabola p = solve(f, s);
        float x = place(axis, year[n - 1]);
        slope[station] = slope_at(p, x) / axis.unit;
        last[station] = level + value_at(p, x);
        curvature[station] = curvature_of(p) / (axis.unit * axis.unit);
    }
}
