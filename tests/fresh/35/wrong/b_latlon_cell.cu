// fpcheck: cell_of <<<1, 64>>> lon=@b_cell_lon.npy cell=empty:64:i32 lon0=-180.0 spacing=0.3 n=64 --ref cell=@b_cell_ref.npy
// expect: error flip at line 12
// why: a column of a 0.3 degree grid is found by truncating (lon + 180) / 0.3f in binary32, and 0.3f is 4e-8 too large; stations some 1e-6 degrees east of an edge fall into the cell before; regridding reports name this off-by-one
// figure: cell[9] computed 628, MPFR 629
#include <cuda_runtime.h>

__global__ void cell_of(const double *lon, int *cell, double lon0, double spacing, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float offset = (float)(lon[i] - lon0);
    cell[i] = (int)(offset / (float)spacing);
}
