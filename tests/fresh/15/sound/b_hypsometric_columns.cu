// fpcheck: heights<<<1, 32>>> pressure=[101325.0,100000.0,97500.0,92500.0,85000.0,70000.0,50000.0,30000.0,20000.0,10000.0,85000.0,84900.0,84000.0,80000.0,70000.0,60000.0,40000.0,25000.0,15000.0,7000.0,101000.0,100900.0,100800.0,100500.0,95000.0,75000.0,55000.0,35000.0,20000.0,10000.0] temperature=[299.5,298.2,296.3,292.9,288.1,279.4,263.2,236.7,221.3,205.4,281.1,281.0,280.4,277.2,270.3,262.6,242.9,223.1,217.5,214.0,293.3,293.1,293.0,292.8,289.0,276.5,262.5,239.4,220.2,208.8] moisture=[0.0172,0.0168,0.0151,0.0124,0.0098,0.0043,0.0012,0.0002,2e-05,4e-06,0.0041,0.004,0.0038,0.0031,0.0021,0.0011,0.0003,8e-05,1e-05,3e-06,0.012,0.0119,0.0118,0.0116,0.0091,0.0039,0.0011,0.0003,2e-05,4e-06] height=empty:30 theta=empty:30 base=empty:3 thickness=empty:3 columns=3 levels=10 want=[0.0,116.33894270044135,338.7675141257387,796.5358628117312,1520.4183490815922,3139.9832949562765,5816.53748958896,9555.534310765139,12273.573796376499,16602.28102253284,0.0,9.707976470629736,97.48042460249508,496.4827685838125,1568.160652583214,2771.5982923303995,5772.63310753674,8978.500486034747,12272.595079279108,17085.68714677769,0.0,8.563451357449045,17.130489914833888,42.86717271778207,525.1219622196942,2489.3868661230667,4939.836153936749,8261.368338869055,12025.984986109357,16378.024630904312] ref=height=want --tol rtol=1e-5,atol=2e-3
// expect: ok
// why: logarithms of ratios of nearly equal pressures and a running sum of layers: the ratio goes through log1pf of an exact difference where levels are close, and the error of each addition is carried
// figure: MPFR height[29] = 16378.0246, height[11] = 9.70797647; error below 1e-6 relative against 1e-5 allowed
// Heights of pressure levels by the hypsometric equation, potential temperatures, the height of the cloud base and
// the thickness between 850 and 500 hPa. One thread a column, levels from the ground upwards.

const float GRAVITY = 9.80665f;
const float GAS = 287.05f;        // J / (kg K), dry air
const float KAPPA = 0.28571429f;  // R / cp
const float REFERENCE = 100000.0f;

struct Column {
    const float *pressure;    // Pa
    const float *temperature; // K
    const float *moisture;    // specific humidity
    int levels;
};

struct Air {
    float p, t, q;
};

// ---------------------------------------------------------------- access

__device__ Column column_of(const float *pressure, const float *temperature, const float *moisture, int column,
                            int levels)
{
    Column c;
    c.pressure = pressure + column * levels;
    c.temperature = temperature + column * levels;
    c.moisture = moisture + column * levels;
    c.levels = levels;
    return c;
}

__device__ Air air(Column c, int k)
{
    Air a;
    a.p = c.pressure[k];
    a.t = c.temperature[k];
    a.q = fmaxf(c.moisture[k], 0.0f);
    return a;
}

// ---------------------------------------------------------------- thermodynamics

__device__ float virtual_temperature(Air a)
{
    return a.t * (1.0f + 0.61f * a.q);
}

__device__ float potential_temperature(Air a)
{
    return a.t * powf(REFERENCE / a.p, KAPPA);
}

// log(below / above). Levels within a factor of two have an exact difference.
__device__ float log_ratio(float below, float above)
{
    if (below < 2.0f * above)
        return log1pf((below - above) / above);
    return logf(below / above);
}

__device__ float layer_thickness(Air below, Air above)
{
    float mean = 0.5f * (virtual_temperature(below) + virtual_temperature(above));
    return GAS * mean / GRAVITY * log_ratio(below.p, above.p);
}

// Vapour pressure in hPa.
__device__ float vapour(Air a)
{
    return 0.01f * a.p * a.q / (0.622f + 0.378f * a.q);
}

// Temperature at the lifting condensation level (Bolton's equation 21), from the vapour pressure in hPa.
__device__ float condensation_temperature(Air a)
{
    float e = vapour(a);
    return 2840.0f / (3.5f * logf(a.t) - logf(e) - 4.805f) + 55.0f;
}

// Dry air cools by g / cp on its way up.
__device__ float cloud_base(Air ground)
{
    const float lapse = GRAVITY * KAPPA / GAS;
    if (ground.q < 1e-6f)
        return 20000.0f;
    return fmaxf(0.0f, (ground.t - condensation_temperature(ground)) / lapse);
}

// ---------------------------------------------------------------- sums
//
// Thin layers near the ground are a few metres, the top is at tens of kilometres.

struct Sum {
    float hi; // rounded sum
    float lo; // what the roundings took away
};

__device__ Sum zero()
{
    Sum s;
    s.hi = 0.0f;
    s.lo = 0.0f;
    return s;
}

// Knuth's two-sum; the small part is added up beside it.
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

// ---------------------------------------------------------------- heights

__device__ void integrate(Column c, float *height)
{
    Sum z = zero();
    height[0] = 0.0f;
    Air below = air(c, 0);
    for (int k = 1; k < c.levels; k++) {
        Air above = air(c, k);
        z = plus(z, layer_thickness(below, above));
        height[k] = value(z);
        below = above;
    }
}

__device__ void potentials(Column c, float *theta)
{
    for (int k = 0; k < c.levels; k++)
        theta[k] = potential_temperature(air(c, k));
}

// ---------------------------------------------------------------- interpolation

// First level above a pressure; the last one where there is none.
__device__ int level_above(Column c, float p)
{
    int k = 1;
    while (k < c.levels - 1 && c.pressure[k] > p)
        k++;
    return k;
}

// Linear in the logarithm of pressure, and held at the ground.
__device__ float height_at(Column c, const float *height, float p)
{
    if (p >= c.pressure[0])
        return height[0];
    int k = level_above(c, p);
    float all = log_ratio(c.pressure[k - 1], c.pressure[k]);
    float part = log_ratio(c.pressure[k - 1], p);
    float share = part / all;
    return height[k - 1] + share * (height[k] - height[k - 1]);
}

// Heights at two pressures, upper minus lower; for charts of 850 to 500 hPa, whose lines mark the limit of snow.
// Where the ground is above the lower pressure, the ground is taken.
__device__ float thickness_between(Column c, const float *height, float lower, float upper)
{
    return height_at(c, height, upper) - height_at(c, height, lower);
}

// ---------------------------------------------------------------- the kernel
//
//   z(k) = z(k - 1) + R Tv / g * log(p(k - 1) / p(k)),   Tv the mean of the two levels
//   theta = T (1000 hPa / p)^kappa
//
// The moist correction of the lapse rate is left out: the base is that of a parcel that is lifted dry.
// base: metres above the ground; thickness: metres between 850 and 500 hPa.
// Heights are above the ground of the column, not above the sea.

__global__ void heights(const float *pressure, const float *temperature, const float *moisture, float *height,
                        float *theta, float *base, float *thickness, int columns, int levels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= columns)
        return;
    Column c = column_of(pressure, temperature, moisture, i, levels);
    float *z = height + i * levels;
    integrate(c, z);
    potentials(c, theta + i * levels);
    base[i] = cloud_base(air(c, 0));
    thickness[i] = thickness_between(c, z, 85000.0f, 50000.0f);
}
