// fpcheck: radix_sort_block <<<1, 256>>> x=@a_radix_float_block_x.npy sorted=empty:256 origin=empty:256 n=256 --ref sorted=@a_radix_float_block_sorted.npy --tol bitwise
// fpcheck+ quantiles <<<1, 32>>> levels=[0.05,0.25,0.5,0.75,0.95] q=empty:5 n=256 count=5
// expect: error race at line 51
// why: the scan reads its neighbour and writes its own element of the same array with no barrier between: a warp may read what another has already updated
// figure: computed undefined (depends on warp order), MPFR the sorted values
// Least-significant-digit radix sort of up to 256 floats in one block, two bits a pass, with the original positions.
// Keys are the floats' bits, flipped so that they order as unsigned integers.

#define THREADS 256
#define DIGIT_BITS 2
#define DIGITS (1 << DIGIT_BITS)

static_assert(32 % DIGIT_BITS == 0, "passes cover the key");
static_assert(THREADS % 32 == 0, "whole warps");

__device__ __forceinline__ unsigned float_to_key(float f)
{
    const unsigned u = __float_as_uint(f);
    const unsigned mask = (unsigned)((int)u >> 31) | 0x80000000u;
    return u ^ mask;
}

__device__ __forceinline__ float key_to_float(unsigned k)
{
    const unsigned mask = ((k >> 31) - 1u) | 0x80000000u;
    return __uint_as_float(k ^ mask);
}

__device__ __forceinline__ unsigned digit_of(unsigned key, int shift)
{
    return (key >> shift) & (DIGITS - 1);
}

struct sort_storage {
    unsigned key[THREADS];
    int value[THREADS];
    int scan[THREADS];
    int total;
};

// Inclusive sum over the block (Hillis and Steele).
__device__ int block_scan(sort_storage &s, int mine)
{
    const int t = threadIdx.x;
    s.scan[t] = mine;
    __syncthreads();
    for (int offset = 1; offset < THREADS; offset <<= 1) {
        int add = 0;
        if (t >= offset)
            add = s.scan[t - offset];
        s.scan[t] += add;
        __syncthreads();
    }
    const int result = s.scan[t];
    if (t == THREADS - 1)
        s.total = result;
    __syncthreads();
    return result;
}

// Where the element of this thread goes when the block is split by one digit, stably.
__device__ int rank_by_digit(sort_storage &s, unsigned digit)
{
    int before = 0;
    int rank = 0;
    for (unsigned d = 0; d < DIGITS; d++) {
        const int has = digit == d ? 1 : 0;
        const int inclusive = block_scan(s, has);
        if (has)
            rank = before + inclusive - 1;
        before += s.total;
        __syncthreads();
    }
    return rank;
}

__device__ void scatter(sort_storage &s, int rank, unsigned key, int value)
{
    s.key[rank] = key;
    s.value[rank] = value;
    __syncthreads();
}

__device__ void load_tile(const float *__restrict__ x, int n, unsigned &key, int &value)
{
    const int t = threadIdx.x;
    // missing elements sort behind everything
    key = t < n ? float_to_key(x[t]) : 0xffffffffu;
    value = t;
}

__device__ void store_tile(float *sorted, int *origin, int n, unsigned key, int value)
{
    const int t = threadIdx.x;
    if (t < n) {
        sorted[t] = key_to_float(key);
        origin[t] = value;
    }
}

__device__ void sort_tile(sort_storage &s, unsigned &key, int &value)
{
    // from the least significant digit; each pass keeps the order of the one before
    for (int shift = 0; shift < 32; shift += DIGIT_BITS) {
        const unsigned digit = digit_of(key, shift);
        const int rank = rank_by_digit(s, digit);
        scatter(s, rank, key, value);
        key = s.key[threadIdx.x];
        value = s.value[threadIdx.x];
        __syncthreads();
    }
}

__global__ void radix_sort_block(const float *__restrict__ x, float *sorted, int *origin, int n)
{
    __shared__ sort_storage storage;
    unsigned key;
    int value;
    load_tile(x, n, key, value);
    sort_tile(storage, key, value);
    store_tile(sorted, origin, n, key, value);
}

// Quantiles of the sorted sample, linear between the order statistics (type 7 of Hyndman and Fan).
__device__ float quantile(const float *__restrict__ sorted, int n, float level)
{
    const float position = level * (float)(n - 1);
    int low = (int)floorf(position);
    low = max(0, min(low, n - 1));
    const int high = min(low + 1, n - 1);
    const float part = position - (float)low;
    return fmaf(part, sorted[high] - sorted[low], sorted[low]);
}

__global__ void quantiles(const float *__restrict__ sorted, const float *__restrict__ levels, float *q, int n, int count)
{
    const int i = threadIdx.x;
    if (i < count)
        q[i] = quantile(sorted, n, levels[i]);
}

// Host side: sorts a sample that fits a block and takes its quantiles.
bool sample_quantiles(const float *x, int n, float *sorted, int *origin, const float *levels, float *q, int count)
{
    if (n > THREADS || count > 32)
        return false;
    radix_sort_block<<<1, THREADS>>>(x, sorted, origin, n);
    quantiles<<<1, 32>>>(sorted, levels, q, n, count);
    return cudaGetLastError() == cudaSuccess;
}
