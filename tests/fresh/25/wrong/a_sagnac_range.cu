// fpcheck: sagnac_range <<<1, 32>>> sat=[15600000.0,7540000.0,20140000.0,-18760000.0,2750000.0,18610000.0,17610000.0,14630000.0,13480000.0,-19170000.0,610000.0,18390000.0] rx=4e6 ry=5e5 rz=4.9e6 range=empty:4:f64 n=4 want=[20405366.402928846,26665407.096613514,21412727.106281561,26811209.281889836] ref=range=want --tol rtol=2e-7,atol=0
// expect: error wrong constant at line 6
// why: the rotation rate of the Earth is 7.2921e-5 rad/s, not 7.2921e-4: the Sagnac term is ten times too large (some 100 m)
// figure: range[1]: computed 26665362.4818, MPFR 26665407.0966
// Geometric range of navigation satellites with the Sagnac correction for the turning Earth (ECEF, metres).
#define OMEGA_EARTH 7.2921151467e-4
#define LIGHT 299792458.0

__device__ double distance(double x, double y, double z)
{
    return sqrt(x * x + y * y + z * z);
}

__device__ double sagnac(double sx, double sy, double rx, double ry)
{
    return OMEGA_EARTH / LIGHT * (sx * ry - sy * rx);
}

__global__ void sagnac_range(const double *sat, double *range, double rx, double ry, double rz, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double sx = sat[3 * i], sy = sat[3 * i + 1], sz = sat[3 * i + 2];
    range[i] = distance(sx - rx, sy - ry, sz - rz) + sagnac(sx, sy, rx, ry);
}
