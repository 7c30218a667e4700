// fpcheck: inverse <<<1, 32>>> latitude1=[0.9,-0.6,0.7,1.1] longitude1=[0.1,2.5,-1.3,0.2] latitude2=[0.85,0.4,0.69,-0.2] longitude2=[0.3,2.9,-1.2,1.0] metres=empty:4 n=4 iterations=8 want=[877904.46106242982,6788933.600788014,494567.34983819749,9141272.4630429511]:f64 --ref metres=want --tol rtol=1e-11,atol=0
// expect: ok
// why: an iteration on the longitude with a fixed number of steps, differences of products near to each other under the root, 1 - sin^2: in binary64 and for lines of 1e4 to 1e7 m neither matters
// figure: metres[0] is 877904.46106243 by MPFR (iterated to the end), binary64 within 1e-14 relative, 8 steps converge to 1e-16, tolerance 1e-11
// Geodesic length on WGS84, Vincenty's inverse formula. Angles in radians, binary64. Not for nearly antipodal points.

struct Ellipsoid {
    double a;
    double f;
    __device__ double b() const { return a * (1.0 - f); }
};

__device__ Ellipsoid wgs84()
{
    Ellipsoid e;
    e.a = 6378137.0;
    e.f = 1.0 / 298.257223563;
    return e;
}

// Sine and cosine of a reduced latitude
struct Reduced {
    double s, c;
};

__device__ Reduced reduced(double latitude, double f)
{
    double t = (1.0 - f) * tan(latitude);
    Reduced r;
    r.c = 1.0 / sqrt(1.0 + t * t);
    r.s = t * r.c;
    return r;
}

// The auxiliary sphere
struct Arc {
    double sin_sigma;
    double cos_sigma;
    double sigma;
    double sin_alpha;
    double cos2_alpha;
    double cos_2m;
};

__device__ double square(double x)
{
    return x * x;
}

__device__ Arc arc(Reduced u1, Reduced u2, double lambda)
{
    double sl, cl;
    sincos(lambda, &sl, &cl);

    double across = u2.c * sl;
    double along = u1.c * u2.s - u1.s * u2.c * cl;

    Arc r;
    r.sin_sigma = sqrt(square(across) + square(along));
    r.cos_sigma = u1.s * u2.s + u1.c * u2.c * cl;
    r.sigma = atan2(r.sin_sigma, r.cos_sigma);

    // coincident points: any azimuth
    r.sin_alpha = 0.0;
    if (r.sin_sigma > 0.0)
        r.sin_alpha = u1.c * across / r.sin_sigma;
    r.cos2_alpha = 1.0 - square(r.sin_alpha);

    // along the equator: no middle
    r.cos_2m = 0.0;
    if (r.cos2_alpha > 0.0)
        r.cos_2m = r.cos_sigma - 2.0 * u1.s * u2.s / r.cos2_alpha;
    return r;
}

// Longitude on the sphere for the longitude difference on the ellipsoid
__device__ double next_lambda(const Arc &r, double difference, double f)
{
    double c = f / 16.0 * r.cos2_alpha * (4.0 + f * (4.0 - 3.0 * r.cos2_alpha));
    double inner = r.cos_2m + c * r.cos_sigma * (2.0 * square(r.cos_2m) - 1.0);
    double sum = r.sigma + c * r.sin_sigma * inner;
    return difference + (1.0 - c) * f * r.sin_alpha * sum;
}

__device__ double series_a(double u2)
{
    double p = 320.0 - 175.0 * u2;
    p = -768.0 + u2 * p;
    p = 4096.0 + u2 * p;
    return 1.0 + u2 / 16384.0 * p;
}

__device__ double series_b(double u2)
{
    double p = 74.0 - 47.0 * u2;
    p = -128.0 + u2 * p;
    p = 256.0 + u2 * p;
    return u2 / 1024.0 * p;
}

__device__ double length(const Arc &r, const Ellipsoid &e)
{
    double b = e.b();
    double u2 = r.cos2_alpha * (square(e.a) - square(b)) / square(b);
    double big_a = series_a(u2);
    double big_b = series_b(u2);
    double m = r.cos_2m;
    double first = r.cos_sigma * (2.0 * square(m) - 1.0);
    double second = m * (4.0 * square(r.sin_sigma) - 3.0) * (4.0 * square(m) - 3.0);
    double correction = m + big_b / 4.0 * (first - big_b / 6.0 * second);
    return b * big_a * (r.sigma - big_b * r.sin_sigma * correction);
}

__global__ void inverse(
    const double *latitude1,
    const double *longitude1,
    const double *latitude2,
    const double *longitude2,
    double *metres,
    int n,
    int iterations)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Ellipsoid e = wgs84();
    Reduced u1 = reduced(latitude1[i], e.f);
    Reduced u2 = reduced(latitude2[i], e.f);
    double difference = longitude2[i] - longitude1[i];

    double lambda = difference;
    Arc r = arc(u1, u2, lambda);
    for (int k = 0; k < iterations; k++) {
        lambda = next_lambda(r, difference, e.f);
        r = arc(u1, u2, lambda);
    }
    metres[i] = length(r, e);
}

// Sum of the legs of a route
__global__ void route_length(const double *metres, double *total, int n)
{
    double sum = 0.0;
    for (int i = threadIdx.x; i < n; i += 32)
        sum += metres[i];
    for (int d = 16; d > 0; d >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (threadIdx.x == 0)
        *total = sum;
}
