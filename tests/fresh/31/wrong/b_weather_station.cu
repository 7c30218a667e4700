// fpcheck: calibrate <<<3, 96>>> raw=@b_weather_raw.npy offset=[-2, 1, 0] celsius=empty:3x96 days=3
// fpcheck+ hourly <<<3, 32>>> hours=empty:3x24
// fpcheck+ extremes <<<3, 32>>> coldest=empty:3 warmest=empty:3 frost_hours=empty:3
// fpcheck+ degree_days <<<1, 32>>> heating=empty:3 base=18 --ref warmest=@b_weather_warmest.npy --tol rtol=1e-5,atol=1e-5
// expect: error mismatch with reference (wrong reduction identity) at line 98
// why: the maximum of a day starts from 0 in the lanes and in the idle lanes of the warp: a day with frost all day long has a "warmest hour" of 0 degrees
// figure: computed warmest[0] = 0, MPFR -8.2031
//
// A weather station writes a raw value of a digital thermometer (a sixteenth of a degree) each quarter of an hour.
// The kernels make Celsius of it, hourly means, the extremes of each day, and heating degree days.
#include <cuda_runtime.h>

#define SAMPLES_A_DAY 96
#define HOURS 24
#define WARP 32

// The register of the thermometer: 12 bits, two's complement, one sixteenth of a degree.
__device__ float from_register(short raw)
{
    int v = raw & 0x0fff;
    if (v & 0x0800)
        v -= 0x1000;
    return (float)v * 0.0625f;
}

__device__ bool plausible(float celsius)
{
    return celsius > -60.0f && celsius < 60.0f;
}

// Day d has its own offset, in sixteenths, from the calibration at night.
__global__ void calibrate(const short *raw, const int *offset, float *celsius, int days)
{
    int day = blockIdx.x;
    int i = threadIdx.x;
    if (day >= days || i >= SAMPLES_A_DAY)
        return;
    int at = day * SAMPLES_A_DAY + i;
    float c = from_register(raw[at]) + (float)offset[day] * 0.0625f;
    if (!plausible(c))
        c = -273.15f; // marks a missing value
    celsius[at] = c;
}

__device__ bool missing(float celsius)
{
    return celsius < -273.0f;
}

// Mean of the quarters of an hour that are there.
__global__ void hourly(const float *celsius, float *hours)
{
    int day = blockIdx.x;
    int h = threadIdx.x;
    if (h >= HOURS)
        return;
    float sum = 0.0f;
    int n = 0;
    for (int q = 0; q < 4; q++) {
        float c = celsius[day * SAMPLES_A_DAY + 4 * h + q];
        if (!missing(c)) {
            sum += c;
            n++;
        }
    }
    hours[day * HOURS + h] = n > 0 ? sum / (float)n : -273.15f;
}

struct Lowest {
    __device__ float operator()(float a, float b) const { return fminf(a, b); }
};

struct Highest {
    __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

template <class Op>
__device__ float warp_reduce(float v, Op op)
{
    for (int o = WARP / 2; o > 0; o /= 2)
        v = op(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

__device__ int warp_sum(int v)
{
    for (int o = WARP / 2; o > 0; o /= 2)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

// One warp a day; lanes 24 to 31 have no hour.
__global__ void extremes(const float *hours, float *coldest, float *warmest, int *frost_hours)
{
    int day = blockIdx.x;
    int lane = threadIdx.x;
    float low = 1000.0f;
    float high = 0.0f;
    int frost = 0;
    for (int h = lane; h < HOURS; h += WARP) {
        float c = hours[day * HOURS + h];
        if (missing(c))
            continue;
        low = fminf(low, c);
        high = fmaxf(high, c);
        frost += c < 0.0f;
    }
    low = warp_reduce(low, Lowest());
    high = warp_reduce(high, Highest());
    frost = warp_sum(frost);
    if (lane == 0) {
        coldest[day] = low;
        warmest[day] = high;
        frost_hours[day] = frost;
    }
}

__device__ float shortfall(float base, float celsius)
{
    return celsius < base ? base - celsius : 0.0f;
}

// Heating degree days: how far, and how long, it was colder than the base.
__global__ void degree_days(const float *hours, float *heating, float base)
{
    int lane = threadIdx.x;
    for (int day = 0; day < 3; day++) {
        float mine = 0.0f;
        if (lane < HOURS) {
            float c = hours[day * HOURS + lane];
            if (!missing(c))
                mine = shortfall(base, c);
        }
        for (int o = WARP / 2; o > 0; o /= 2)
            mine += __shfl_xor_sync(0xffffffffu, mine, o);
        if (lane == 0)
            heating[day] = mine / (float)HOURS;
    }
}

// Difference between the warmest and the coldest hour of a day.
__global__ void daily_range(const float *coldest, const float *warmest, float *range, int days)
{
    int day = blockIdx.x * blockDim.x + threadIdx.x;
    if (day < days)
        range[day] = warmest[day] - coldest[day];
}

// A host would call these in order:
//     calibrate<<<days, SAMPLES_A_DAY>>>(raw, offset, celsius, days);
//     hourly<<<days, WARP>>>(celsius, hours);
//     extremes<<<days, WARP>>>(hours, coldest, warmest, frost_hours);
//     degree_days<<<1, WARP>>>(hours, heating, 18.0f);
// and print one line a day.
