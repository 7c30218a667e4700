// fpcheck: topk_sampler <<<3, 128>>> logits=uniform(1,2):3x384 top1=empty:3 probs=empty:3x8 ids=empty:3x8:i32 inv_temp=1.25 penalty=0.5 ref=top1=max(logits,1) --tol rtol=1e-6,atol=0
// expect: error argmax key at line 50: nine bits of the float make room for the index; the value is read back from the key
// Top-8 of a row of logits and the probabilities among them, one block a row.
//
// Selection: eight rounds of a block-wide maximum over ordered integer keys. The winner's thread retires its element.
// Then the first warp does a softmax over the eight at the given temperature, with the leader penalised.
#define VOCAB 384
#define THREADS 128
#define PER_THREAD (VOCAB / THREADS)
#define TOPK 8
#define WARPS (THREADS / 32)

typedef unsigned Key;

struct Selection {
    Key warp[WARPS];
    Key best;
    float value[TOPK];
    int id[TOPK];
};

// ---------------------------------------------------------------------------------------------------------------
// ordered keys: a larger float has a larger key, for both signs

__device__ unsigned ordered(float v)
{
    unsigned b = __float_as_uint(v);
    return (b & 0x80000000u) ? ~b : (b | 0x80000000u);
}

__device__ float unordered(unsigned k)
{
    unsigned b = (k & 0x80000000u) ? (k & 0x7fffffffu) : ~k;
    return __uint_as_float(b);
}

// Nine low bits hold the index (VOCAB < 512).
__device__ Key make_key(float v, int index)
{
    return (ordered(v) & ~511u) | (unsigned)(511 - index);
}

__device__ int key_index(Key k)
{
    return 511 - (int)(k & 511u);
}

__device__ float key_value(Key k)
{
    return unordered(k);
}

// ---------------------------------------------------------------------------------------------------------------
// maximum of keys

__device__ Key larger(Key a, Key b)
{
    return a > b ? a : b;
}

__device__ Key warp_max(Key k)
{
    for (int d = 16; d > 0; d >>= 1)
        k = larger(k, __shfl_xor_sync(0xffffffffu, k, d));
    return k;
}

__device__ Key block_max(Key k, Selection& s)
{
    int lane = threadIdx.x & 31;
    int w = threadIdx.x >> 5;
    k = warp_max(k);
    if (lane == 0) s.warp[w] = k;
    __syncthreads();
    if (threadIdx.x == 0) {
        Key b = s.warp[0];
        for (int i = 1; i < WARPS; ++i) b = larger(b, s.warp[i]);
        s.best = b;
    }
    __syncthreads();
    return s.best;
}

// ---------------------------------------------------------------------------------------------------------------
// selection

struct Mine {
    Key key[PER_THREAD];
};

__device__ void load_row(Mine& m, const float* row)
{
    for (int j = 0; j < PER_THREAD; ++j) {
        int i = j * THREADS + threadIdx.x;
        m.key[j] = make_key(row[i], i);
    }
}

__device__ Key best_of_mine(const Mine& m)
{
    Key b = 0;
    for (int j = 0; j < PER_THREAD; ++j) b = larger(b, m.key[j]);
    return b;
}

__device__ void retire(Mine& m, Key winner)
{
    for (int j = 0; j < PER_THREAD; ++j)
        if (m.key[j] == winner) m.key[j] = 0;
}

__device__ void select(Selection& s, Mine& m)
{
    for (int r = 0; r < TOPK; ++r) {
        Key winner = block_max(best_of_mine(m), s);
        retire(m, winner);
        if (threadIdx.x == 0) {
            s.value[r] = key_value(winner);
            s.id[r] = key_index(winner);
        }
        __syncthreads();
    }
}

// ---------------------------------------------------------------------------------------------------------------
// probabilities, first warp only; lanes beyond TOPK carry neutral values

__device__ float max8(float v)
{
    for (int d = 4; d > 0; d >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
    return v;
}

__device__ float sum8(float v)
{
    for (int d = 4; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

__device__ float probability(const Selection& s, int lane, float inv_temp, float penalty)
{
    int r = lane & (TOPK - 1);
    float z = s.value[r] * inv_temp;
    if (r == 0) z -= penalty;
    float m = max8(z);
    float e = expf(z - m);
    return e / sum8(e);
}

// ---------------------------------------------------------------------------------------------------------------
// the kernel

__global__ void topk_sampler(const float* __restrict__ logits, float* top1, float* probs, int* ids, float inv_temp, float penalty)
{
    __shared__ Selection s;
    Mine mine;
    load_row(mine, logits + blockIdx.x * VOCAB);
    select(s, mine);
    if (threadIdx.x >= 32) return;

    int lane = threadIdx.x;
    float p = probability(s, lane, inv_temp, penalty);
    if (lane < TOPK) {
        probs[blockIdx.x * TOPK + lane] = p;
        ids[blockIdx.x * TOPK + lane] = s.id[lane];
    }
    if (lane == 0) top1[blockIdx.x] = s.value[0];
}

// ---------------------------------------------------------------------------------------------------------------
// host: fills the inputs with a small generator, launches once, prints the first results

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                   \
    do {                                                                              \
        cudaError_t e_ = (call);                                                      \
        if (e_ != cudaSuccess) {                                                      \
            std::fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); \
            std::exit(1);                                                             \
        }                                                                             \
    } while (0)

// Numbers in [lo, hi) from a 32-bit linear congruential generator.
static std::vector<float> generate(std::size_t n, float lo, float hi, unsigned seed)
{
    std::vector<float> v(n);
    unsigned s = seed;
    for (std::size_t i = 0; i < n; ++i) {
        s = s * 1664525u + 1013904223u;
        v[i] = lo + (hi - lo) * ((float)(s >> 8) * 0x1p-24f);
    }
    return v;
}

int main()
{
    const int batch = 3;
    std::vector<float> logits = generate((std::size_t)batch * VOCAB, 1.0f, 2.0f, 12345u);
    float* d_logits = nullptr;
    CHECK(cudaMalloc(&d_logits, (std::size_t)batch * VOCAB * sizeof(float)));
    CHECK(cudaMemcpy(d_logits, logits.data(), (std::size_t)batch * VOCAB * sizeof(float), cudaMemcpyHostToDevice));
    float* d_top1 = nullptr;
    CHECK(cudaMalloc(&d_top1, batch * sizeof(float)));
    float* d_probs = nullptr;
    CHECK(cudaMalloc(&d_probs, batch * TOPK * sizeof(float)));
    int* d_ids = nullptr;
    CHECK(cudaMalloc(&d_ids, batch * TOPK * sizeof(int)));

    topk_sampler<<<batch, THREADS>>>(d_logits, d_top1, d_probs, d_ids, 1.25f, 0.5f);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    std::vector<float> top1(batch);
    CHECK(cudaMemcpy(top1.data(), d_top1, batch * sizeof(float), cudaMemcpyDeviceToHost));
    for (std::size_t i = 0; i < top1.size() && i < 8; ++i)
        std::printf("top1[%zu] = %.9g\n", i, (double)top1[i]);

    CHECK(cudaFree(d_logits));
    CHECK(cudaFree(d_top1));
    CHECK(cudaFree(d_probs));
    CHECK(cudaFree(d_ids));
    return 0;
}
