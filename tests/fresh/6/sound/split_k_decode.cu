// fpcheck: split_k_decode <<<1, 128>>> keys=70 q=uniform(-1,1):32 k=uniform(-1,1):70x32 v=uniform(0.5,1):70x32 o=empty:32
// expect: ok
// Decode attention for one query, head size 32. Four warps share the keys, each with its own running softmax; then they are merged.
__global__ void split_k_decode(const float* q, const float* k, const float* v, float* o, int keys)
{
    __shared__ float ms[4], ls[4], acc[4][32];
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    float qi = q[lane] * 0.17677669f;
    float m = -INFINITY, l = 0.0f, a = 0.0f;
    for (int j = w; j < keys; j += 4) {
        float s = qi * k[j * 32 + lane];
        for (int d = 16; d > 0; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
        float nm = fmaxf(m, s);
        float scale = expf(m - nm);              // exp(-inf) = 0 on the first key
        float p = expf(s - nm);
        l = l * scale + p;
        a = a * scale + p * v[j * 32 + lane];
        m = nm;
    }
    if (lane == 0) { ms[w] = m; ls[w] = l; }
    acc[w][lane] = a;
    __syncthreads();
    if (w != 0) return;
    float top = fmaxf(fmaxf(ms[0], ms[1]), fmaxf(ms[2], ms[3]));
    float num = 0.0f, den = 0.0f;
    for (int i = 0; i < 4; ++i) {
        float f = expf(ms[i] - top);
        num += f * acc[i][lane];
        den += f * ls[i];
    }
    o[lane] = num / den;
}
