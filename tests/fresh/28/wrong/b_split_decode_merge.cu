// fpcheck: decode_split <<<H, 128>>> q=randn:Hx32 k=randn:Hxnx32 v=randn:Hxnx32 out=empty:Hx32 n=50 H=2
// expect: error race at line 45
// why: warp 0 merges the partial maxima and sums of the four warps without a __syncthreads after they were written to shared memory
// figure: computed undefined (depends on which warps have written), MPFR a convex combination of the values (race on part_m, part_l, part_acc)
// Flash decoding: each warp walks a quarter of the keys, the last step merges the four states.
__device__ __forceinline__ float warp_sum(float x)
{
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_xor_sync(0xffffffffu, x, o);
    return x;
}

__global__ void decode_split(const float *q, const float *k, const float *v, float *out, int n)
{
    __shared__ float part_m[4];
    __shared__ float part_l[4];
    __shared__ float part_acc[4][32];

    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x >> 5;
    const int head = blockIdx.x;
    const float query = q[head * 32 + lane] * 0.1767766953f;

    float m = -INFINITY;
    float l = 0.0f;
    float acc = 0.0f;
    for (int j = warp; j < n; j += 4) {
        const long row = ((long)head * n + j) * 32 + lane;
        float s = warp_sum(query * k[row]);
        float next = fmaxf(m, s);
        float shrink = expf(m - next);
        float weight = expf(s - next);
        l = l * shrink + weight;
        acc = acc * shrink + weight * v[row];
        m = next;
    }
    if (lane == 0) {
        part_m[warp] = m;
        part_l[warp] = l;
    }
    part_acc[warp][lane] = acc;

    if (warp != 0)
        return;
    float top = fmaxf(fmaxf(part_m[0], part_m[1]), fmaxf(part_m[2], part_m[3]));
    float total = 0.0f;
    float value = 0.0f;
    for (int w = 0; w < 4; w++) {
        float shrink = expf(part_m[w] - top);
        total += part_l[w] * shrink;
        value += part_acc[w][lane] * shrink;
    }
    out[head * 32 + lane] = value / total;
}
