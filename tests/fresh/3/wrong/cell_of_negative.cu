// fpcheck: cells <<<1, 32>>> x=[-3.5,-2.25,-1.5,-0.75,0.25,1.5,2.25,3.75] cell=empty:8 inv_h=2 n=8
// expect: error conversion at line 7: negative coordinates saturate to 0 as unsigned, so all particles left of the origin share cell 16
// Cell number along one axis; the grid has 32 cells, the origin in the middle.
__global__ void cells(const float* x, unsigned* cell, float inv_h, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned c = (unsigned)floorf(x[i] * inv_h);
    cell[i] = (c + 16u) & 31u;
}
