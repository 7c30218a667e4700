// fpcheck: medians <<<3, 64>>> value=randn:150 missing=randint(0,1):150 offset=[0,64,110,150] median=empty:3 kept=empty:3
// expect: ok
// why: floats are sorted by their bits with a flip of the sign; padding and missing values get the largest key, the map is monotone and is undone exactly
// figure: computed the middle keys are inputs; their mean has one rounding, MPFR the same within one ulp
// Statistics: medians of segments with missing values, a bitonic sort of 64 keys a block.
#define SLOTS 64

typedef unsigned int key_t32;

// ---- keys ---------------------------------------------------------------

#define MISSING 0xffffffffu

// Monotone map of floats to unsigned integers: negative numbers are complemented, others get the top bit.
__device__ __forceinline__ key_t32 encode(float v)
{
    key_t32 u = __float_as_uint(v);
    key_t32 flip = (key_t32)((int)u >> 31) | 0x80000000u;
    return u ^ flip;
}

__device__ __forceinline__ float decode(key_t32 k)
{
    key_t32 flip = (k & 0x80000000u) ? 0x80000000u : 0xffffffffu;
    return __uint_as_float(k ^ flip);
}

// ---- segments -----------------------------------------------------------

struct Segment
{
    int begin;
    int end;

    __device__ int size() const
    {
        return end - begin;
    }

    __device__ bool has(int slot) const
    {
        return begin + slot < end;
    }
};

__device__ Segment segment_at(const int *offset, int s)
{
    Segment g;
    g.begin = offset[s];
    g.end = offset[s + 1];
    return g;
}

__device__ key_t32 key_at(const float *value, const int *missing, const Segment &g, int slot)
{
    if (!g.has(slot))
        return MISSING;
    int i = g.begin + slot;
    return missing[i] ? MISSING : encode(value[i]);
}

// ---- the sort -----------------------------------------------------------

// One step: the lower thread of every pair does the exchange, so that no slot has two writers.
__device__ void exchange(key_t32 *key, int t, int distance, bool ascending)
{
    int other = t ^ distance;
    if (other <= t)
        return;
    key_t32 a = key[t];
    key_t32 b = key[other];
    bool wrong = ascending ? a > b : a < b;
    if (wrong)
    {
        key[t] = b;
        key[other] = a;
    }
}

__device__ void bitonic(key_t32 *key, int t)
{
    for (int run = 2; run <= SLOTS; run <<= 1)
    {
        bool ascending = (t & run) == 0;
        for (int distance = run >> 1; distance > 0; distance >>= 1)
        {
            exchange(key, t, distance, ascending);
            __syncthreads();
        }
    }
}

// ---- counting -----------------------------------------------------------

// How many slots hold a value; the same answer in all threads.
__device__ int count_kept(const key_t32 *key, int t)
{
    return __syncthreads_count(key[t] != MISSING);
}

// ---- the median ---------------------------------------------------------

__device__ float middle(const key_t32 *key, int kept)
{
    int upper = kept / 2;
    float hi = decode(key[upper]);
    if (kept & 1)
        return hi;
    float lo = decode(key[upper - 1]);
    return 0.5f * lo + 0.5f * hi;
}

__global__ void medians(const float *value, const int *missing, const int *offset, float *median, int *kept)
{
    __shared__ key_t32 key[SLOTS];

    int t = threadIdx.x;
    Segment g = segment_at(offset, blockIdx.x);

    key[t] = key_at(value, missing, g, t);
    __syncthreads();

    int count = count_kept(key, t);
    bitonic(key, t);

    if (t != 0)
        return;
    kept[blockIdx.x] = count;
    median[blockIdx.x] = count > 0 ? middle(key, count) : 0.0f;
}

// ---- not part of the case: the spread about the median --------------------

__global__ void deviations(const float *value, const int *offset, const float *median, float *out)
{
    Segment g = segment_at(offset, blockIdx.x);
    for (int i = threadIdx.x; i < g.size(); i += blockDim.x)
        out[g.begin + i] = fabsf(value[g.begin + i] - median[blockIdx.x]);
}

__global__ void segment_means(const float *value, const int *offset, double *mean)
{
    Segment g = segment_at(offset, blockIdx.x);
    double s = 0.0;
    for (int i = threadIdx.x; i < g.size(); i += 32)
        s += (double)value[g.begin + i];
    for (int o = 16; o > 0; o >>= 1)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x == 0)
        mean[blockIdx.x] = g.size() > 0 ? s / g.size() : 0.0;
}
