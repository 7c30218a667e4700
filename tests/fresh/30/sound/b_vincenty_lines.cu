// fpcheck: geodesics <<<1, 32>>> lat1=[52.5,-33.9,0.0,48.8582,10.0] lon1=[13.4,18.4,0.0,2.2945,0.0] lat2=[35.7,40.7,0.5,48.8583,10.0] lon2=[139.7,-74.0,0.5,2.2946,0.0] metres=empty:5 initial=empty:5 rounds=30 n=5 ref=metres=@b_vincenty_lines.npy --tol rtol=1e-9,atol=1e-6
// expect: ok
// why: an iteration of a number of steps that depends on comparisons, differences of nearby longitudes, 0 / 0 guarded for one and the same point; in binary64 this gives tenths of a micrometre
// figure: metres[3]: computed 13.3234769006, MPFR 13.3234769134
// Lengths of geodesics on the ellipsoid WGS 84 by Vincenty's inverse formula.
#include <cuda_runtime.h>

#define MAJOR 6378137.0
#define FLATTENING (1.0 / 298.257223563)
#define MINOR (MAJOR * (1.0 - FLATTENING))

// ------------------------------------------------------------ angles

struct Angle {
    double sine, cosine;
};

__device__ inline double radians(double degrees)
{
    return degrees * 0.017453292519943295769;
}

__device__ inline Angle angle(double r)
{
    Angle a;
    sincos(r, &a.sine, &a.cosine);
    return a;
}

// Reduced latitude: tan u = (1 - f) tan latitude.
__device__ Angle reduced_latitude(double degrees)
{
    Angle a = angle(radians(degrees));
    double s = (1.0 - FLATTENING) * a.sine;
    double h = 1.0 / sqrt(s * s + a.cosine * a.cosine);
    Angle u;
    u.sine = s * h;
    u.cosine = a.cosine * h;
    return u;
}

// ------------------------------------------------------------ the auxiliary sphere

struct Arc {
    double sigma;       // angular length
    double sine, cosine;
    double cos2_alpha;  // square of the cosine of the azimuth at the equator
    double sin_alpha;
    double cos_2m;      // cosine of twice the angle from the equator to the middle
};

__device__ double chord_sine(Angle u1, Angle u2, Angle l)
{
    double p = u2.cosine * l.sine;
    double q = u1.cosine * u2.sine - u1.sine * u2.cosine * l.cosine;
    return sqrt(p * p + q * q);
}

__device__ Arc arc_of(Angle u1, Angle u2, double lambda)
{
    Angle l = angle(lambda);
    Arc a;
    a.sine = chord_sine(u1, u2, l);
    a.cosine = u1.sine * u2.sine + u1.cosine * u2.cosine * l.cosine;
    a.sigma = atan2(a.sine, a.cosine);
    // one and the same point: every azimuth will do
    a.sin_alpha = a.sine > 0.0 ? u1.cosine * u2.cosine * l.sine / a.sine : 0.0;
    a.cos2_alpha = 1.0 - a.sin_alpha * a.sin_alpha;
    // along the equator there is no middle to speak of
    a.cos_2m = a.cos2_alpha > 1e-12 ? a.cosine - 2.0 * u1.sine * u2.sine / a.cos2_alpha : 0.0;
    return a;
}

// ------------------------------------------------------------ longitude on the sphere

__device__ double next_lambda(const Arc &a, double difference)
{
    double f = FLATTENING;
    double c = f / 16.0 * a.cos2_alpha * (4.0 + f * (4.0 - 3.0 * a.cos2_alpha));
    double m = a.cos_2m;
    double inner = m + c * a.cosine * (2.0 * m * m - 1.0);
    return difference + (1.0 - c) * f * a.sin_alpha * (a.sigma + c * a.sine * inner);
}

__device__ Arc converged(Angle u1, Angle u2, double difference, int rounds)
{
    double lambda = difference;
    Arc a = arc_of(u1, u2, lambda);
    for (int k = 0; k < rounds; k++) {
        double next = next_lambda(a, difference);
        double moved = fabs(next - lambda);
        lambda = next;
        a = arc_of(u1, u2, lambda);
        if (moved < 1e-14)
            break;
    }
    return a;
}

// ------------------------------------------------------------ length

struct Series {
    double a, b;
};

__device__ Series series(double cos2_alpha)
{
    double u2 = cos2_alpha * (MAJOR * MAJOR - MINOR * MINOR) / (MINOR * MINOR);
    Series s;
    s.a = 1.0 + u2 / 16384.0 * (4096.0 + u2 * (-768.0 + u2 * (320.0 - 175.0 * u2)));
    s.b = u2 / 1024.0 * (256.0 + u2 * (-128.0 + u2 * (74.0 - 47.0 * u2)));
    return s;
}

__device__ double length(const Arc &a)
{
    Series s = series(a.cos2_alpha);
    double m = a.cos_2m;
    double m2 = 2.0 * m * m - 1.0;
    double third = s.b / 6.0 * m * (4.0 * a.sine * a.sine - 3.0) * (4.0 * m * m - 3.0);
    double delta = s.b * a.sine * (m + s.b / 4.0 * (a.cosine * m2 - third));
    return MINOR * s.a * (a.sigma - delta);
}

// ------------------------------------------------------------ azimuth at the first point

// Degrees from north over east; 0 for one and the same point.
__device__ double azimuth(Angle u1, Angle u2, double lambda)
{
    Angle l = angle(lambda);
    double east = u2.cosine * l.sine;
    double north = u1.cosine * u2.sine - u1.sine * u2.cosine * l.cosine;
    if (east == 0.0 && north == 0.0)
        return 0.0;
    double degrees = atan2(east, north) * 57.295779513082320877;
    return degrees < 0.0 ? degrees + 360.0 : degrees;
}

// ------------------------------------------------------------ the kernel

__global__ void geodesics(const double *lat1, const double *lon1, const double *lat2, const double *lon2,
                          double *metres, double *initial, int rounds, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Angle u1 = reduced_latitude(lat1[i]);
    Angle u2 = reduced_latitude(lat2[i]);
    Arc a = converged(u1, u2, radians(lon2[i] - lon1[i]), rounds);
    metres[i] = length(a);
    initial[i] = azimuth(u1, u2, radians(lon2[i] - lon1[i])); // on the sphere
}
