// fpcheck: softmax_rows <<<4, 32>>> z=uniform(-120,120):4x100 p=empty:4x100 cols=100 ref=softmax(z,1) --tol rtol=0.0001,atol=0.000001
// expect: ok
// Row softmax in one pass for maximum and sum, lanes merged by shuffles.
__global__ void softmax_rows(const float* z, float* p, int cols) {
    int lane = threadIdx.x;
    const float* row = z + blockIdx.x * cols;
    float m = -INFINITY, s = 0.0f;
    for (int k = lane; k < cols; k += 32) {
        float v = row[k];
        float top = fmaxf(m, v);
        s = s * expf(m - top) + expf(v - top);
        m = top;
    }
    for (int o = 16; o > 0; o >>= 1) {
        float om = __shfl_xor_sync(0xffffffffu, m, o);
        float os = __shfl_xor_sync(0xffffffffu, s, o);
        float top = fmaxf(m, om);
        if (top > -INFINITY) {
            s = s * expf(m - top) + os * expf(om - top);
            m = top;
        }
    }
    for (int k = lane; k < cols; k += 32) p[blockIdx.x * cols + k] = expf(row[k] - m) / s;
}
