// fpcheck: sort_scores <<<2, 128>>> score=randn:2x128 document=empty:2x128:i32 sorted=empty:2x128 n=128
// fpcheck+ rank_gaps <<<2, 128>>> ranked=sorted gap=empty:2x128 n=128
// expect: ok
// why: counters of all warps are cleared by two of them; a barrier follows before the first count; float keys by flipped bits, complemented for the best first: exact and stable.
// figure: sorted and document exact; gaps one rounding each
#define THREADS 128
#define WARPS (THREADS / 32)
#define BITS 4
#define DIGITS (1 << BITS)

// Sorts the scores of a query by an LSD radix sort: one block a query, one document a thread, highest score first.

struct Record {
    unsigned key;
    int id;
};

// Order-preserving map of a float to an unsigned integer.
__device__ __forceinline__ unsigned to_key(float f)
{
    unsigned u = __float_as_uint(f);
    unsigned flip = (u & 0x80000000u) ? 0xffffffffu : 0x80000000u;
    return u ^ flip;
}

__device__ __forceinline__ float from_key(unsigned k)
{
    unsigned flip = (k & 0x80000000u) ? 0x80000000u : 0xffffffffu;
    return __uint_as_float(k ^ flip);
}

__device__ __forceinline__ unsigned lanes_below()
{
    return (1u << (threadIdx.x & 31)) - 1u;
}

// All lanes of the warp that hold the same digit.
__device__ unsigned peers_of(unsigned digit)
{
    unsigned peers = 0xffffffffu;
#pragma unroll
    for (int b = 0; b < BITS; b++) {
        bool set = (digit >> b) & 1u;
        unsigned votes = __ballot_sync(0xffffffffu, set);
        peers &= set ? votes : ~votes;
    }
    return peers;
}

// What a block shares: counters of digits by warp, where each of them starts, and the records in transit.
// A record is moved eight times, a digit at a time.
struct SortStorage {
    unsigned count[WARPS][DIGITS];
    unsigned base[WARPS][DIGITS];
    unsigned digit_total[DIGITS];
    Record records[THREADS];
};

__device__ void clear_counts(SortStorage &s)
{
    unsigned *flat = &s.count[0][0];
    if (threadIdx.x < WARPS * DIGITS)
        flat[threadIdx.x] = 0;
}

// Exclusive prefix over digits first, then over warps within a digit.
__device__ void scan_counts(SortStorage &s)
{
    const int tid = threadIdx.x;
    if (tid < DIGITS) {
        unsigned total = 0;
        for (int w = 0; w < WARPS; w++)
            total += s.count[w][tid];
        s.digit_total[tid] = total;
    }
    __syncthreads();
    if (tid < DIGITS) {
        unsigned start = 0;
        for (int d = 0; d < tid; d++)
            start += s.digit_total[d];
        for (int w = 0; w < WARPS; w++) {
            s.base[w][tid] = start;
            start += s.count[w][tid];
        }
    }
    __syncthreads();
}

__device__ Record sort_pass(SortStorage &s, Record mine, int shift)
{
    const int warp = threadIdx.x >> 5;
    const unsigned digit = (mine.key >> shift) & (DIGITS - 1);

    clear_counts(s);
    __syncthreads();

    const unsigned peers = peers_of(digit);
    const unsigned rank = __popc(peers & lanes_below());
    if (rank == 0)
        s.count[warp][digit] = __popc(peers);
    __syncthreads();

    scan_counts(s);

    const unsigned where = s.base[warp][digit] + rank;
    if (where < THREADS)
        s.records[where] = mine;
    __syncthreads();
    Record next = s.records[threadIdx.x];
    __syncthreads();
    return next;
}

__global__ void __launch_bounds__(THREADS) sort_scores(const float *__restrict__ score, int *__restrict__ document,
                                                       float *__restrict__ sorted, int n)
{
    __shared__ SortStorage storage;
    const int query = blockIdx.x;
    const int tid = threadIdx.x;

    Record mine;
    if (tid < n) {
        // complemented, so that ascending keys are descending scores
        mine.key = ~to_key(score[query * n + tid]);
        mine.id = tid;
    } else {
        mine.key = 0xffffffffu;
        mine.id = -1;
    }

#pragma unroll 1
    for (int shift = 0; shift < 32; shift += BITS)
        mine = sort_pass(storage, mine, shift);

    if (tid < n) {
        document[query * n + tid] = mine.id;
        sorted[query * n + tid] = from_key(~mine.key);
    }
}

// Distance of each score to the next better one; the first has none.
__global__ void rank_gaps(const float *__restrict__ ranked, float *__restrict__ gap, int n)
{
    const int query = blockIdx.x;
    const int tid = threadIdx.x;
    if (tid >= n)
        return;
    const float here = ranked[query * n + tid];
    const float better = tid > 0 ? ranked[query * n + tid - 1] : here;
    gap[query * n + tid] = better - here;
}
