// fpcheck: clear_groups <<<1, 32>>> low=empty:6:u32 high=empty:6:u32 count=empty:6:u32 square_low=empty:6:u32 square_high=empty:6:u32 groups=6
// fpcheck+ aggregate <<<3, 64>>> key=@a_groupby_carry_sum_key.npy cents=@a_groupby_carry_sum_cents.npy rows=180 groups=6
// fpcheck+ finish <<<1, 32>>> avg=empty:6:f64 deviation=empty:6:f64 groups=6 --ref deviation=@a_groupby_carry_sum_dev.npy --tol rtol=1e-9,atol=0
// expect: ok
// why: 64-bit sums are kept as two 32-bit words by separate atomics; every wrap of the low word is seen by exactly one addition, which carries it, so the pair is right whatever the order
// figure: deviation[3] computed 3010553.3, MPFR 3010553.3
//
// SELECT bucket, AVG(cents), STDDEV_POP(cents) FROM ledger GROUP BY bucket, amounts of either sign.
// A block adds into shared memory first, where 64-bit atomics are slow, then its groups go to global memory.

#define MAX_GROUPS 64

struct Wide {
    unsigned *low;
    unsigned *high;
};

// Adds v modulo 2^64. The two words may be inconsistent for others in between: nobody reads before a barrier.
__device__ __forceinline__ void add_wide(Wide to, int g, long long v)
{
    unsigned v_low = (unsigned)(unsigned long long)v;
    unsigned v_high = (unsigned)((unsigned long long)v >> 32);
    unsigned before = atomicAdd(&to.low[g], v_low);
    unsigned carry = before + v_low < before ? 1u : 0u;
    if (v_high + carry != 0u)
        atomicAdd(&to.high[g], v_high + carry);
}

__device__ __forceinline__ long long read_wide(const unsigned *low, const unsigned *high, int g)
{
    return (long long)(((unsigned long long)high[g] << 32) | low[g]);
}

__global__ void clear_groups(unsigned *low, unsigned *high, unsigned *count, unsigned *square_low,
                             unsigned *square_high, int groups)
{
    int g = threadIdx.x;
    if (g >= groups)
        return;
    low[g] = 0u;
    high[g] = 0u;
    count[g] = 0u;
    square_low[g] = 0u;
    square_high[g] = 0u;
}

struct Shared {
    unsigned low[MAX_GROUPS], high[MAX_GROUPS];
    unsigned square_low[MAX_GROUPS], square_high[MAX_GROUPS];
    unsigned count[MAX_GROUPS];
};

__device__ void clear_shared(Shared &s, int groups)
{
    for (int g = threadIdx.x; g < groups; g += blockDim.x) {
        s.low[g] = 0u;
        s.high[g] = 0u;
        s.square_low[g] = 0u;
        s.square_high[g] = 0u;
        s.count[g] = 0u;
    }
    __syncthreads();
}

__device__ void flush_shared(const Shared &s, unsigned *low, unsigned *high, unsigned *count, unsigned *square_low,
                             unsigned *square_high, int groups)
{
    __syncthreads();
    for (int g = threadIdx.x; g < groups; g += blockDim.x) {
        if (s.count[g] == 0u)
            continue;
        add_wide(Wide{low, high}, g, read_wide(s.low, s.high, g));
        add_wide(Wide{square_low, square_high}, g, read_wide(s.square_low, s.square_high, g));
        atomicAdd(&count[g], s.count[g]);
    }
}

__global__ void aggregate(const int *key, const int *cents, unsigned *low, unsigned *high, unsigned *count,
                          unsigned *square_low, unsigned *square_high, int rows, int groups)
{
    __shared__ Shared s;
    clear_shared(s, groups);

    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        int g = key[row];
        long long v = cents[row];
        add_wide(Wide{s.low, s.high}, g, v);
        add_wide(Wide{s.square_low, s.square_high}, g, v * v);
        atomicAdd(&s.count[g], 1u);
    }

    flush_shared(s, low, high, count, square_low, square_high, groups);
}

// n * sum(x^2) - sum(x)^2 in 128 bits: nothing is rounded before the last step.
__device__ double spread(unsigned long long n, long long sum, unsigned long long squares)
{
    unsigned long long magnitude = sum < 0 ? 0ull - (unsigned long long)sum : (unsigned long long)sum;
    unsigned long long left_low = n * squares;
    unsigned long long left_high = __umul64hi(n, squares);
    unsigned long long right_low = magnitude * magnitude;
    unsigned long long right_high = __umul64hi(magnitude, magnitude);
    unsigned long long low = left_low - right_low;
    unsigned long long high = left_high - right_high - (left_low < right_low ? 1ull : 0ull);
    return (double)high * 18446744073709551616.0 + (double)low;
}

__global__ void finish(const unsigned *low, const unsigned *high, const unsigned *count, const unsigned *square_low,
                       const unsigned *square_high, double *avg, double *deviation, int groups)
{
    int g = threadIdx.x;
    if (g >= groups)
        return;
    unsigned n = count[g];
    if (n == 0u) {
        avg[g] = 0.0;
        deviation[g] = 0.0;
        return;
    }
    long long sum = read_wide(low, high, g);
    unsigned long long squares = (unsigned long long)read_wide(square_low, square_high, g);
    avg[g] = (double)sum / (double)n;
    deviation[g] = sqrt(spread(n, sum, squares)) / (double)n;
}

// Host side.
void group_by_bucket(const int *key, const int *cents, unsigned *table, double *avg, double *deviation, int rows,
                     int groups, cudaStream_t stream)
{
    if (groups > MAX_GROUPS)
        return;
    unsigned *low = table, *high = table + groups, *count = table + 2 * groups;
    unsigned *square_low = table + 3 * groups, *square_high = table + 4 * groups;
    clear_groups<<<1, MAX_GROUPS, 0, stream>>>(low, high, count, square_low, square_high, groups);
    aggregate<<<(rows + 63) / 64, 64, 0, stream>>>(key, cents, low, high, count, square_low, square_high, rows, groups);
    finish<<<1, MAX_GROUPS, 0, stream>>>(low, high, count, square_low, square_high, avg, deviation, groups);
}

// Bytes of the table for so many groups.
size_t table_bytes(int groups)
{
    return 5 * (size_t)groups * sizeof(unsigned);
}

// A sum of n amounts stays below 2^63, and so does a sum of squares, while n * max^2 does.
bool fits(long long n, long long greatest)
{
    return greatest < (1ll << 31) && n <= (1ll << 62) / (greatest * greatest + 1);
}
