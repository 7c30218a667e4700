// fpcheck: coherent <<<1, 32>>> zx=[1.1,1.3,1.7,0.3,2.9,1.9,0.7,3.3] zy=[0.7,2.1,0.9,1.3,0.1,1.1,2.3,0.2] wx=[1.1,1.3,1.7,0.3,2.9,1.9,0.7,3.3] wy=[0.7,2.1,0.9,1.3,0.1,1.1,2.3,0.2] lag=empty:8 n=8
// expect: error contraction at line 7: the imaginary part of z conj(z) is not 0 but the rounding error of one product, and its sign is taken as a lag or a lead
// Does signal z lag (-1) or lead (+1) signal w in each bin, or neither (0)?
__global__ void coherent(const float* zx, const float* zy, const float* wx, const float* wy, int* lag, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float im = zy[i] * wx[i] - zx[i] * wy[i];
    lag[i] = (im > 0.0f) - (im < 0.0f);
}
