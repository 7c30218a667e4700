// fpcheck: decode_attention<<<1, 64>>> q=[0.35,0.82,0.33,-1.3,0.91,0.45,-0.54,0.58,0.36,0.29,0.03,0.55,-0.74,-0.16,-0.48,0.6] k=[[0.04,-0.29,-0.78,-0.26,0.01,-0.28,1.29,1.01,-2.71,-1.89,-0.17,-0.42,0.21,0.22,2.12,-1.11],[-0.38,2.04,0.65,0.66,-0.51,-1.65,0.17,0.11,-1.23,-0.68,-0.07,-0.94,-0.1,0.1,0.04,-0.51],[0.59,0.89,0.32,-0.82,0.73,-0.5,0.88,-1.07,0.91,-0.02,-1.25,-0.31,0.05,0.27,-0.98,-1.11],[0.2,-0.47,0.24,0.76,-1.65,0.25,1.22,-0.3,-0.81,0.75,0.25,0.9,-0.35,-1.48,-0.11,-0.45],[0.78,0.19,-1.63,-1.2,0.88,0.68,-0.64,-0.0,0.45,0.47,0.88,0.26,-0.09,-0.26,1.06,-2.25],[-0.14,0.03,-1.43,0.33,-0.65,0.86,-0.13,0.67,1.22,0.38,-0.88,-1.51,1.75,-0.11,-0.69,0.14],[-0.19,0.85,0.03,0.01,-0.71,0.47,-1.03,0.67,1.52,-1.52,-2.47,0.62,2.55,-1.0,-1.25,0.59],[-0.84,-0.51,-0.35,0.53,-0.41,0.28,-0.18,-0.84,-0.32,-0.95,0.01,-1.12,-1.09,1.46,-0.05,-0.05]] v=[[1.51,0.58,0.77,1.43,1.28,-0.16,1.83,0.41,-0.06,0.1,0.61,2.63,-0.18,1.16,-1.14,1.0],[1.9,0.76,0.37,1.23,1.7,1.66,2.97,1.21,0.41,0.87,0.93,1.11,0.97,1.17,-0.67,1.83],[0.43,-0.17,1.64,2.32,1.49,1.16,0.07,3.87,1.88,-0.14,0.22,1.09,-0.55,1.17,0.54,2.23],[1.96,-1.71,1.04,-0.62,2.11,1.17,1.55,-0.07,2.83,3.02,-0.06,1.37,0.33,0.98,-0.27,2.87],[0.03,0.7,1.5,0.35,0.76,0.44,0.87,-0.17,0.56,0.79,0.67,1.06,0.71,1.75,0.68,0.86],[0.34,0.47,-0.26,1.52,-0.14,0.25,1.36,1.4,0.6,-1.02,1.42,1.26,-0.41,1.77,0.3,-0.13],[1.1,0.82,1.2,-0.61,2.81,0.4,-0.54,1.62,0.65,1.32,0.66,0.94,1.25,0.25,1.68,0.53],[0.13,1.08,1.45,0.77,0.14,1.62,-0.76,-0.03,1.04,-0.36,1.03,0.95,1.9,0.09,0.37,1.33]] out=empty:16 tokens=8 scale=0.25 want=[0.74196,0.370631,1.125026,0.793872,1.36093,0.791827,0.677963,1.302978,1.008325,0.572591,0.641203,1.168295,0.483997,1.092648,0.471334,1.27533] --ref 'out=want' --tol rtol=0.03,atol=0.01
// expect: error mismatch at line 102
// why: odd channels read the low half of the pair and even ones the high half: every two neighbours of the output are swapped
// figure: computed out[0] = 0.370631, MPFR 0.74196
#include <cstdint>

constexpr int HEAD = 16;
constexpr int PAIRS = HEAD / 2;
constexpr int MAX_TOKENS = 32;

// One query against a cache of keys and values kept as pairs of bfloat16.
struct Cache
{
    uint32_t keys[MAX_TOKENS][PAIRS];
    uint32_t values[MAX_TOKENS][PAIRS];
};

__device__ uint32_t rounded_bits(float x)
{
    uint32_t u = __float_as_uint(x);
    if ((u & 0x7fffffffu) > 0x7f800000u)
        return u | 0x00400000u;
    return u + 0x7fffu + ((u >> 16) & 1u);
}

__device__ uint32_t pack_pair(float even, float odd)
{
    uint32_t low = rounded_bits(even);
    uint32_t high = rounded_bits(odd);
    return (high & 0xffff0000u) | (low >> 16);
}

__device__ float unpack_even(uint32_t pair)
{
    return __uint_as_float(pair << 16);
}

__device__ float unpack_odd(uint32_t pair)
{
    return __uint_as_float(pair & 0xffff0000u);
}

__device__ void fill_cache(Cache &cache, const float *k, const float *v, int tokens)
{
    for (int slot = threadIdx.x; slot < tokens * PAIRS; slot += blockDim.x)
    {
        int token = slot / PAIRS;
        int pair = slot % PAIRS;
        const float *krow = k + token * HEAD;
        const float *vrow = v + token * HEAD;
        cache.keys[token][pair] = pack_pair(krow[2 * pair], krow[2 * pair + 1]);
        cache.values[token][pair] = pack_pair(vrow[2 * pair], vrow[2 * pair + 1]);
    }
}

__device__ float score_of(const Cache &cache, const float *query, int token)
{
    float sum = 0.0f;
    for (int pair = 0; pair < PAIRS; ++pair)
    {
        uint32_t packed = cache.keys[token][pair];
        sum = fmaf(query[2 * pair], unpack_even(packed), sum);
        sum = fmaf(query[2 * pair + 1], unpack_odd(packed), sum);
    }
    return sum;
}

__device__ float warp_max(float x)
{
    for (int d = 16; d > 0; d >>= 1)
        x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, d));
    return x;
}

__device__ float warp_sum(float x)
{
    for (int d = 16; d > 0; d >>= 1)
        x += __shfl_xor_sync(0xffffffffu, x, d);
    return x;
}

__device__ void softmax_scores(float *weights, int tokens)
{
    int lane = threadIdx.x & 31;
    if (threadIdx.x < 32)
    {
        float s = lane < tokens ? weights[lane] : -INFINITY;
        float top = warp_max(s);
        float e = expf(s - top);
        float total = warp_sum(e);
        if (lane < tokens)
            weights[lane] = e / total;
    }
}

__device__ float mix_channel(const Cache &cache, const float *weights, int channel, int tokens)
{
    float sum = 0.0f;
    for (int token = 0; token < tokens; ++token)
    {
        uint32_t packed = cache.values[token][channel >> 1];
        float value = (channel & 1) ? unpack_even(packed) : unpack_odd(packed);
        sum = fmaf(weights[token], value, sum);
    }
    return sum;
}

__global__ void decode_attention(const float *q, const float *k, const float *v, float *out, int tokens, float scale)
{
    __shared__ Cache cache;
    __shared__ float query[HEAD];
    __shared__ float weights[MAX_TOKENS];

    if (threadIdx.x < HEAD)
        query[threadIdx.x] = q[threadIdx.x] * scale;
    fill_cache(cache, k, v, tokens);
    __syncthreads();

    if (threadIdx.x < tokens)
        weights[threadIdx.x] = score_of(cache, query, threadIdx.x);
    __syncthreads();

    softmax_scores(weights, tokens);
    __syncthreads();

    if (threadIdx.x < HEAD)
        out[threadIdx.x] = mix_channel(cache, weights, threadIdx.x, tokens);
}

// Appends the key and value of one more token to caches in global memory.
__global__ void append_token(const float *k, const float *v, uint32_t *keys, uint32_t *values, int token)
{
    int pair = threadIdx.x;
    if (pair >= PAIRS)
        return;
    keys[token * PAIRS + pair] = pack_pair(k[2 * pair], k[2 * pair + 1]);
    values[token * PAIRS + pair] = pack_pair(v[2 * pair], v[2 * pair + 1]);
}

// Squared lengths of the packed keys.
__global__ void key_lengths(const uint32_t *keys, float *square, int tokens)
{
    int token = blockIdx.x * blockDim.x + threadIdx.x;
    if (token >= tokens)
        return;
    float sum = 0.0f;
    for (int pair = 0; pair < PAIRS; ++pair)
    {
        float a = unpack_even(keys[token * PAIRS + pair]);
        float b = unpack_odd(keys[token * PAIRS + pair]);
        sum = fmaf(a, a, fmaf(b, b, sum));
    }
    square[token] = sum;
}
