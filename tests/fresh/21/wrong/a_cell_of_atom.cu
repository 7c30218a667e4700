// fpcheck: cell_of_atom <<<1, 32>>> x=[-0.75,-3.25,0.5,2.75,-8.5,7.9,-0.1,5.0] y=[0.5,-0.5,-7.25,3.0,1.5,-2.5,-0.1,-4.0] cell=empty:8 inverse=0.5 n=8 want=[35,26,4,45,39,23,27,22] ref=cell=want --tol bitwise
// expect: error truncation instead of floor at line 15
// why: the conversion truncates towards zero, so atoms at coordinates between -2 and 0 share a cell with those between 0 and 2: floorf is missing
// figure: cell[0] computed 36, right 35
// Linked cells: an 8 by 8 grid of cells with an edge of 2, centred on the origin, periodic.
#define CELLS 8

__device__ int wrap(int c)
{
    return (c + CELLS / 2) & (CELLS - 1);
}

__device__ int axis_cell(float x, float inverse)
{
    int c = (int)(x * inverse);
    return wrap(c);
}

__global__ void cell_of_atom(const float *x, const float *y, int *cell, float inverse, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        cell[i] = axis_cell(y[i], inverse) * CELLS + axis_cell(x[i], inverse);
}
