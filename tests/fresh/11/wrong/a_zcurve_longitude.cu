// fpcheck: zcurve <<<1, 32>>> lon=[-120.5,-0.25,10.0,77.125,179.5] lat=[45,-30,51.5,12.75,-88] code=empty:5 n=5
// expect: error conversion at line 24
// why: the longitude is scaled to 2^32 but converted to a signed int: everything east of Greenwich is 2^31 or more and saturates to 0x7fffffff, so all eastern longitudes fall into one cell
// figure: x of longitude 10: computed 2147483647, MPFR 2266788295; the same for 77.125 and 179.5
// 64-bit Morton codes of positions, for a spatial index.
__device__ unsigned long long spread(unsigned v)
{
    unsigned long long x = v;
    x = (x | (x << 16)) & 0x0000ffff0000ffffull;
    x = (x | (x << 8)) & 0x00ff00ff00ff00ffull;
    x = (x | (x << 4)) & 0x0f0f0f0f0f0f0f0full;
    x = (x | (x << 2)) & 0x3333333333333333ull;
    x = (x | (x << 1)) & 0x5555555555555555ull;
    return x;
}

__global__ void zcurve(const double *lon, const double *lat, unsigned long long *code, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double fx = (lon[i] + 180.0) / 360.0 * 4294967296.0;
    double fy = (lat[i] + 90.0) / 180.0 * 2147483648.0;
    unsigned x = (unsigned)(int)fx;
    unsigned y = (unsigned)(int)fy;
    code[i] = spread(x) | (spread(y) << 1);
}
