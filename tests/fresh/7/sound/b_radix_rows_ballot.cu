// fpcheck: sort_rows <<<1, 64>>> key=[53664,32285,51307,19881,1939,17600,62943,64563,45770,14410,33186,2097,11786,56013,45368,11195,55275,55270,12912,47398,12977,5190,13453,6792,54309,29681,30768,48688,37341,7602,27106,11704,48046,50609,38521,21273,20955,52824,28866,7527,12713,61747,52118,1015,46155,9875,52058,4860,3054,44338] sorted=empty:50 row=empty:50 distinct=empty:1 n=50 want=[1015,1939,2097,3054,4860,5190,6792,7527,7602,9875,11195,11704,11786,12713,12912,12977,13453,14410,17600,19881,20955,21273,27106,28866,29681,30768,32285,33186,37341,38521,44338,45368,45770,46155,47398,48046,48688,50609,51307,52058,52118,52824,53664,54309,55270,55275,56013,61747,62943,64563] ref=sorted=want --tol bitwise
// expect: ok
// why: counts are written by one lane per digit without an atomic and cleared only for 32 threads: there are just 32 counts, one writer per warp and digit, and barriers separate clearing, counting, placing and scattering (the clearing of the next pass touches counts only, which nobody reads after the second barrier)
// figure: computed exact, tolerance 0
// Stable LSD radix sort of one block of rows by a 16 bit key, four digits of four bits, with the row numbers
// as payload; then the number of distinct keys. Two warps, two buffers.

#define THREADS 64
#define WARPS 2
#define DIGIT_BITS 4
#define DIGITS 16
#define PASSES 4
#define FULL 0xffffffffu

struct Row {
    unsigned int key;
    int number;
};

struct Buffers {
    unsigned int key[2][THREADS];
    int number[2][THREADS];
    int count[WARPS][DIGITS]; // rows of a warp with a digit
    int start[WARPS][DIGITS]; // where those rows go
};

// ---------------------------------------------------------------- digits

__device__ inline unsigned int digit_of(unsigned int key, int pass)
{
    return (key >> (pass * DIGIT_BITS)) & (DIGITS - 1u);
}

__device__ inline unsigned int lanes_before(int lane)
{
    return (1u << lane) - 1u;
}

// Lanes of the warp that have the same digit as this one.
__device__ unsigned int same_digit(unsigned int digit)
{
    unsigned int same = FULL;
    for (int b = 0; b < DIGIT_BITS; b++) {
        bool one = (digit >> b) & 1u;
        unsigned int ones = __ballot_sync(FULL, one);
        same &= one ? ones : ~ones;
    }
    return same;
}

// ---------------------------------------------------------------- counting

__device__ void clear_counts(Buffers &s)
{
    int t = threadIdx.x;
    if (t < WARPS * DIGITS)
        s.count[t / DIGITS][t % DIGITS] = 0;
}

// The first lane of each digit counts for all of them.
__device__ void count_digits(Buffers &s, int warp, int lane, unsigned int digit, unsigned int same)
{
    if ((same & lanes_before(lane)) == 0u)
        s.count[warp][digit] = __popc(same);
}

// Exclusive sums over digits first, warps second: one thread a digit, then one warp.
__device__ void place_digits(Buffers &s)
{
    int t = threadIdx.x;
    if (t < 32) {
        int total = 0;
        if (t < DIGITS)
            for (int w = 0; w < WARPS; w++)
                total += s.count[w][t];
        int sum = total;
        for (int d = 1; d < DIGITS; d <<= 1) {
            int left = __shfl_up_sync(FULL, sum, d);
            if (t >= d)
                sum += left;
        }
        int from = sum - total;
        if (t < DIGITS)
            for (int w = 0; w < WARPS; w++) {
                s.start[w][t] = from;
                from += s.count[w][t];
            }
    }
}

// ---------------------------------------------------------------- rows

__device__ Row take(const Buffers &s, int buffer)
{
    Row r;
    r.key = s.key[buffer][threadIdx.x];
    r.number = s.number[buffer][threadIdx.x];
    return r;
}

__device__ void put(Buffers &s, int buffer, int place, Row r)
{
    s.key[buffer][place] = r.key;
    s.number[buffer][place] = r.number;
}

// ---------------------------------------------------------------- one pass

__device__ void sort_pass(Buffers &s, int pass)
{
    int warp = threadIdx.x >> 5;
    int lane = threadIdx.x & 31;
    int from = pass & 1;

    clear_counts(s);
    __syncthreads();

    Row r = take(s, from);
    unsigned int digit = digit_of(r.key, pass);
    unsigned int same = same_digit(digit);
    count_digits(s, warp, lane, digit, same);
    __syncthreads();

    place_digits(s);
    __syncthreads();

    int place = s.start[warp][digit] + __popc(same & lanes_before(lane));
    put(s, from ^ 1, place, r);
}

// ---------------------------------------------------------------- kernel

__global__ void sort_rows(const int *key, int *sorted, int *row, int *distinct, int n)
{
    __shared__ Buffers s;
    int t = threadIdx.x;

    Row mine;
    mine.key = t < n ? (unsigned int)key[t] : 0xffffu; // padding goes behind, being last and the sort stable
    mine.number = t;
    put(s, 0, t, mine);

    for (int pass = 0; pass < PASSES; pass++)
        sort_pass(s, pass);
    __syncthreads();

    Row r = take(s, PASSES & 1);
    if (t < n) {
        sorted[t] = (int)r.key;
        row[t] = r.number;
    }
    bool first = t < n && (t == 0 || s.key[PASSES & 1][t - 1] != r.key);
    int total = __syncthreads_count(first);
    if (t == 0)
        *distinct = total;
}
