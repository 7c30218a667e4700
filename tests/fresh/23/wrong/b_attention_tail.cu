// fpcheck: attention_row<<<3, 32>>> score=randn:3x50 value=randn:50 out=empty:3 n=50 --ref 'out=sum(softmax(score, 1) * value, 1)' --tol rtol=1e-4,atol=1e-5
// expect: error tail mask at line 26
// why: the mask is `k <= n`: the score of the next row takes part (and behind the last row memory that is not there)
// figure: computed: the 51st weight exp(score - max) > 0 stands in the denominator of out[0] (some 2 % of it), MPFR: 50 terms; out[2] reads score[150] of 150
// One warp a query; two keys a lane.
__device__ float all_max(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

__device__ float all_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void attention_row(const float *score, const float *value, float *out, int n)
{
    const float *row = score + blockIdx.x * n;
    float s[2];
    for (int j = 0; j < 2; j++) {
        int k = threadIdx.x + 32 * j;
        s[j] = k <= n ? row[k] : -INFINITY;
    }
    float top = all_max(fmaxf(s[0], s[1]));
    float weight = 0.0f, sum = 0.0f;
    for (int j = 0; j < 2; j++) {
        int k = threadIdx.x + 32 * j;
        float e = expf(s[j] - top);
        weight += e;
        if (k < n)
            sum += e * value[k];
    }
    weight = all_sum(weight);
    sum = all_sum(sum);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum / weight;
}
