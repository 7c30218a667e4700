// fpcheck: paged_decode <<<2, 32>>> q=@a_paged_magic_divide_q.npy pool=@a_paged_magic_divide_p.npy table=@a_paged_magic_divide_t.npy out=empty:2x32 tokens=100 page=41 scale=0.17677669 --ref out=@a_paged_magic_divide_o.npy --tol rtol=1e-4,atol=1e-5
// expect: ok
// why: token / 41 by a multiplication with a rounded-up inverse: in integers, where the upper word of the product is the exact quotient for every token below 2^26
// figure: out[0][0] computed 0.194036469, MPFR 0.194036463
//
// One decoding step over a paged cache. A page holds `page` tokens, of each the key and then the value (32 floats each);
// table[sequence][block] says which page of the pool holds a block of tokens.
#define HEAD 32

struct Where {
    int block;
    int slot;
};

__device__ __forceinline__ float warp_sum(float v)
{
#pragma unroll
    for (int off = 16; off > 0; off >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, off);
    return v;
}

// A division by a page size known only at run time is slow: multiply by its inverse.
__device__ __forceinline__ Where locate(int token, int page, unsigned magic)
{
    Where w;
    w.block = (int)__umulhi((unsigned)token, magic);
    w.slot = token - w.block * page;
    return w;
}

__device__ __forceinline__ const float *entry(const float *pool, const int *table, Where w, int page)
{
    return pool + ((long long)table[w.block] * page + w.slot) * 2 * HEAD;
}

__global__ void paged_decode(const float *q, const float *pool, const int *table, float *out, int tokens, int page,
                             float scale)
{
    const int lane = threadIdx.x;
    const int seq = blockIdx.x;
    const int blocks = (tokens + page - 1) / page;
    const int *own = table + seq * blocks;
    const unsigned magic = 0xffffffffu / (unsigned)page + 1u;
    const float qv = q[seq * HEAD + lane] * scale;

    float m = -1.0e30f, l = 0.0f, acc = 0.0f;
    for (int t = 0; t < tokens; t++) {
        const float *kv = entry(pool, own, locate(t, page, magic), page);
        float s = warp_sum(qv * kv[lane]);
        float next = fmaxf(m, s);
        float keep = expf(m - next);
        float w = expf(s - next);
        l = l * keep + w;
        acc = acc * keep + w * kv[HEAD + lane];
        m = next;
    }
    out[seq * HEAD + lane] = acc / l;
}
