// fpcheck: pixel_x <<<1, 32>>> lon=[8.54231,13.40512,-0.12775,151.20931,-73.98566,179.5] px=empty:6 tile=empty:6 n=6 zoom=20 wantp=[140587335,144213309,134122470,246967557,79050023,268062628] wantt=[549169,563333,523915,964717,308789,1047119] ref=px=wantp ref=tile=wantt --tol rtol=0,atol=0.25
// expect: error conversion (too few bits) at line 19
// why: the pixel column at zoom 20 has 28 bits, binary32 24: after + 180 and / 360 the column is off by some pixels
// figure: computed px[0] = 140587344, MPFR 140587335
// Column of a longitude in the global pixel grid of a web map, and the tile that has it.
#define TILE 256

__device__ float turns(float degrees)
{
    return (degrees + 180.0f) / 360.0f;
}

__global__ void pixel_x(const float *lon, int *px, int *tile, int n, int zoom)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int size = TILE << zoom;
    int x = (int)(turns(lon[i]) * size);
    x = min(max(x, 0), size - 1);
    px[i] = x;
    tile[i] = x / TILE;
}
