// fpcheck: tile_x <<<1, 16>>> lon=[-179.5,-150,-90,-10,0,10,45,90,120,150,170,179,179.9,-45,30,60] col=empty:16 per_degree=200 n=16 --ref col=lon*200 --tol atol=1.01
// expect: error narrowing at line 8: 170 degrees * 200 is 34000, which wraps to -31536 in a short
// Column of a longitude in a raster of 0.005 degrees, relative to Greenwich.
__global__ void tile_x(const float* lon, short* col, float per_degree, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int c = __float2int_rd(lon[i] * per_degree);
    col[i] = (short)c;
}
