// fpcheck: to_geodetic <<<1, 8>>> lat=[1.5707,1.57075,1.2,0.3,0.0,-0.7,-1.57062,0.9] lon=[0.1,0.5,1.0,1.5,2.0,2.5,-1.0,-2.0] h=[1000,2500,500,4000,750,3200,100,5000] hout=empty:8 n=8 --ref hout=h --tol rtol=1e-4,atol=0.01
// expect: ok
//
// Round trip of geodetic coordinates through earth-centred ones (WGS 84): Bowring's latitude, and the height by a
// formula which is stable at every latitude.
#define WGS_A 6378137.0
#define WGS_F (1.0 / 298.257223563)
#define WGS_E2 0.00669437999014

struct Ecef {
    double x, y, z;
};

struct Geodetic {
    double lat, lon, h;
};

__device__ __forceinline__ double root_term(double sin_lat)
{
    return sqrt(1.0 - WGS_E2 * sin_lat * sin_lat);
}

__device__ __forceinline__ double prime_vertical(double sin_lat)
{
    return WGS_A / root_term(sin_lat);
}

__device__ __forceinline__ Ecef forward(const Geodetic& g)
{
    double s, c, sl, cl;
    sincos(g.lat, &s, &c);
    sincos(g.lon, &sl, &cl);
    const double n = prime_vertical(s);
    Ecef e;
    e.x = (n + g.h) * c * cl;
    e.y = (n + g.h) * c * sl;
    e.z = (n * (1.0 - WGS_E2) + g.h) * s;
    return e;
}

struct SinCos {
    double s, c;
};

// sine and cosine of atan2(y, x) without the angle
__device__ __forceinline__ SinCos direction(double y, double x)
{
    const double inv = 1.0 / sqrt(x * x + y * y);
    SinCos r;
    r.s = y * inv;
    r.c = x * inv;
    return r;
}

// Bowring: one step is enough near the surface.
__device__ __forceinline__ SinCos bowring(double p, double z)
{
    const double b = WGS_A * (1.0 - WGS_F);
    const double ep2 = WGS_E2 / (1.0 - WGS_E2);
    const SinCos t = direction(z * WGS_A, p * b);
    const double y = z + ep2 * b * t.s * t.s * t.s;
    const double x = p - WGS_E2 * WGS_A * t.c * t.c * t.c;
    return direction(y, x);
}

// h = p cos(lat) + z sin(lat) - a sqrt(1 - e2 sin^2(lat))
__device__ __forceinline__ double height(double p, double z, const SinCos& lat)
{
    return p * lat.c + z * lat.s - WGS_A * root_term(lat.s);
}

__device__ __forceinline__ Geodetic inverse(const Ecef& e)
{
    const double p = sqrt(e.x * e.x + e.y * e.y);
    const SinCos lat = bowring(p, e.z);
    Geodetic g;
    g.lon = atan2(e.y, e.x);
    g.lat = atan2(lat.s, lat.c);
    g.h = height(p, e.z, lat);
    return g;
}

__global__ void to_geodetic(const float* __restrict__ lat, const float* __restrict__ lon,
                            const float* __restrict__ h, float* __restrict__ hout, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    Geodetic g;
    g.lat = lat[i];
    g.lon = lon[i];
    g.h = h[i];

    const Geodetic back = inverse(forward(g));
    hout[i] = (float)back.h;
}

// Accuracy: single precision has steps of half a metre at the radius of the earth, so that all of it is binary64 here; only
// the stations' coordinates and the result are stored in binary32. One step of Bowring's iteration leaves less than a
// millimetre near the surface.
//
// At the poles p tends to zero and the first term with it; the second is z alone.

#ifdef STANDALONE
#include <cstdio>
#include <cstdlib>
#include <vector>

int main()
{
    const int n_lat = 8;
    std::vector<float> h_lat(n_lat);
    for (float& e : h_lat)
        e = (float)std::rand() / (float)RAND_MAX;
    float* d_lat = nullptr;
    cudaMalloc(&d_lat, n_lat * sizeof(float));
    cudaMemcpy(d_lat, h_lat.data(), n_lat * sizeof(float), cudaMemcpyHostToDevice);

    const int n_lon = 8;
    std::vector<float> h_lon(n_lon);
    for (float& e : h_lon)
        e = (float)std::rand() / (float)RAND_MAX;
    float* d_lon = nullptr;
    cudaMalloc(&d_lon, n_lon * sizeof(float));
    cudaMemcpy(d_lon, h_lon.data(), n_lon * sizeof(float), cudaMemcpyHostToDevice);

    const int n_h = 8;
    std::vector<float> h_h(n_h);
    for (float& e : h_h)
        e = (float)std::rand() / (float)RAND_MAX;
    float* d_h = nullptr;
    cudaMalloc(&d_h, n_h * sizeof(float));
    cudaMemcpy(d_h, h_h.data(), n_h * sizeof(float), cudaMemcpyHostToDevice);

    const int n_hout = 8;
    std::vector<float> h_hout(n_hout);
    float* d_hout = nullptr;
    cudaMalloc(&d_hout, n_hout * sizeof(float));

    to_geodetic<<<1, 8>>>(d_lat, d_lon, d_h, d_hout, 8);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        std::fprintf(stderr, "launch failed\n");
        return 1;
    }
    cudaMemcpy(h_hout.data(), d_hout, n_hout * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n_hout && i < 8; ++i)
        std::printf("hout[%d] = %.9g\n", i, h_hout[i]);
    cudaFree(d_lat);
    cudaFree(d_lon);
    cudaFree(d_h);
    cudaFree(d_hout);
    return 0;
}
#endif
