// fpcheck: head_scores <<<2, 32>>> q=uniform(0.5,1.5):4x64 k=uniform(0.5,1.5):4x64 score=empty:4 D=64 scale=0.125 ref=score=sum(q*k,1)*0.125 --tol rtol=1e-5,atol=0
// expect: ok
// why: two heads share a warp and the shuffles look as if they crossed, but width 16 keeps each half to itself
// figure: computed 7.97073269, MPFR 7.97073308; 1e-5 relative is allowed
// one query against one key, sixteen lanes a head, two heads a warp
__global__ void head_scores(const float *q, const float *k, float *score, int D, float scale)
{
    int head = blockIdx.x * 2 + (threadIdx.x >> 4);
    int lane = threadIdx.x & 15;
    float dot = 0.0f;
    const float4 *a = reinterpret_cast<const float4 *>(q + head * D);
    const float4 *b = reinterpret_cast<const float4 *>(k + head * D);
    for (int i = lane; i < D / 4; i += 16) {
        float4 u = a[i], v = b[i];
        dot += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
    for (int o = 8; o > 0; o >>= 1)
        dot += __shfl_down_sync(0xffffffffu, dot, o, 16);
    if (lane == 0)
        score[head] = dot * scale;
}
