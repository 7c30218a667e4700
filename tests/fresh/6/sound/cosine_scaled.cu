// fpcheck: cosine_scaled <<<1, 32>>> m=4 d=4 q=[1.0, 2.0, 3.0, 4.0] db=[1.0, 0.0, 0.0, 0.0,  4.0, 3.0, 2.0, 1.0,  1e-25, 2e-25, 3e-25, 4e-25,  1e30, 2e30, -3e30, 4e30] best=empty:1:i32 score=empty:1 want=[1.0] ref=score=want --tol rtol=1e-5,atol=0
// expect: ok
// Largest cosine similarity. Every row is scaled by a power of two read from the exponent of its largest entry.
__device__ float scale_of(const float* v, int d)
{
    float m = 0.0f;
    for (int j = 0; j < d; ++j) m = fmaxf(m, fabsf(v[j]));
    int e = (int)(__float_as_uint(m) >> 23);
    if (m == 0.0f) return 0.0f;
    e = max(1, min(253, e));
    return __uint_as_float((unsigned)(254 - e) << 23);        // 2^(127 - e), exact
}

__global__ void cosine_scaled(const float* q, const float* db, int* best, float* score, int m, int d)
{
    int r = threadIdx.x;
    float s = -2.0f;
    if (r < m) {
        const float* row = db + r * d;
        float a = scale_of(q, d), b = scale_of(row, d);
        float dot = 0.0f, qq = 0.0f, rr = 0.0f;
        for (int j = 0; j < d; ++j) {
            float u = q[j] * a, v = row[j] * b;
            dot += u * v;
            qq += u * u;
            rr += v * v;
        }
        s = rr > 0.0f && qq > 0.0f ? dot / sqrtf(qq * rr) : 0.0f;
    }
    int arg = r;
    for (int o = 16; o > 0; o >>= 1) {
        float other = __shfl_down_sync(0xffffffffu, s, o);
        int id = __shfl_down_sync(0xffffffffu, arg, o);
        if (other > s) { s = other; arg = id; }
    }
    if (r == 0) { best[0] = arg; score[0] = s; }
}
