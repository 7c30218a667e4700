// fpcheck: heights <<<1, 4>>> x=[4182117.7192013562,-4643988.5771179693,2591969.9693299304,303284.41448848485] y=[850861.46643211297,2553054.3250006875,-1041965.24688588,5636420.6362858331] z=[4724695.74902461,-3537277.9759941315,5714604.537588058,2978699.5349689098] height=empty:4 n=4 want=[519.25,58.5,12.75,8848.5] --ref 'height=want' --tol rtol=0,atol=1e-3
// expect: error narrowing at line 18
// why: double positions are narrowed to float before the height, a difference of two lengths of 6.4e6 m, is taken: half-metre steps
// figure: height[0] computed 519, MPFR 519.25
// Ellipsoidal height (WGS 84) of Earth-centred positions, by Bowring's formula; good to a millimetre up to 10 km.
#define WGS84_A 6378137.0f
#define WGS84_B 6356752.3142f
#define E2 0.00669437999014f
#define EP2 0.00673949674228f

struct Meridian {
    float p, z; // distance from the axis, distance from the equator
};

__device__ Meridian meridian(double x, double y, double z)
{
    Meridian m;
    m.p = (float)sqrt(x * x + y * y);
    m.z = (float)z;
    return m;
}

__device__ float latitude(Meridian m)
{
    float theta = atan2f(WGS84_A * m.z, WGS84_B * m.p);
    float s = sinf(theta), c = cosf(theta);
    return atan2f(m.z + EP2 * WGS84_B * s * s * s, m.p - E2 * WGS84_A * c * c * c);
}

__global__ void heights(const double *x, const double *y, const double *z, float *height, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Meridian m = meridian(x[i], y[i], z[i]);
    float lat = latitude(m);
    float s = sinf(lat);
    float normal = WGS84_A / sqrtf(1.0f - E2 * s * s);
    height[i] = m.p / cosf(lat) - normal;
}
