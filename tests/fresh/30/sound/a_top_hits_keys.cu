// fpcheck: top_hits <<<1, 256>>> score=@a_top_hits_keys_x.npy value=empty:12 index=empty:12 n=200 k=12 want=[105,114,124,3,153,62,1,129,138,13,172,133] ref=index=want --tol bitwise
// fpcheck+ significance <<<1, 32>>> bits=empty:12 expected=empty:12 lambda=0.267 log_k=-3.194 search_space=2e4 k=12
// expect: ok
// why: scores become integers by flipping bits and share a word with their index: all 32 bits are kept, ties go to the lower index, padding sorts last
// figure: computed index[0]=105, MPFR 105 (exact)
// The k best scores of a database search, with the entries' numbers; equal scores in the order of the entries.
// One block sorts up to 256 entries as 64-bit keys: score in the upper half, complemented entry in the lower.

#define CAPACITY 256

typedef unsigned long long key64;

static_assert((CAPACITY & (CAPACITY - 1)) == 0, "bitonic networks want a power of two");

// Bits of a float such that unsigned order is numeric order. Scores are not NaN; -0 is taken for 0.
__device__ __forceinline__ unsigned ordered(float f)
{
    const unsigned u = __float_as_uint(f + 0.0f);
    return (u & 0x80000000u) ? ~u : u | 0x80000000u;
}

__device__ __forceinline__ float unordered(unsigned k)
{
    return __uint_as_float((k & 0x80000000u) ? k & 0x7fffffffu : ~k);
}

__device__ __forceinline__ key64 make_key(float score, unsigned entry)
{
    return ((key64)ordered(score) << 32) | (key64)(~entry);
}

__device__ __forceinline__ unsigned entry_of(key64 k)
{
    return ~(unsigned)k;
}

__device__ __forceinline__ float score_of(key64 k)
{
    return unordered((unsigned)(k >> 32));
}

// Descending compare-exchange of two slots.
__device__ __forceinline__ void order_pair(key64 *keys, int a, int b, bool descending)
{
    const key64 x = keys[a];
    const key64 y = keys[b];
    const bool swap = descending ? x < y : x > y;
    if (swap) {
        keys[a] = y;
        keys[b] = x;
    }
}

// One step of the network: the lower thread of each pair works for both.
__device__ void network_step(key64 *keys, int t, int size, int stride)
{
    const int partner = t ^ stride;
    if (partner > t)
        order_pair(keys, t, partner, (t & size) == 0);
}

__device__ void bitonic_sort(key64 *keys)
{
    const int t = threadIdx.x;
    for (int size = 2; size <= CAPACITY; size <<= 1) {
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            network_step(keys, t, size, stride);
            __syncthreads();
        }
    }
}

struct source {
    const float *score;
    int n;

    __device__ key64 key(int i) const
    {
        // key 0 is below any score: +-infinity too map to something else
        return i < n ? make_key(score[i], (unsigned)i) : 0ull;
    }
};

struct sink {
    float *value;
    int *index;

    __device__ void put(int rank, key64 k) const
    {
        value[rank] = score_of(k);
        index[rank] = (int)entry_of(k);
    }
};

__global__ void top_hits(const float *__restrict__ score, float *value, int *index, int n, int k)
{
    __shared__ key64 keys[CAPACITY];
    const int t = threadIdx.x;
    source from;
    from.score = score;
    from.n = n;
    sink to;
    to.value = value;
    to.index = index;

    keys[t] = from.key(t);
    __syncthreads();
    bitonic_sort(keys);
    if (t < k && t < n)
        to.put(t, keys[t]);
}

// Statistics of Karlin and Altschul for the hits: the score in bits, and how many hits at least as good chance would give.
struct karlin {
    float lambda, log_k;

    __device__ float bits(float score) const { return (lambda * score - log_k) * 1.44269504f; }
    __device__ float expected(float score, float search_space) const
    {
        return search_space * exp2f(-bits(score));
    }
};

__global__ void significance(const float *__restrict__ value, float *bits, float *expected, float lambda, float log_k, float search_space, int k)
{
    const int i = threadIdx.x;
    if (i >= k)
        return;
    karlin s;
    s.lambda = lambda;
    s.log_k = log_k;
    bits[i] = s.bits(value[i]);
    expected[i] = s.expected(value[i], search_space);
}

// The parameters of BLOSUM62 with gaps of 11 and 1.
static const float blosum_lambda = 0.267f;
static const float blosum_log_k = -3.194f;

// Host side: the best k of n scores and their statistics.
// False where a block does not hold them; nothing is launched then.
//
bool best_hits(const float *score, int n, float *value, int *index, float *bits, float *expected, int k)
{
    if (n > CAPACITY || k > 32 || k > n)
        return false;
    top_hits<<<1, CAPACITY>>>(score, value, index, n, k);
    significance<<<1, 32>>>(value, bits, expected, blosum_lambda, blosum_log_k, 2e4f, k);
    return cudaGetLastError() == cudaSuccess;
}
