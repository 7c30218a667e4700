// fpcheck: perigee_time <<<1, 32>>> orbits=[40000000.0,0.9998779296875,40000000.0,0.9998779296875,40000000.0,0.9998779296875,40000000.0,0.9998779296875,40000000.0,0.9998779296875,40000000.0,0.9998779296875] nu=[0.5,0.25,0.75,0.125,1.0,-0.5] since=empty:6 radius=empty:6 mu=3.986004418e14 n=6 want=[0.006305548549944457,0.0030529811883365852,0.01000497731699197,0.001514526855261163,0.01451710890367665,-0.006305548549944457] ref=since=want --tol rtol=1e-5,atol=0
// expect: error cancellation at line 59
// why: E - e sin E at an eccentricity of 0.99988 near perigee: both terms agree to four digits, the mean anomaly loses them
// figure: since[3]: computed 0.00151402724, MPFR 0.001514526855 (relative error 0.00033)
// Time since perigee of objects on very long transfer ellipses, from the true anomaly that a tracking station
// reports. One thread an object; a table of (semi-major axis, eccentricity) pairs is read as float2.
#include <cuda_runtime.h>

#define PI_F 3.14159265358979f

struct Orbit {
    float a; // semi-major axis, m
    float e; // eccentricity
};

struct Anomalies {
    float truth;
    float eccentric;
    float mean;
};

// ---------------------------------------------------------------- reading

__device__ __forceinline__ Orbit read_orbit(const float *orbits, int i)
{
    Orbit o;
    o.a = orbits[2 * i];
    o.e = orbits[2 * i + 1];
    return o;
}

__device__ __forceinline__ bool elliptic(Orbit o)
{
    return o.e >= 0.0f && o.e < 1.0f && o.a > 0.0f;
}

// ---------------------------------------------------------------- anomalies

// Into (-pi, pi]; the trackers report within one turn either side.
__device__ float wrap(float angle)
{
    if (angle > PI_F)
        angle -= 2.0f * PI_F;
    if (angle <= -PI_F)
        angle += 2.0f * PI_F;
    return angle;
}

// tan(E/2) = sqrt((1-e)/(1+e)) tan(nu/2)
__device__ float eccentric_anomaly(Orbit o, float nu)
{
    float q = sqrtf((1.0f - o.e) / (1.0f + o.e));
    return 2.0f * atanf(q * tanf(0.5f * nu));
}

// Kepler's equation, the easy way round.
__device__ float mean_anomaly(Orbit o, float E)
{
    return E - o.e * sinf(E);
}

__device__ Anomalies anomalies(Orbit o, float nu)
{
    Anomalies x;
    x.truth = wrap(nu);
    x.eccentric = eccentric_anomaly(o, x.truth);
    x.mean = mean_anomaly(o, x.eccentric);
    return x;
}

// ---------------------------------------------------------------- dynamics

// sqrt(mu / a^3) without a^3, which would leave binary32 for planetary orbits.
__device__ float mean_motion(Orbit o, float mu)
{
    return sqrtf(mu / o.a) / o.a;
}

// a (1 - e^2) / (1 + e cos nu)
__device__ float conic_radius(Orbit o, float nu)
{
    float p = o.a * (1.0f - o.e) * (1.0f + o.e);
    return p / (1.0f + o.e * cosf(nu));
}

__device__ float period(float motion)
{
    return 2.0f * PI_F / motion;
}

// Negative before perigee; an object further than half a revolution is reported from the next one.
__device__ float fold(float seconds, float motion)
{
    float T = period(motion);
    if (seconds > 0.5f * T)
        seconds -= T;
    if (seconds < -0.5f * T)
        seconds += T;
    return seconds;
}

// ---------------------------------------------------------------- the kernel
//
//     nu -> E     half-angle formula
//     E  -> M     Kepler's equation
//     M  -> t     M / n
//
// Objects that are not on an ellipse get a time of zero and a radius of zero.

__global__ void perigee_time(const float *orbits, const float *nu, float *since, float *radius, float mu, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    Orbit o = read_orbit(orbits, i);
    if (!elliptic(o)) {
        since[i] = 0.0f;
        radius[i] = 0.0f;
        return;
    }

    Anomalies x = anomalies(o, nu[i]);
    float motion = mean_motion(o, mu);
    float t = x.mean / motion;

    since[i] = fold(t, motion);
    radius[i] = conic_radius(o, x.truth);
}

// ---------------------------------------------------------------- the way back
//
// Radius some seconds after perigee: Newton on Kepler's equation in binary64, which this service calls for a few
// objects only. The start E = pi converges from above for every ellipse.

__device__ double solve_kepler(double M, double e)
{
    double E = M > 0.0 ? 3.14159265358979324 : -3.14159265358979324;
    for (int k = 0; k < 40; k++) {
        double f = E - e * sin(E) - M;
        double d = 1.0 - e * cos(E);
        double step = f / d;
        E -= step;
        if (fabs(step) <= 1e-15 * fabs(E))
            break;
    }
    return E;
}

__global__ void radius_after(const float *orbits, const double *seconds, double *radius, double mu, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Orbit o = read_orbit(orbits, i);
    double a = o.a, e = o.e;
    double E = solve_kepler(seconds[i] * sqrt(mu / a) / a, e);
    radius[i] = a * (1.0 - e * cos(E));
}
