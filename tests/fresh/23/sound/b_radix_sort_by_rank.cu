// fpcheck: sort_floats<<<1, 64>>> x=[19.104,-29.612,1.484,26.462,-48.008,0.0,31.459,44.738,17.894,-9.678,40.7,25.316,30.568,-37.874,-0.963,21.031,-38.699,-44.176,30.167,42.085,-23.202,29.898,42.625,5.587,16.347,15.717,-19.931,17.126,5.365,9.412,-29.871,10.666,15.601,-4.599,44.04,-40.183,6.377,-48.162,-38.58,23.695,24.722,-47.928,-20.42,24.904,-18.873,3.973,-40.659,34.931,0.875,8.116,-38.801,-37.405,-15.061,-18.227,-31.738,46.626,-39.613,9.738,-30.509,-11.599] y=empty:60 order=empty:60 n=60 want=[-48.162,-48.008,-47.928,-44.176,-40.659,-40.183,-39.613,-38.801,-38.699,-38.58,-37.874,-37.405,-31.738,-30.509,-29.871,-29.612,-23.202,-20.42,-19.931,-18.873,-18.227,-15.061,-11.599,-9.678,-4.599,-0.963,0.0,0.875,1.484,3.973,5.365,5.587,6.377,8.116,9.412,9.738,10.666,15.601,15.717,16.347,17.126,17.894,19.104,21.031,23.695,24.722,24.904,25.316,26.462,29.898,30.167,30.568,31.459,34.931,40.7,42.085,42.625,44.04,44.738,46.626] --ref 'y=want' --tol bitwise
// expect: ok
// why: integer keys made of float bits: all bits of a negative number are inverted, the sign of the others; digits, scans and places are exact
// figure: computed y[0] = -48.162, MPFR -48.162; exact
// A least significant digit radix sort of one block: 8 passes of 4 bits, ranks by one thread's column of counters and a scan.
// It is stable; with the keys travels the index they came from, so that other columns of a table can follow (order[]).
constexpr int THREADS = 64;
constexpr int DIGIT_BITS = 4;
constexpr int DIGITS = 1 << DIGIT_BITS;
constexpr unsigned PAD = 0xffffffffu;

struct Item {
    unsigned key;
    int from;
};

struct Shared {
    Item items[2][THREADS];
    unsigned counts[DIGITS][THREADS];
    unsigned digit_start[DIGITS];
};

// Order-preserving bits of a float, as an unsigned number.
__device__ unsigned to_key(float f)
{
    unsigned u = __float_as_uint(f);
    return u & 0x80000000u ? ~u : u | 0x80000000u;
}

__device__ float from_key(unsigned k)
{
    return __uint_as_float(k & 0x80000000u ? k ^ 0x80000000u : ~k);
}

__device__ unsigned digit_of(unsigned key, int pass)
{
    return (key >> (pass * DIGIT_BITS)) & (DIGITS - 1);
}

// Inclusive scan over a warp.
__device__ unsigned warp_scan(unsigned v)
{
    int lane = threadIdx.x & 31;
    for (int o = 1; o < 32; o <<= 1) {
        unsigned w = __shfl_up_sync(0xffffffffu, v, o);
        if (lane >= o)
            v += w;
    }
    return v;
}

// Exclusive scan over the block; *total is the sum of all.
__device__ unsigned block_scan(unsigned v, unsigned *total)
{
    __shared__ unsigned sums[THREADS / 32];
    int t = threadIdx.x;
    unsigned inclusive = warp_scan(v);
    if ((t & 31) == 31)
        sums[t >> 5] = inclusive;
    __syncthreads();
    unsigned before = 0;
    unsigned all = 0;
    for (int w = 0; w < THREADS / 32; w++) {
        if (w < (t >> 5))
            before += sums[w];
        all += sums[w];
    }
    __syncthreads();
    *total = all;
    return before + inclusive - v;
}

// How many threads before this one hold the same digit, and how many hold it in all.
__device__ void count_digits(Shared &s, unsigned digit)
{
    int t = threadIdx.x;
    for (int d = 0; d < DIGITS; d++)
        s.counts[d][t] = d == (int)digit;
    __syncthreads();
    for (int d = 0; d < DIGITS; d++) {
        unsigned total;
        unsigned rank = block_scan(s.counts[d][t], &total);
        s.counts[d][t] = rank;
        if (t == 0)
            s.digit_start[d] = total;
        __syncthreads();
    }
}

// From totals to starts, by one warp.
__device__ void starts(Shared &s)
{
    int t = threadIdx.x;
    if (t < 32) {
        unsigned v = t < DIGITS ? s.digit_start[t] : 0;
        unsigned inclusive = warp_scan(v);
        if (t < DIGITS)
            s.digit_start[t] = inclusive - v;
    }
    __syncthreads();
}

__device__ void one_pass(Shared &s, int pass)
{
    int t = threadIdx.x;
    int from = pass & 1;
    Item item = s.items[from][t];
    unsigned digit = digit_of(item.key, pass);
    count_digits(s, digit);
    starts(s);
    unsigned place = s.digit_start[digit] + s.counts[digit][t];
    s.items[from ^ 1][place] = item;
    __syncthreads();
}

// Whether the pass would change nothing, because all keys have the same digit: then only copies are made.
__device__ bool same_digit(const Shared &s, int pass)
{
    int from = pass & 1;
    unsigned mine = digit_of(s.items[from][threadIdx.x].key, pass);
    unsigned first = digit_of(s.items[from][0].key, pass);
    return __syncthreads_and(mine == first);
}

__device__ void copy_pass(Shared &s, int pass)
{
    int t = threadIdx.x;
    int from = pass & 1;
    s.items[from ^ 1][t] = s.items[from][t];
    __syncthreads();
}

// Rows without a number go to the end.
__device__ Item load(const float *x, int i, int n)
{
    Item item;
    item.from = i;
    item.key = PAD;
    if (i < n)
        item.key = to_key(x[i]);
    return item;
}

__device__ void store(const Item &item, float *y, int *order, int i, int n)
{
    if (i >= n)
        return;
    y[i] = from_key(item.key);
    order[i] = item.from;
}

__global__ void sort_floats(const float *x, float *y, int *order, int n)
{
    __shared__ Shared s;
    int t = threadIdx.x;
    s.items[0][t] = load(x, t, n);
    __syncthreads();
    for (int pass = 0; pass < 32 / DIGIT_BITS; pass++)
        if (same_digit(s, pass))
            copy_pass(s, pass);
        else
            one_pass(s, pass);
    // an even number of passes: the result is where it began
    store(s.items[0][t], y, order, t, n);
}
