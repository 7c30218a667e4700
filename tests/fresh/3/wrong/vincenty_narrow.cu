// fpcheck: geodesics <<<1, 32>>> lat1=uniform(0.1,0.6):32:f64 lon1=uniform(-0.5,0.5):32:f64 lat2=uniform(0.7,1.2):32:f64 lon2=uniform(0.6,1.2):32:f64 metres=empty:32 azimuth=empty:32 status=empty:32 n=32
// expect: error narrowing at line 154: the longitude on the sphere goes through a float: 6e-8 rad, a few centimetres to decimetres of distance in a double program
#include <cuda_runtime.h>

// Vincenty's inverse problem on the WGS 84 ellipsoid in double precision:
// distance and forward azimuth, with an iteration limit for nearly antipodal
// points and a plain answer for coincident ones.

constexpr double SEMI_MAJOR = 6378137.0;
constexpr double FLATTENING = 1.0 / 298.257223563;
constexpr double SEMI_MINOR = SEMI_MAJOR * (1.0 - FLATTENING);
constexpr double TWO_PI = 6.283185307179586476925;
constexpr double PI = 3.141592653589793238463;
constexpr int MAX_ROUNDS = 60;

enum Status {
    CONVERGED = 0,
    COINCIDENT = 1,
    ANTIPODAL = 2
};

struct Point {
    double lat;
    double lon;
};

struct Reduced {
    double sin_u;
    double cos_u;
};

struct Iteration {
    double lambda;
    double sin_sigma;
    double cos_sigma;
    double sigma;
    double sin_alpha;
    double cos2_alpha;
    double cos_2m;
};

struct Geodesic {
    double metres;
    double azimuth;
    int status;
};

// ---------------------------------------------------------------------------
// Reduced latitude: tan U = (1 - f) tan lat, by its sine and cosine
// ---------------------------------------------------------------------------

__device__ Reduced reduce_latitude(double lat) {
    double s, c;
    sincos(lat, &s, &c);
    double t = (1.0 - FLATTENING) * s;
    double h = sqrt(t * t + c * c);
    Reduced r;
    r.sin_u = t / h;
    r.cos_u = c / h;
    return r;
}

__device__ __forceinline__ double wrap(double lon) {
    if (lon > PI) return lon - TWO_PI;
    if (lon < -PI) return lon + TWO_PI;
    return lon;
}

// ---------------------------------------------------------------------------
// Auxiliary sphere for one lambda
// ---------------------------------------------------------------------------

__device__ void on_sphere(Iteration& it, const Reduced& a, const Reduced& b) {
    double sl, cl;
    sincos(it.lambda, &sl, &cl);
    double x = b.cos_u * sl;
    double y = a.cos_u * b.sin_u - a.sin_u * b.cos_u * cl;
    it.sin_sigma = sqrt(x * x + y * y);
    it.cos_sigma = a.sin_u * b.sin_u + a.cos_u * b.cos_u * cl;
    it.sigma = atan2(it.sin_sigma, it.cos_sigma);
    if (it.sin_sigma == 0.0) {
        it.sin_alpha = 0.0;
        it.cos2_alpha = 1.0;
        it.cos_2m = 1.0;
        return;
    }
    it.sin_alpha = a.cos_u * b.cos_u * sl / it.sin_sigma;
    it.cos2_alpha = (1.0 - it.sin_alpha) * (1.0 + it.sin_alpha);
    // a line along the equator has no vertex: the term it would divide is zero
    it.cos_2m = it.cos2_alpha > 1e-15 ? it.cos_sigma - 2.0 * a.sin_u * b.sin_u / it.cos2_alpha : 0.0;
}

__device__ double next_lambda(const Iteration& it, double dlon) {
    double c2 = it.cos2_alpha;
    double c = FLATTENING / 16.0 * c2 * (4.0 + FLATTENING * (4.0 - 3.0 * c2));
    double inner = it.cos_2m + c * it.cos_sigma * (-1.0 + 2.0 * it.cos_2m * it.cos_2m);
    return dlon + (1.0 - c) * FLATTENING * it.sin_alpha *
                      (it.sigma + c * it.sin_sigma * inner);
}

// ---------------------------------------------------------------------------
// Length along the ellipsoid
// ---------------------------------------------------------------------------

__device__ double series_a(double u2) {
    return 1.0 + u2 / 16384.0 * (4096.0 + u2 * (-768.0 + u2 * (320.0 - 175.0 * u2)));
}

__device__ double series_b(double u2) {
    return u2 / 1024.0 * (256.0 + u2 * (-128.0 + u2 * (74.0 - 47.0 * u2)));
}

__device__ double length_of(const Iteration& it) {
    double ratio = (SEMI_MAJOR * SEMI_MAJOR - SEMI_MINOR * SEMI_MINOR) / (SEMI_MINOR * SEMI_MINOR);
    double u2 = it.cos2_alpha * ratio;
    double a = series_a(u2);
    double b = series_b(u2);
    double c2m = it.cos_2m;
    double d1 = it.cos_sigma * (-1.0 + 2.0 * c2m * c2m);
    double d2 = b / 6.0 * c2m * (-3.0 + 4.0 * it.sin_sigma * it.sin_sigma) *
                (-3.0 + 4.0 * c2m * c2m);
    double delta = b * it.sin_sigma * (c2m + b / 4.0 * (d1 - d2));
    return SEMI_MINOR * a * (it.sigma - delta);
}

__device__ double azimuth_of(const Iteration& it, const Reduced& a, const Reduced& b) {
    double sl, cl;
    sincos(it.lambda, &sl, &cl);
    double y = b.cos_u * sl;
    double x = a.cos_u * b.sin_u - a.sin_u * b.cos_u * cl;
    return atan2(y, x);
}

// ---------------------------------------------------------------------------
// The whole problem
// ---------------------------------------------------------------------------

__device__ Geodesic inverse(Point p, Point q) {
    Geodesic g;
    g.metres = 0.0;
    g.azimuth = 0.0;
    g.status = COINCIDENT;
    if (p.lat == q.lat && p.lon == q.lon) return g;

    Reduced a = reduce_latitude(p.lat);
    Reduced b = reduce_latitude(q.lat);
    double dlon = wrap(q.lon - p.lon);

    Iteration it;
    it.lambda = dlon;
    g.status = ANTIPODAL;
    for (int round = 0; round < MAX_ROUNDS; ++round) {
        on_sphere(it, a, b);
        float lambda = next_lambda(it, dlon);
        double change = fabs(lambda - it.lambda);
        it.lambda = lambda;
        if (change < 1e-9) {
            g.status = CONVERGED;
            break;
        }
    }

    on_sphere(it, a, b);
    g.metres = length_of(it);
    g.azimuth = azimuth_of(it, a, b);
    return g;
}

// ---------------------------------------------------------------------------
// Kernel
// ---------------------------------------------------------------------------

__global__ void geodesics(const double* __restrict__ lat1, const double* __restrict__ lon1,
                          const double* __restrict__ lat2, const double* __restrict__ lon2,
                          double* __restrict__ metres, double* __restrict__ azimuth,
                          int* __restrict__ status, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Point p, q;
    p.lat = lat1[i];
    p.lon = lon1[i];
    q.lat = lat2[i];
    q.lon = lon2[i];
    Geodesic g = inverse(p, q);
    metres[i] = g.metres;
    azimuth[i] = g.azimuth;
    status[i] = g.status;
}
