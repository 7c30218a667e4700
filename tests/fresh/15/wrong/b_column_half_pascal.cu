// fpcheck: precipitable<<<1, 32>>> pressure=[101300.0,92500.0,85000.0,70000.0,50000.0,40000.0,30000.0,20000.0,98000.0,90000.0,80000.0,68000.0,52000.0,41000.0,31000.0,22000.0] temperature=[298.0,293.0,288.5,279.0,262.0,251.0,237.0,220.0,285.0,281.0,276.0,269.0,255.0,245.0,231.0,217.0] humidity=[0.8,0.75,0.7,0.5,0.3,0.3,0.2,0.1,0.9,0.9,0.6,0.6,0.4,0.2,0.2,0.1] water=empty:2 wet=empty:2 columns=2 levels=8 want=[36.52533692194631,18.024601783826782] ref=water=want --tol rtol=2e-2,atol=0
// expect: error overflow at line 47
// why: pressures in pascal are cached in binary16, whose largest number is 65504: the lower levels become infinite, and their humidity 0, without a trace in the sum
// figure: computed water[0] = 2.11763, MPFR 36.5253
#include <cuda_fp16.h>
// Precipitable water of atmospheric columns, one thread a column. The profile of the block is cached in shared
// memory in binary16: temperatures are known to a few tenths of a kelvin, and the humidity to some percent.

const int LEVELS = 8;    // at most
const int COLUMNS = 32;  // a block
const float GRAVITY = 9.80665f;
const float EPSILON = 0.622f; // ratio of the molar masses of water and dry air

struct Level {
    float pressure;    // Pa
    float temperature; // K
    float humidity;    // relative, 0 to 1
};

struct Cached {
    __half pressure;
    __half temperature;
    __half humidity;
};

// ---------------------------------------------------------------- the input

__device__ float bounded(float v, float low, float high)
{
    return fminf(fmaxf(v, low), high);
}

__device__ Level level(const float *pressure, const float *temperature, const float *humidity, int index)
{
    Level l;
    l.pressure = pressure[index];
    l.temperature = bounded(temperature[index], 150.0f, 340.0f);
    l.humidity = bounded(humidity[index], 0.0f, 1.0f);
    return l;
}

// ---------------------------------------------------------------- the cache

__device__ Cached pack(Level l)
{
    Cached c;
    c.pressure = __float2half(l.pressure);
    c.temperature = __float2half(l.temperature);
    c.humidity = __float2half(l.humidity);
    return c;
}

__device__ Level unpack(Cached c)
{
    Level l;
    l.pressure = __half2float(c.pressure);
    l.temperature = __half2float(c.temperature);
    l.humidity = __half2float(c.humidity);
    return l;
}

// ---------------------------------------------------------------- water vapour

// Saturation pressure over water in Pa (Bolton 1980).
__device__ float saturation(float temperature)
{
    float celsius = temperature - 273.15f;
    return 611.2f * expf(17.67f * celsius / (temperature - 29.65f));
}

__device__ float vapour_pressure(Level l)
{
    return l.humidity * saturation(l.temperature);
}

// Mass of vapour in a mass of moist air.
__device__ float specific_humidity(Level l)
{
    float e = vapour_pressure(l);
    return EPSILON * e / (l.pressure - (1.0f - EPSILON) * e);
}

// ---------------------------------------------------------------- layers

struct Layer {
    float mean;  // specific humidity
    float mass;  // kg of air on a square metre
};

__device__ Layer layer(float below, float above, float thickness)
{
    Layer l;
    l.mean = 0.5f * (below + above);
    l.mass = thickness / GRAVITY;
    return l;
}

__device__ float water_of(Layer l)
{
    return l.mean * l.mass;
}

// Layers without thickness (below the ground) hold nothing.
__device__ bool real(float thickness)
{
    return thickness > 0.0f;
}

// ---------------------------------------------------------------- wet part of a column

// A level counts as cloud where its humidity is above a threshold that falls with height.
__device__ float cloud_threshold(int k, int levels)
{
    float height = (float)k / (float)levels;
    return 0.85f - 0.25f * height;
}

__device__ bool cloudy(Level l, int k, int levels)
{
    return l.humidity > cloud_threshold(k, levels);
}

// ---------------------------------------------------------------- sums

// Error-free addition, since the layers differ by orders of magnitude.
struct Sum {
    float hi, lo;
};

__device__ Sum zero()
{
    Sum s;
    s.hi = 0.0f;
    s.lo = 0.0f;
    return s;
}

__device__ Sum plus(Sum s, float x)
{
    float t = __fadd_rn(s.hi, x);
    float z = __fsub_rn(t, s.hi);
    float e = __fadd_rn(__fsub_rn(s.hi, __fsub_rn(t, z)), __fsub_rn(x, z));
    Sum r;
    r.hi = t;
    r.lo = s.lo + e;
    return r;
}

__device__ float value(Sum s)
{
    return s.hi + s.lo;
}

// ---------------------------------------------------------------- a column

__device__ void fill(Cached *cache, const float *pressure, const float *temperature, const float *humidity,
                     int column, int levels)
{
    for (int k = 0; k < levels; k++)
        cache[k] = pack(level(pressure, temperature, humidity, column * levels + k));
}

__device__ float integrate(const Cached *cache, const float *pressure, int levels)
{
    Sum total = zero();
    float below = specific_humidity(unpack(cache[0]));
    for (int k = 1; k < levels; k++) {
        float above = specific_humidity(unpack(cache[k]));
        float thickness = pressure[k - 1] - pressure[k];
        if (real(thickness))
            total = plus(total, water_of(layer(below, above, thickness)));
        below = above;
    }
    return value(total);
}

__device__ int count_clouds(const Cached *cache, int levels)
{
    int n = 0;
    for (int k = 0; k < levels; k++)
        if (cloudy(unpack(cache[k]), k, levels))
            n++;
    return n;
}

// ---------------------------------------------------------------- the kernel
//
// water: kg of vapour above a square metre (mm of rain if all of it fell); wet: cloudy levels.

__global__ void precipitable(const float *pressure, const float *temperature, const float *humidity, float *water,
                             int *wet, int columns, int levels)
{
    __shared__ Cached cache[COLUMNS][LEVELS];
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns)
        return;
    Cached *mine = cache[threadIdx.x];
    fill(mine, pressure, temperature, humidity, c, levels);
    water[c] = integrate(mine, pressure + c * levels, levels);
    wet[c] = count_clouds(mine, levels);
}
