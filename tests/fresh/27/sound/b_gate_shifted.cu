// fpcheck: gate <<<1, 32>>> logits=[[95.0, 94.5, 3.0, 1.0], [2.0, 1.0, 0.5, -1.0], [-3.0, 101.0, 90.0, 100.0]] w=empty:3x4 tokens=3
// expect: ok
// why: the largest logit is subtracted first; the minimum that follows only trims a rounding above 1
// figure: computed w[0][0] = 0.622459352 (float), MPFR 0.622459331: 3.4e-8 relative, half an ulp is 6e-8
// Gate weights of four experts, by a token's thread.
__global__ void gate(const float *logits, float *w, int tokens)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= tokens)
        return;
    float4 z = reinterpret_cast<const float4 *>(logits)[t];
    float top = fmaxf(fmaxf(z.x, z.y), fmaxf(z.z, z.w));
    z.x -= top;
    z.y -= top;
    z.z -= top;
    z.w -= top;
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
