// fpcheck: zcurve <<<1, 32>>> lon=[-120.5,-0.25,10.0,77.125,180.0,-180.0] lat=[45,-30,51.5,12.75,-90,90] code=empty:6 n=6
// expect: ok
// why: the eastern end is 2^32 exactly, beyond an unsigned int, but it is clamped in double before the conversion; the double holds all 32 bits
// figure: x of longitude 180: computed 4294967295, MPFR 4294967295 (2^32 clamped); error 0
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

__device__ unsigned grid(double degrees, double span)
{
    double f = (degrees / span + 0.5) * 4294967296.0;
    return (unsigned)fmin(fmax(f, 0.0), 4294967295.0);
}

__global__ void zcurve(const double *lon, const double *lat, unsigned long long *code, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        code[i] = spread(grid(lon[i], 360.0)) | (spread(grid(lat[i], 180.0)) << 1);
}
