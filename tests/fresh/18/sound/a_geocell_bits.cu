// fpcheck: cell_x <<<1, 32>>> lon=[8.542310001,-179.9999999,0.0,151.20931,-73.98566,179.9999999] cell=empty:6 n=6 want=[2249397376,1,2147483648,3951480984,1264800342,4294967294] ref=cell=want --tol rtol=0,atol=1.25
// expect: ok
// why: a double times 2^32 converted to unsigned: the product stays below 2^32 for longitudes below 180 and a double has 21 bits to spare
// figure: computed cell[0] = 2249397376, MPFR 2249397376; allowed 1
// 32-bit column of a longitude in degrees, in [-180, 180).
__global__ void cell_x(const double *lon, unsigned *cell, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double turn = (lon[i] + 180.0) / 360.0;
    cell[i] = __double2uint_rd(turn * 4294967296.0);
}
