// fpcheck: decode_split <<<(2, 4), 32>>> q=uniform(-9,9):2x32 keys=uniform(-1,1):2x96x32 values=uniform(-1,1):2x96x32 part_max=empty:2x4 part_sum=empty:2x4 part_out=empty:2x4x32 lengths=[96, 50] capacity=96
// fpcheck+ decode_combine <<<2, 32>>> part_max_in=part_max part_sum_in=part_sum part_out_in=part_out out=empty:2x32 lengths_in=lengths lse=empty:2 splits=4
// fpcheck+ project <<<2, 32>>> attended=out weight=uniform(-0.5,0.5):32x32 residual=uniform(-1,1):2x32 hidden=empty:2x32
// expect: ok
// why: looks dangerous (partial softmaxes with different maxima, an empty split with -infinity as its maximum), but all weights are exp(m - M) <= 1 and an empty split is skipped before inf - inf
// figure: (drawn by numpy) computed out[0] -0.33993861, MPFR -0.33993853: off by 8.1e-08 where 1e-5 is natural
#include <cuda_runtime.h>
#include <math_constants.h>

constexpr int DIM = 32;
constexpr int SPLITS = 4;
constexpr unsigned FULL = 0xffffffffu;

__device__ float warp_sum(float v)
{
    for (int d = 16; d; d >>= 1)
        v += __shfl_xor_sync(FULL, v, d);
    return v;
}

__device__ float warp_max(float v)
{
    for (int d = 16; d; d >>= 1)
        v = fmaxf(v, __shfl_xor_sync(FULL, v, d));
    return v;
}

struct Running {
    float largest;
    float sum;
    float out;
};

struct Slice {
    int begin, end;
    __device__ bool empty() const
    {
        return begin >= end;
    }
};

__device__ Slice slice_of(int split, int capacity, int length)
{
    int each = capacity / SPLITS;
    Slice s;
    s.begin = split * each;
    s.end = min(s.begin + each, length);
    return s;
}

// The score of key `lane` of a tile of 32, each lane one key.
__device__ float score_of(const float *q, const float *key)
{
    float dot = 0.0f;
    for (int k = 0; k < DIM; k++)
        dot = fmaf(q[k], key[k], dot);
    return dot * 0.17677669529663687f;
}

__device__ void take_tile(Running &r, const float *q, const float *keys, const float *values, Slice s, int first)
{
    __shared__ float weight[32];
    int lane = threadIdx.x;
    int at = first + lane;
    float score = at < s.end ? score_of(q, keys + at * DIM) : -CUDART_INF_F;
    float largest = fmaxf(r.largest, warp_max(score));
    float p = at < s.end ? expf(score - largest) : 0.0f;
    float correction = r.largest == -CUDART_INF_F ? 0.0f : expf(r.largest - largest);
    weight[lane] = p;
    __syncwarp();
    float out = r.out * correction;
    int count = min(32, s.end - first);
    for (int j = 0; j < count; j++)
        out = fmaf(weight[j], values[(first + j) * DIM + lane], out);
    r.out = out;
    r.sum = fmaf(r.sum, correction, warp_sum(p));
    r.largest = largest;
    __syncwarp();
}

// Block (b, s): the part of sequence b's cache in split s; lane d holds dimension d of the output.
__global__ void decode_split(const float *q, const float *keys, const float *values, float *part_max, float *part_sum,
                             float *part_out, const int *lengths, int capacity)
{
    __shared__ float query[DIM];
    int sequence = blockIdx.x;
    int split = blockIdx.y;
    int lane = threadIdx.x;
    query[lane] = q[sequence * DIM + lane];
    __syncwarp();
    Slice s = slice_of(split, capacity, lengths[sequence]);
    Running r{-CUDART_INF_F, 0.0f, 0.0f};
    const float *k = keys + sequence * capacity * DIM;
    const float *v = values + sequence * capacity * DIM;
    for (int first = s.begin; first < s.end; first += 32)
        take_tile(r, query, k, v, s, first);
    int part = sequence * SPLITS + split;
    part_out[part * DIM + lane] = r.out;
    if (lane == 0) {
        part_max[part] = r.largest;
        part_sum[part] = r.sum;
    }
}

__device__ float largest_part(const float *part_max, int first, int splits)
{
    float m = -CUDART_INF_F;
    for (int s = 0; s < splits; s++)
        m = fmaxf(m, part_max[first + s]);
    return m;
}

// The parts of a sequence into one, by the log-sum-exp of all.
__global__ void decode_combine(const float *part_max_in, const float *part_sum_in, const float *part_out_in, float *out,
                               const int *lengths_in, float *lse, int splits)
{
    int sequence = blockIdx.x;
    int lane = threadIdx.x;
    if (lengths_in[sequence] == 0) {
        out[sequence * DIM + lane] = 0.0f;
        if (lane == 0)
            lse[sequence] = -CUDART_INF_F;
        return;
    }
    int first = sequence * splits;
    float m = largest_part(part_max_in, first, splits);
    float sum = 0.0f;
    float value = 0.0f;
    for (int s = 0; s < splits; s++) {
        if (part_max_in[first + s] == -CUDART_INF_F)
            continue;
        float w = expf(part_max_in[first + s] - m);
        sum = fmaf(w, part_sum_in[first + s], sum);
        value = fmaf(w, part_out_in[(first + s) * DIM + lane], value);
    }
    out[sequence * DIM + lane] = value / sum;
    if (lane == 0)
        lse[sequence] = m + logf(sum);
}

// The output projection with the residual: lane d computes element d.
__global__ void project(const float *attended, const float *weight, const float *residual, float *hidden)
{
    int lane = threadIdx.x;
    int row = blockIdx.x * DIM;
    float own = attended[row + lane];
    float sum = residual[row + lane];
    for (int k = 0; k < DIM; k++)
        sum = fmaf(__shfl_sync(FULL, own, k), weight[lane * DIM + k], sum);
    hidden[row + lane] = sum;
}
