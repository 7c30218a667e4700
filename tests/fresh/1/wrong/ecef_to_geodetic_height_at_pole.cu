// fpcheck: to_geodetic <<<1, 8>>> x=[300.5,-250.25,611.125,100.75,-417.5,720.25,55.5,-333.3] y=[200.25,410.5,-150.75,77.125,-365.5,128.5,-99.25,610.4] z=[6356852.5,6357002.5,6356802.5,6357152.5,6356827.5,6357072.5,6356762.5,6357252.5] hout=empty:8 n=8
// expect: error cancellation at line 45: p / cos(lat) - N near a pole: cos(lat) is 1e-4, an ulp of the latitude moves the quotient by kilometres
//
// Heights of drifting ice stations from earth-centred coordinates (WGS 84): Bowring's latitude in one step, then
// the height from the distance to the axis.
#define WGS_A 6378137.0f
#define WGS_F (1.0f / 298.257223563f)
#define WGS_E2 0.00669437999014f

struct Ecef {
    float x, y, z;
};

struct Geodetic {
    float lat, lon, h;
};

__device__ __forceinline__ float prime_vertical(float sin_lat)
{
    return WGS_A / sqrtf(1.0f - WGS_E2 * sin_lat * sin_lat);
}

__device__ __forceinline__ float axis_distance(const Ecef& e)
{
    return sqrtf(e.x * e.x + e.y * e.y);
}

__device__ __forceinline__ float bowring_latitude(float p, float z)
{
    const float b = WGS_A * (1.0f - WGS_F);
    const float ep2 = WGS_E2 / (1.0f - WGS_E2);
    const float theta = atan2f(z * WGS_A, p * b);
    const float st = sinf(theta);
    const float ct = cosf(theta);
    return atan2f(z + ep2 * b * st * st * st, p - WGS_E2 * WGS_A * ct * ct * ct);
}

__device__ __forceinline__ Geodetic inverse(const Ecef& e)
{
    const float p = axis_distance(e);
    Geodetic g;
    g.lon = atan2f(e.y, e.x);
    g.lat = bowring_latitude(p, e.z);
    const float n = prime_vertical(sinf(g.lat));
    g.h = p / cosf(g.lat) - n;
    return g;
}

__device__ __forceinline__ Ecef load(const float* x, const float* y, const float* z, int i)
{
    Ecef e;
    e.x = x[i];
    e.y = y[i];
    e.z = z[i];
    return e;
}

// Stations are reported between -100 m and 9 km; what lies outside is passed on as it is and flagged on the host.
__global__ void to_geodetic(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ z,
                            float* __restrict__ hout, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    const Ecef e = load(x, y, z, i);
    const Geodetic g = inverse(e);
    hout[i] = g.h;
}

// Accuracy that the application can live with: 30 m in height. Binary32 has steps of half a metre at the radius
// of the earth, so that a formula which is stable everywhere, such as
//
//     h = p cos(lat) + z sin(lat) - a sqrt(1 - e2 sin^2(lat))
//
// stays within a few metres. All stations of the polar network are within a kilometre of the pole:
//
//     name         x (m)      y (m)
//     ALERT-P      300.5      200.25
//     BARNEO      -250.25     410.5
//     NP-35        611.125   -150.75
//     NP-36        100.75      77.125
//     HOTRAX      -417.5     -365.5

#ifdef STANDALONE
#include <cstdio>
#include <cstdlib>
#include <vector>

int main()
{
    const int n_x = 8;
    std::vector<float> h_x(n_x);
    for (float& e : h_x)
        e = (float)std::rand() / (float)RAND_MAX;
    float* d_x = nullptr;
    cudaMalloc(&d_x, n_x * sizeof(float));
    cudaMemcpy(d_x, h_x.data(), n_x * sizeof(float), cudaMemcpyHostToDevice);

    const int n_y = 8;
    std::vector<float> h_y(n_y);
    for (float& e : h_y)
        e = (float)std::rand() / (float)RAND_MAX;
    float* d_y = nullptr;
    cudaMalloc(&d_y, n_y * sizeof(float));
    cudaMemcpy(d_y, h_y.data(), n_y * sizeof(float), cudaMemcpyHostToDevice);

    const int n_z = 8;
    std::vector<float> h_z(n_z);
    for (float& e : h_z)
        e = (float)std::rand() / (float)RAND_MAX;
    float* d_z = nullptr;
    cudaMalloc(&d_z, n_z * sizeof(float));
    cudaMemcpy(d_z, h_z.data(), n_z * sizeof(float), cudaMemcpyHostToDevice);

    const int n_hout = 8;
    std::vector<float> h_hout(n_hout);
    float* d_hout = nullptr;
    cudaMalloc(&d_hout, n_hout * sizeof(float));

    to_geodetic<<<1, 8>>>(d_x, d_y, d_z, d_hout, 8);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        std::fprintf(stderr, "launch failed\n");
        return 1;
    }
    cudaMemcpy(h_hout.data(), d_hout, n_hout * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n_hout && i < 8; ++i)
        std::printf("hout[%d] = %.9g\n", i, h_hout[i]);
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(d_z);
    cudaFree(d_hout);
    return 0;
}
#endif
