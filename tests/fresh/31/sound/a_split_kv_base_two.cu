// fpcheck: attend_split <<<dim3(4, 2), 32>>> q=@a_split_kv_base_two_q.npy k=@a_split_kv_base_two_k.npy v=@a_split_kv_base_two_v.npy part_out=empty:2x4x32:f32 part_lse=empty:2x4:f32 length=40 chunk=16 splits=4 scale_log2=0.25503489
// fpcheck+ merge_splits <<<2, 32>>> out=empty:2x32 splits=4 --ref out=@a_split_kv_base_two_o.npy --tol rtol=1e-4,atol=1e-5
// expect: ok
// why: the last part is empty (no maximum, sum 0) and leaves -1e30 as its logarithm; the merge, in base 2 like the parts, gives it weight 0 and no NaN arises
// figure: out[0][0] computed 0.435620189, MPFR 0.435620186
//
// One decoding step of attention, the keys split over blocks ("flash decoding"): each block attends to a chunk, keeps its
// own maximum, and leaves a normalised output and the logarithm of its sum; a second kernel merges them.
// Scores are multiplied by log2(e)/sqrt(d) so that exp2f does.

#define HEAD 32

struct Online {
    float m;    // greatest score so far, in base 2
    float l;    // sum of 2^(score - m)
};

__device__ __forceinline__ float warp_sum(float v)
{
#pragma unroll
    for (int off = 16; off > 0; off >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, off);
    return v;
}

__device__ __forceinline__ float warp_max(float v)
{
#pragma unroll
    for (int off = 16; off > 0; off >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, off));
    return v;
}

// The score of one key: all lanes get it.
__device__ __forceinline__ float score(const float *q, const float *key, int lane, float scale_log2)
{
    return warp_sum(q[lane] * key[lane]) * scale_log2;
}

// Takes one more key into account; the caller's accumulator is scaled by the returned factor first.
__device__ __forceinline__ float advance(Online &o, float s, float &weight)
{
    float m = fmaxf(o.m, s);
    float keep = exp2f(o.m - m);
    weight = exp2f(s - m);
    o.l = o.l * keep + weight;
    o.m = m;
    return keep;
}

__device__ __forceinline__ float log_sum(const Online &o)
{
    return o.m + log2f(o.l);
}

__global__ void attend_split(const float *q, const float *k, const float *v, float *part_out, float *part_lse,
                             int length, int chunk, int splits, float scale_log2)
{
    const int lane = threadIdx.x;
    const int split = blockIdx.x;
    const int head = blockIdx.y;
    const int first = split * chunk;
    const int last = min(first + chunk, length);
    const float *qh = q + head * HEAD;
    const float *kh = k + head * length * HEAD;
    const float *vh = v + head * length * HEAD;

    Online o;
    o.m = -1.0e30f;
    o.l = 0.0f;
    float acc = 0.0f;

    for (int j = first; j < last; j++) {
        float weight;
        float s = score(qh, kh + j * HEAD, lane, scale_log2);
        float keep = advance(o, s, weight);
        acc = acc * keep + weight * vh[j * HEAD + lane];
    }

    const int slot = head * splits + split;
    part_out[slot * HEAD + lane] = o.l > 0.0f ? acc / o.l : 0.0f;
    if (lane == 0)
        part_lse[slot] = o.l > 0.0f ? log_sum(o) : -1.0e30f;
}

// The weight of a part relative to the heaviest.
__device__ __forceinline__ float part_weight(float lse, float heaviest)
{
    return exp2f(lse - heaviest);
}

__global__ void merge_splits(const float *part_out, const float *part_lse, float *out, int splits)
{
    const int lane = threadIdx.x;
    const int head = blockIdx.x;
    const float *lse = part_lse + head * splits;
    const float *po = part_out + head * splits * HEAD;

    float heaviest = warp_max(lane < splits ? lse[lane] : -1.0e30f);
    float w = lane < splits ? part_weight(lse[lane], heaviest) : 0.0f;
    float total = warp_sum(w);

    float acc = 0.0f;
    for (int s = 0; s < splits; s++)
        acc += __shfl_sync(0xffffffffu, w, s) * po[s * HEAD + lane];
    out[head * HEAD + lane] = acc / total;
}

// The next key and value of a sequence go behind the others.
__global__ void append_kv(const float *new_k, const float *new_v, float *k, float *v, int length, int capacity)
{
    int head = blockIdx.x, lane = threadIdx.x;
    if (length >= capacity)
        return;
    k[(head * capacity + length) * HEAD + lane] = new_k[head * HEAD + lane];
    v[(head * capacity + length) * HEAD + lane] = new_v[head * HEAD + lane];
}

// Host side. The number of splits fills the machine without making chunks shorter than 16 keys.
int choose_splits(int heads, int length, int multiprocessors)
{
    int splits = (multiprocessors + heads - 1) / heads;
    int most = (length + 15) / 16;
    if (splits > most)
        splits = most;
    return splits > 32 ? 32 : splits;
}

void decode_step(const float *q, const float *k, const float *v, float *part_out, float *part_lse, float *out, int heads,
                 int length, int multiprocessors, cudaStream_t stream)
{
    const int splits = choose_splits(heads, length, multiprocessors);
    const int chunk = (length + splits - 1) / splits;
    const float scale_log2 = 1.44269504f * 0.17677670f;
    attend_split<<<dim3(splits, heads), 32, 0, stream>>>(q, k, v, part_out, part_lse, length, chunk, splits, scale_log2);
    merge_splits<<<heads, 32, 0, stream>>>(part_out, part_lse, out, splits);
}

// Bytes of scratch that decode_step needs for its parts.
size_t scratch_bytes(int heads, int length, int multiprocessors)
{
    size_t parts = (size_t)heads * choose_splits(heads, length, multiprocessors);
    return parts * (HEAD + 1) * sizeof(float);
}

void append(const float *new_k, const float *new_v, float *k, float *v, int heads, int length, int capacity,
            cudaStream_t stream)
{
    append_kv<<<heads, HEAD, 0, stream>>>(new_k, new_v, k, v, length, capacity);
}
