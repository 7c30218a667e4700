// fpcheck: broadcast_orbit <<<2, 32>>> eph=@a_broadcast_orbit_eph.npy sv=@a_broadcast_orbit_sv.npy ms=@a_broadcast_orbit_ms.npy pos=empty:40x3 n=40 --ref 'pos=@a_broadcast_orbit_pos_ref.npy' --tol rtol=0,atol=0.01
// expect: error rounding at line 46
// why: the time of week passes through a float (ulp 0.031 s at 518,400 s) although all else is double: a satellite moves 3.9 km a second, so positions are off by up to some 200 m; as in receivers ported to GPUs with float time
// figure: pos[104] computed -2849547.000459853, exact -2849386.915681092; 120 of 120 beyond the tolerance, worst 1.6e+04 times
#include <cuda_runtime.h>

// Positions of GPS satellites by their broadcast elements (IS-GPS-200, without the harmonic corrections).

#define MU 3.986005e14
#define OMEGA_EARTH 7.2921151467e-5

struct Elements {
    double sqrtA, e, M0, omega, Omega0, i0, dn, OmegaDot, iDot, toe;
};

struct Plane {
    double x, y, u, r;
};

__device__ Elements load(const double* eph, int sv)
{
    const double* p = eph + 10 * sv;
    Elements q;
    q.sqrtA = p[0];
    q.e = p[1];
    q.M0 = p[2];
    q.omega = p[3];
    q.Omega0 = p[4];
    q.i0 = p[5];
    q.dn = p[6];
    q.OmegaDot = p[7];
    q.iDot = p[8];
    q.toe = p[9];
    return q;
}

__device__ double wrap_week(double t)
{
    if (t > 302400.0) t -= 604800.0;
    if (t < -302400.0) t += 604800.0;
    return t;
}

__device__ float seconds_of_week(int ms)
{
    return ms * 1e-3f;
}

__device__ double since_ephemeris(int ms, const Elements& q)
{
    double t = seconds_of_week(ms);
    return wrap_week(t - q.toe);
}

__device__ double mean_anomaly(const Elements& q, double tk)
{
    double A = q.sqrtA * q.sqrtA;
    double n0 = sqrt(MU / (A * A * A));
    return q.M0 + (n0 + q.dn) * tk;
}

__device__ double eccentric_anomaly(double M, double e)
{
    double E = M;
    for (int k = 0; k < 12; ++k) {
        double step = (E - e * sin(E) - M) / (1.0 - e * cos(E));
        E -= step;
        if (fabs(step) < 1e-15) break;
    }
    return E;
}

__device__ Plane in_plane(const Elements& q, double E)
{
    double nu = atan2(sqrt(1.0 - q.e * q.e) * sin(E), cos(E) - q.e);
    Plane p;
    p.u = nu + q.omega;
    p.r = q.sqrtA * q.sqrtA * (1.0 - q.e * cos(E));
    p.x = p.r * cos(p.u);
    p.y = p.r * sin(p.u);
    return p;
}

__device__ void to_earth(const Plane& p, double Omega, double i, double* xyz)
{
    double sO = sin(Omega), cO = cos(Omega), si = sin(i), ci = cos(i);
    xyz[0] = p.x * cO - p.y * ci * sO;
    xyz[1] = p.x * sO + p.y * ci * cO;
    xyz[2] = p.y * si;
}

__global__ void broadcast_orbit(const double* eph, const int* sv, const int* ms, double* pos, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Elements q = load(eph, sv[i]);
    double tk = since_ephemeris(ms[i], q);
    double M = mean_anomaly(q, tk);
    double E = eccentric_anomaly(M, q.e);
    Plane p = in_plane(q, E);
    double Omega = q.Omega0 + (q.OmegaDot - OMEGA_EARTH) * tk - OMEGA_EARTH * q.toe;
    to_earth(p, Omega, q.i0 + q.iDot * tk, pos + 3 * i);
}
