// fpcheck: geodetic_to_ecef <<<1, 32>>> latitude=[0.9,0.2,-1.1] longitude=[0.1,2.0,-0.7] height=[100.0,2500.0,0.0] xyz=empty:9 n=3 want=[3953095.8,396632.56,4973022.5,-2602696.8,5686996.0,1259320.5,2218669.8,-1868759.6,-5661261.0] --ref xyz=want --tol rtol=1e-6,atol=1
// expect: error wrong constant at line 7
// why: the squared eccentricity of WGS84 is 0.00669437999, here two of its digits are interchanged (0.00696...)
// figure: computed xyz[2]=4972084.32, MPFR 4973022.49
// Geodetic coordinates (radians, metres) to earth-centred ones on WGS84
#define SEMI_MAJOR 6378137.0
#define ECCENTRICITY2 0.00696437999014

__global__ void geodetic_to_ecef(const float *latitude, const float *longitude, const float *height, float *xyz, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double sp, cp, sl, cl;
    sincos((double)latitude[i], &sp, &cp);
    sincos((double)longitude[i], &sl, &cl);
    double normal = SEMI_MAJOR / sqrt(1.0 - ECCENTRICITY2 * sp * sp);
    double h = height[i];
    xyz[3 * i] = (float)((normal + h) * cp * cl);
    xyz[3 * i + 1] = (float)((normal + h) * cp * sl);
    xyz[3 * i + 2] = (float)((normal * (1.0 - ECCENTRICITY2) + h) * sp);
}
