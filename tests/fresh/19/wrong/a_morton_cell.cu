// fpcheck: cells <<<1, 6>>> lon=[-180,-12.5,0,77.25,179.99999,151.2] lat=[-45,10.25,0,33.5,12,-33.875] cell=empty:6 n=6 want=[536870912,2512225114,3221225472,3451837556,3612825431,1961878041] --ref 'cell=want' --tol rtol=1e-9,atol=0
// expect: error conversion at line 18
// why: just west of the date line the float sum rounds to 360 degrees: the step is 65536, and 16 bits keep 0 of it
// figure: cell[4] computed 2181169666, MPFR 3612825431
// Morton code of a place: 16 bits of longitude and 16 bits of latitude, interleaved.
__device__ unsigned spread(unsigned v)
{
    v = (v | (v << 8)) & 0x00ff00ffu;
    v = (v | (v << 4)) & 0x0f0f0f0fu;
    v = (v | (v << 2)) & 0x33333333u;
    v = (v | (v << 1)) & 0x55555555u;
    return v;
}

__device__ inline unsigned short step(float angle, float half_turn)
{
    float turn = (angle + half_turn) / (2.0f * half_turn); // 0 <= turn < 1
    return (unsigned short)(unsigned)(turn * 65536.0f);
}

__global__ void cells(const float *lon, const float *lat, unsigned *cell, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned column = step(lon[i], 180.0f);
    unsigned row = step(lat[i], 90.0f);
    cell[i] = spread(column) | spread(row) << 1;
}
