// fpcheck: cells <<<1, 32>>> x=[-3.6,-2.3,-1.6,-0.7,0.3,1.7,2.3,3.7] cell=empty:8 inv_h=2 n=8
// expect: ok
// Cell number along one axis of 32 cells; floor in signed integers.
__global__ void cells(const float* x, unsigned* cell, float inv_h, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int c = __float2int_rd(x[i] * inv_h);
    cell[i] = (unsigned)(c + 16) & 31u;
}
