// fpcheck: mark <<<1, 32>>> scan_x=[0.1,-0.1,-0.3,1.3,-2.6,-0.2,5.05,-7.9] scan_y=[-0.4,0.6,-1.1,2.2,0.05,-3.3,-0.01,4.4] key=empty:8 resolution=0.25 beams=8 want=[4294836224,196607,4294705150,524293,65525,4294115327,4294901780,1179616] ref=key=want --tol bitwise
// expect: ok
// why: negative cells are rounded down, and the two 16-bit halves of the key are masked before they are joined
// figure: computed key[1] = 196607, right 196607 (exact)
// Cell keys of an unbounded occupancy grid, hit by laser beams: y above, x below, two's complement.
__device__ int cell_of(float metres, float resolution)
{
    return __float2int_rd(metres / resolution);
}

__global__ void mark(const float *scan_x, const float *scan_y, unsigned *key, float resolution, int beams)
{
    int b = threadIdx.x;
    if (b >= beams)
        return;
    unsigned x = (unsigned)cell_of(scan_x[b], resolution) & 0xffffu;
    unsigned y = (unsigned)cell_of(scan_y[b], resolution) & 0xffffu;
    key[b] = (y << 16) | x;
}
