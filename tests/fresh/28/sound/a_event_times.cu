// fpcheck: sort_events <<<1, 128>>> time=@a_event_times_t.npy sorted=empty:128 order=empty:128 gap=empty:128 shown=empty:1 n=120 --ref sorted=@a_event_times_want.npy --tol bitwise
// expect: ok
// why: doubles are sorted by their bits; negative ones are turned over as a whole, positive ones get the sign bit, and the padding sorts above everything
// figure: sorted[0] computed -4.9455366, exact -4.9455366
// Radix sort of event times in seconds before and after a trigger, binary64, eight bits of digit in two half passes of four, stable.
#define THREADS 128
#define WARPS (THREADS / 32)
#define DIGITS 16
typedef unsigned long long u64;

struct Sorter {
    u64 key[THREADS];
    int index[THREADS];
    int count[WARPS][DIGITS];
    int base[DIGITS];
};

__device__ u64 to_key(double v)
{
    u64 bits = (u64)__double_as_longlong(v);
    u64 top = 0x8000000000000000ull;
    return bits & top ? ~bits : bits | top;
}

__device__ double from_key(u64 key)
{
    u64 top = 0x8000000000000000ull;
    u64 bits = key & top ? key ^ top : ~key;
    return __longlong_as_double((long long)bits);
}

__device__ u64 padding()
{
    return ~0ull;
}

__device__ unsigned lanes_below()
{
    return (1u << (threadIdx.x & 31)) - 1u;
}

__device__ unsigned peers_of(unsigned digit)
{
    unsigned peers = 0xffffffffu;
    for (int b = 0; b < 4; b++) {
        bool set = (digit >> b) & 1u;
        unsigned votes = __ballot_sync(0xffffffffu, set);
        peers &= set ? votes : ~votes;
    }
    return peers;
}

__device__ void clear_counts(Sorter &s)
{
    for (int i = threadIdx.x; i < WARPS * DIGITS; i += THREADS)
        s.count[i / DIGITS][i % DIGITS] = 0;
}

__device__ int scan_column(Sorter &s, int digit)
{
    int running = 0;
    for (int w = 0; w < WARPS; w++) {
        int c = s.count[w][digit];
        s.count[w][digit] = running;
        running += c;
    }
    return running;
}

__device__ void scan_digits(Sorter &s)
{
    if (threadIdx.x >= 32)
        return;
    int lane = threadIdx.x;
    int total = lane < DIGITS ? scan_column(s, lane) : 0;
    int inclusive = total;
    for (int o = 1; o < DIGITS; o <<= 1) {
        int below = __shfl_up_sync(0xffffffffu, inclusive, o);
        if (lane >= o)
            inclusive += below;
    }
    if (lane < DIGITS)
        s.base[lane] = inclusive - total;
}

// One digit of four bits: ranks within the warp by ballots, then offsets of warps and digits,
// then every key to its place. Keys of equal digit keep their order.
__device__ void half_pass(Sorter &s, int shift)
{
    int t = threadIdx.x;
    int warp = t >> 5;
    u64 key = s.key[t];
    int index = s.index[t];
    unsigned digit = (unsigned)(key >> shift) & (DIGITS - 1);

    clear_counts(s);
    __syncthreads();
    unsigned peers = peers_of(digit);
    int rank = __popc(peers & lanes_below());
    if (rank == 0)
        s.count[warp][digit] = __popc(peers);
    __syncthreads();
    scan_digits(s);
    __syncthreads();

    int place = s.base[digit] + s.count[warp][digit] + rank;
    s.key[place] = key;
    s.index[place] = index;
    __syncthreads();
}

__device__ void full_pass(Sorter &s, int shift)
{
    half_pass(s, shift);
    half_pass(s, shift + 4);
}

// Time since the event before; the first has none.
__device__ double gap_before(const Sorter &s, int t)
{
    if (t == 0)
        return 0.0;
    return from_key(s.key[t]) - from_key(s.key[t - 1]);
}

// Events at or after the trigger.
__device__ int after_trigger(const Sorter &s, int t, int n)
{
    bool after = t < n && from_key(s.key[t]) >= 0.0;
    return __syncthreads_count(after);
}

__global__ void sort_events(const double *time, double *sorted, int *order, double *gap, int *shown, int n)
{
    __shared__ Sorter s;
    int t = threadIdx.x;
    s.key[t] = t < n ? to_key(time[t]) : padding();
    s.index[t] = t;
    __syncthreads();

    for (int shift = 0; shift < 64; shift += 8)
        full_pass(s, shift);

    sorted[t] = t < n ? from_key(s.key[t]) : 0.0;
    order[t] = t < n ? s.index[t] : -1;
    gap[t] = t < n ? gap_before(s, t) : 0.0;
    int after = after_trigger(s, t, n);
    if (t == 0)
        *shown = after;
}
