// fpcheck: gate <<<1, 32>>> logits=[[95.0, 94.5, 3.0, 1.0], [2.0, 1.0, 0.5, -1.0], [-3.0, 101.0, 90.0, 100.0]] w=empty:3x4 tokens=3
// expect: error overflow hidden by a minimum at line 18
// why: exp(95) overflows, inf/inf is NaN, and fminf(NaN, 1) is 1, a weight that looks sane
// figure: computed w[0][0] = 1, MPFR 0.622459331
// Gate weights of four experts, by a token's thread.
__global__ void gate(const float *logits, float *w, int tokens)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= tokens)
        return;
    float4 z = reinterpret_cast<const float4 *>(logits)[t];
    float a = expf(z.x);
    float b = expf(z.y);
    float c = expf(z.z);
    float d = expf(z.w);
    float sum = (a + b) + (c + d);
    float4 r;
    r.x = fminf(a / sum, 1.0f);
    r.y = fminf(b / sum, 1.0f);
    r.z = fminf(c / sum, 1.0f);
    r.w = fminf(d / sum, 1.0f);
    reinterpret_cast<float4 *>(w)[t] = r;
}
