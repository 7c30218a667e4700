// fpcheck: solar_anomaly <<<1, 32>>> year=[2024,2023,2024,2020] month=[6,1,12,2] day=[20,5,31,29] hour=[4.1,9.7,16.3,20.9] g=empty:4 n=4 ref=357.529+0.98560028*((367*year-floor(7*(year+floor((month+9)/12))/4)+floor(275*month/9)+day+1721013.5+hour/24)-2451545) --tol rtol=1e-6
// expect: error absorbed at line 52: the hour is added to a Julian date of 2.46 million, whose float32 ulp is a quarter of a day
// Mean anomaly of the Sun (degrees, not reduced) for a list of UTC instants.
//
// Used by the shading engine to place the Sun; accuracy of the underlying
// series is 0.01 degrees between 1950 and 2050 (Astronomical Almanac, low
// precision formulas).
#include <cuda_runtime.h>
#include <math.h>

#define J2000 2451545.0f

/// A UTC calendar instant.
struct Instant {
    int year;
    int month;
    int day;
    float hour;
};

/// Loads an instant from structure-of-arrays storage.
__device__ __forceinline__ Instant load_instant(const int* __restrict__ year,
                                                const int* __restrict__ month,
                                                const int* __restrict__ day,
                                                const float* __restrict__ hour,
                                                int i)
{
    Instant t;
    t.year = year[i];
    t.month = month[i];
    t.day = day[i];
    t.hour = hour[i];
    return t;
}

/// Julian day number of the preceding midnight (valid 1901 to 2099), integer
/// arithmetic only. The result is the Julian date times two, so that the half
/// day is representable.
__device__ __forceinline__ int twice_julian_midnight(const Instant& t)
{
    int a = (t.month + 9) / 12;
    int b = 7 * (t.year + a) / 4;
    int c = 275 * t.month / 9;
    int jd = 367 * t.year - b + c + t.day + 1721013;
    return 2 * jd + 1;
}

/// Julian date of an instant.
__device__ __forceinline__ float julian_date(const Instant& t)
{
    float midnight = 0.5f * (float)twice_julian_midnight(t);
    return midnight + t.hour / 24.0f;
}

/// Mean anomaly of the Sun in degrees, d days after J2000.
__device__ __forceinline__ float mean_anomaly(float d)
{
    return 357.529f + 0.98560028f * d;
}

/// One instant per thread.
///
/// @param year   calendar years          [n]
/// @param month  months 1..12            [n]
/// @param day    days of month 1..31     [n]
/// @param hour   hours with fraction     [n]
/// @param g      mean anomaly in degrees [n]
/// @param n      number of instants
__global__ void solar_anomaly(const int* __restrict__ year,
                              const int* __restrict__ month,
                              const int* __restrict__ day,
                              const float* __restrict__ hour,
                              float* __restrict__ g,
                              int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        const Instant t = load_instant(year, month, day, hour, i);
        const float d = julian_date(t) - J2000;
        g[i] = mean_anomaly(d);
    }
}

/// Device buffers of the solar table.
struct SolarTable {
    int* year;
    int* month;
    int* day;
    float* hour;
    float* g;
    int n;
};

/// Allocates a table on the device.
inline cudaError_t allocate(SolarTable& t, int n)
{
    t.n = n;
    cudaError_t e = cudaMalloc(&t.year, n * sizeof(int));
    if (e == cudaSuccess) e = cudaMalloc(&t.month, n * sizeof(int));
    if (e == cudaSuccess) e = cudaMalloc(&t.day, n * sizeof(int));
    if (e == cudaSuccess) e = cudaMalloc(&t.hour, n * sizeof(float));
    if (e == cudaSuccess) e = cudaMalloc(&t.g, n * sizeof(float));
    return e;
}

/// Fills the anomalies of a table.
inline cudaError_t evaluate(const SolarTable& t, cudaStream_t stream)
{
    const int threads = 128;
    const int blocks = (t.n + threads - 1) / threads;
    solar_anomaly<<<blocks, threads, 0, stream>>>(t.year, t.month, t.day, t.hour, t.g, t.n);
    return cudaGetLastError();
}

/// Frees a table.
inline void release(SolarTable& t)
{
    cudaFree(t.year);
    cudaFree(t.month);
    cudaFree(t.day);
    cudaFree(t.hour);
    cudaFree(t.g);
    t.n = 0;
}
