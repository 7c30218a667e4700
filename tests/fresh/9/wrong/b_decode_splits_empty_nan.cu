// fpcheck: decode <<<2, 128>>> q=ones:2x8 k=ones:32x8 v=arange:32x8 lengths=[20,32] o=empty:2x8 scale=0.35355339 want=[76,77,78,79,80,81,82,83,124,125,126,127,128,129,130,131] ref=o=want --tol rtol=1e-5,atol=0
// expect: error NaN hidden later at line 46
// why: a split without a key has l = 0, its o is 0/0; its weight 0 does not remove a NaN, and the guard for padded rows turns the whole row into zeros
// figure: o[0][0] computed 0, MPFR 76
// Decoding attention with the keys split over four warps; the partial results are merged by their maxima.
constexpr int D = 8;
constexpr int SPLIT = 8;

struct Part
{
    float m;
    float l;
    float o[D];
};

__device__ float warp_max(float v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, offset));
    return v;
}

__device__ float warp_sum(float v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, offset);
    return v;
}

__device__ void attend_split(Part &part, const float *q, const float *k, const float *v, int first, int last, float scale)
{
    const int lane = threadIdx.x & 31;
    const int key = first + lane;
    const bool valid = lane < SPLIT && key < last;
    float s = -INFINITY;
    if (valid) {
        s = 0.0f;
        for (int d = 0; d < D; d++)
            s = fmaf(q[d], k[key * D + d], s);
        s *= scale;
    }
    float m = warp_max(s);
    float p = valid ? expf(s - m) : 0.0f;
    float l = warp_sum(p);
    for (int d = 0; d < D; d++) {
        float o = warp_sum(valid ? p * v[key * D + d] : 0.0f) / l;
        if (lane == 0)
            part.o[d] = o;
    }
    if (lane == 0) {
        part.m = m;
        part.l = l;
    }
}

__global__ void decode(const float *q, const float *k, const float *v, const int *lengths, float *o, float scale)
{
    __shared__ Part parts[4];
    const int warp = threadIdx.x >> 5;
    attend_split(parts[warp], q + blockIdx.x * D, k, v, warp * SPLIT, lengths[blockIdx.x], scale);
    __syncthreads();
    if (threadIdx.x < D) {
        float top = fmaxf(fmaxf(parts[0].m, parts[1].m), fmaxf(parts[2].m, parts[3].m));
        float total = 0.0f, sum = 0.0f;
        for (int w = 0; w < 4; w++) {
            float weight = expf(parts[w].m - top) * parts[w].l;
            total += weight;
            sum += weight * parts[w].o[threadIdx.x];
        }
        float result = sum / total;
        // Rows of padding have no key at all.
        o[blockIdx.x * D + threadIdx.x] = result == result ? result : 0.0f;
    }
}
