// fpcheck: tile_column <<<1, 32>>> longitude=[-1e-05,13.4,-4e-06,90.0] column=empty:4 n=4 zoom=22 want=[2097151,2253273,2097151,3145728] ref=column=want
// expect: error index computed in floating point at line 12
// why: longitude + 180 has an ulp of 1.5e-5 degrees: points just west of Greenwich come into the tile east of it, and others are off as a tile is narrower
// figure: computed column[2]=2097152, MPFR 2097151
// Column of the map tile of a point, zoom levels 0 to 22
__global__ void tile_column(const float *longitude, int *column, int n, int zoom)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int tiles = 1 << zoom;
    float x = (longitude[i] + 180.0f) / 360.0f * tiles;
    int c = (int)floorf(x);
    column[i] = min(max(c, 0), tiles - 1);
}
