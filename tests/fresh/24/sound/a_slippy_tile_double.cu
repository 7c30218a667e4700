// fpcheck: tile_column <<<1, 32>>> longitude=[-1e-05,13.4,-4e-06,90.0,-179.99998,180.0] column=empty:6 n=6 zoom=22 want=[2097151,2253273,2097151,3145728,0,4194303] ref=column=want
// expect: ok
// why: tiles of 8.6e-5 degrees from a float longitude, a floor of a quotient: the input is exact and the arithmetic is binary64, which leaves nothing near an edge but exact edges
// figure: column[2] computed 2097151, right 2097151; exact integers
// Column of the map tile of a point, zoom levels 0 to 22
__global__ void tile_column(const float *longitude, int *column, int n, int zoom)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int tiles = 1 << zoom;
    double x = ((double)longitude[i] + 180.0) / 360.0;
    int c = (int)floor(x * tiles);
    column[i] = min(max(c, 0), tiles - 1);
}
