// fpcheck: softmax_rows <<<4, 32>>> z=uniform(-120,-95):4x20 p=empty:4x20 cols=20 ref=softmax(z,1) --tol rtol=0.0001
// expect: error mismatch with reference at line 7: padded lanes bring 0 into the maximum, all exponentials of logits near -100 underflow and the row is 0/0 or coarse
// Row softmax for up to 32 columns, one warp a row.
__global__ void softmax_rows(const float* z, float* p, int cols) {
    int lane = threadIdx.x;
    const float* row = z + blockIdx.x * cols;
    float v = lane < cols ? row[lane] : 0.0f;
    float m = v;
    for (int o = 16; o > 0; o >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
    float e = lane < cols ? expf(v - m) : 0.0f;
    float s = e;
    for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if (lane < cols) p[blockIdx.x * cols + lane] = e / s;
}
