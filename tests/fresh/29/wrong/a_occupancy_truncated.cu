// fpcheck: mark <<<1, 32>>> scan_x=[0.1,-0.1,-0.3,1.3,-2.6,-0.2,5.05,-7.9] scan_y=[-0.4,0.6,-1.1,2.2,0.05,-3.3,-0.01,4.4] cell_x=empty:8 cell_y=empty:8 resolution=0.25 beams=8 want=[0,-1,-2,5,-11,-1,20,-32] ref=cell_x=want --tol bitwise
// expect: error mismatch at line 8
// why: the conversion truncates towards zero, so cells -1 and 0 are both cell 0 and everything behind the robot is one cell too near
// figure: computed cell_x[1] = 0, right -1
// Cells of an unbounded occupancy grid centred on the start of the run, hit by laser beams.
__device__ int cell_of(float metres, float resolution)
{
    return (int)(metres / resolution);
}

__global__ void mark(const float *scan_x, const float *scan_y, int *cell_x, int *cell_y, float resolution, int beams)
{
    int b = threadIdx.x;
    if (b >= beams)
        return;
    cell_x[b] = cell_of(scan_x[b], resolution);
    cell_y[b] = cell_of(scan_y[b], resolution);
}
