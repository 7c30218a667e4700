// fpcheck: gemv_i8 <<<1, 128>>> w=const(100):4x256 x=const(90):256 y=empty:4 scale=0.001 rows=4 k=256 ref=y=sum(w*x,1)*0.001 --tol rtol=1e-4,atol=0
// expect: error integer overflow at line 21
// why: each lane adds eight products of 9000 into a 16-bit accumulator, which wraps at 32767
// figure: computed y[0] = 206.84800720214844, MPFR 2304.0
// Quantised inference: matrix times vector, one warp a row.
__device__ int warp_sum(int v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void gemv_i8(const signed char *w, const signed char *x, float *y, float scale, int rows, int k)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int lane = threadIdx.x & 31;
    if (row >= rows)
        return;
    short acc = 0;
    for (int j = lane; j < k; j += 32)
        acc += w[row * k + j] * x[j];
    int total = warp_sum(acc);
    if (lane == 0)
        y[row] = total * scale;
}
