// fpcheck: quantize_rows <<<4, 32>>> x=uniform(-3,3):4x64 q=empty:4x64 deq=empty:4x64 c=64 --ref deq=x --tol rtol=0,atol=0.2
// expect: error narrowing at line 13: the scale comes from the mean magnitude, so that x/scale reaches 2 * 127 and wraps in int8
__global__ void quantize_rows(const float* x, signed char* q, float* deq, int c)
{
    const float* row = x + blockIdx.x * c;
    int lane = threadIdx.x;
    float a = 0.0f;
    for (int j = lane; j < c; j += 32) a += fabsf(row[j]);
    for (int d = 16; d; d >>= 1) a += __shfl_xor_sync(0xffffffffu, a, d);
    float scale = a / (float)c / 127.0f;
    for (int j = lane; j < c; j += 32) {
        int v = __float2int_rn(row[j] / scale);
        signed char b = (signed char)v;
        q[blockIdx.x * c + j] = b;
        deq[blockIdx.x * c + j] = scale * (float)b;
    }
}
