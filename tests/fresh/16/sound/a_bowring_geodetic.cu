// fpcheck: to_geodetic <<<1, 32>>> x=[3980000.0, 6378137.0, 0.0, -2700000.0, 1000.0, 1113194.5] y=[500000.0, 0.0, 0.0, -4290000.0, 0.0, -6000000.25] z=[4940000.0, 0.0, 6356852.25, 3855000.0, -6357000.5, 1500000.75] lat=empty:6 lon=empty:6 height=empty:6 n=6
// expect: ok
// why: the height comes from p cos + z sin - a sqrt(...), which is safe at the poles where p / cos(lat) - N would be 0 / 0; all of it in double
// figure: computed height at the pole (z = 6356852.25) = 99.93575482, MPFR 99.93575482; error below 2e-9 m
// Geocentric coordinates to geodetic ones on WGS84, Bowring's formula with
// two more passes; degrees and metres.
#include <cuda_runtime.h>

#define SEMI_MAJOR 6378137.0
#define FLATTENING (1.0 / 298.257223563)
#define DEGREES_A_RADIAN 57.295779513082320877

// ------------------------------------------------------------- ellipsoid

struct Ellipsoid {
    double a;
    double b;
    double e2;
    double second_e2;
};

__device__ inline Ellipsoid wgs84()
{
    Ellipsoid s;
    s.a = SEMI_MAJOR;
    s.b = SEMI_MAJOR * (1.0 - FLATTENING);
    s.e2 = FLATTENING * (2.0 - FLATTENING);
    double r = 1.0 - FLATTENING;
    s.second_e2 = s.e2 / (r * r);
    return s;
}

// ------------------------------------------------------------- angles

// An angle by its sine and cosine.
struct Angle {
    double s;
    double c;
};

__device__ inline Angle angle_of(double y, double x)
{
    Angle g;
    double r = hypot(x, y);
    g.s = r > 0.0 ? y / r : 0.0;
    g.c = r > 0.0 ? x / r : 1.0;
    return g;
}

__device__ inline double cube(double v)
{
    return v * v * v;
}

// ------------------------------------------------------------- Bowring

// Parametric latitude of a geodetic one.
__device__ inline Angle parametric(const Ellipsoid &s, Angle lat)
{
    return angle_of(s.b * lat.s, s.a * lat.c);
}

__device__ inline Angle first_guess(const Ellipsoid &s, double p, double z)
{
    return angle_of(s.a * z, s.b * p);
}

__device__ Angle improve(const Ellipsoid &s, double p, double z, Angle beta)
{
    double up = z + s.second_e2 * s.b * cube(beta.s);
    double out = p - s.e2 * s.a * cube(beta.c);
    return angle_of(up, out);
}

__device__ Angle latitude(const Ellipsoid &s, double p, double z)
{
    Angle beta = first_guess(s, p, z);
    Angle lat = improve(s, p, z, beta);
    for (int pass = 0; pass < 2; pass++) {
        beta = parametric(s, lat);
        lat = improve(s, p, z, beta);
    }
    return lat;
}

// ------------------------------------------------------------- height

__device__ double height_above(const Ellipsoid &s, double p, double z, Angle lat)
{
    double w = sqrt(1.0 - s.e2 * lat.s * lat.s);
    return p * lat.c + z * lat.s - s.a * w;
}

// ------------------------------------------------------------- a point

struct Geocentric {
    double x;
    double y;
    double z;
};

struct Geodetic {
    double lat;
    double lon;
    double height;
};

__device__ Geodetic convert(const Geocentric &g)
{
    Ellipsoid s = wgs84();
    double p = hypot(g.x, g.y);
    Angle lat = latitude(s, p, g.z);
    Geodetic r;
    r.lat = atan2(lat.s, lat.c) * DEGREES_A_RADIAN;
    r.lon = p > 0.0 ? atan2(g.y, g.x) * DEGREES_A_RADIAN : 0.0;
    r.height = height_above(s, p, g.z, lat);
    return r;
}

__device__ inline Geocentric load(const double *x, const double *y, const double *z, int i)
{
    Geocentric g;
    g.x = x[i];
    g.y = y[i];
    g.z = z[i];
    return g;
}

// ------------------------------------------------------------- the kernel

__global__ void to_geodetic(const double *x, const double *y, const double *z, double *lat, double *lon, double *height, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    Geocentric g = load(x, y, z, i);
    Geodetic r = convert(g);

    lat[i] = r.lat;
    lon[i] = r.lon;
    height[i] = r.height;
}

// ------------------------------------------------------------- host

cudaError_t run_to_geodetic(const double *x, const double *y, const double *z, double *lat, double *lon, double *height, int n)
{
    // device buffers
    double *d_x = nullptr;
    double *d_y = nullptr;
    double *d_z = nullptr;
    double *d_lat = nullptr;
    double *d_lon = nullptr;
    double *d_height = nullptr;
    cudaMalloc(&d_x, sizeof(double) * (n));
    cudaMalloc(&d_y, sizeof(double) * (n));
    cudaMalloc(&d_z, sizeof(double) * (n));
    cudaMalloc(&d_lat, sizeof(double) * (n));
    cudaMalloc(&d_lon, sizeof(double) * (n));
    cudaMalloc(&d_height, sizeof(double) * (n));

    cudaMemcpy(d_x, x, sizeof(double) * (n), cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y, sizeof(double) * (n), cudaMemcpyHostToDevice);
    cudaMemcpy(d_z, z, sizeof(double) * (n), cudaMemcpyHostToDevice);
    cudaMemset(d_lat, 0, sizeof(double) * (n));
    cudaMemset(d_lon, 0, sizeof(double) * (n));
    cudaMemset(d_height, 0, sizeof(double) * (n));

    to_geodetic<<<(n + 31) / 32, 32>>>(d_x, d_y, d_z, d_lat, d_lon, d_height, n);
    cudaError_t status = cudaDeviceSynchronize();

    cudaMemcpy(lat, d_lat, sizeof(double) * (n), cudaMemcpyDeviceToHost);
    cudaMemcpy(lon, d_lon, sizeof(double) * (n), cudaMemcpyDeviceToHost);
    cudaMemcpy(height, d_height, sizeof(double) * (n), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(d_z);
    cudaFree(d_lat);
    cudaFree(d_lon);
    cudaFree(d_height);
    return status;
}
