// fpcheck: sort <<<1, 64>>> x=[-0.25274,-1,0.01522,0.9905,-1.6415,0.81647,-1.2089,0.39328,0.70624,-14624,0,1.4328,0.76694,-0.10911,-0.46711,1.5289,2788.2,-0.081001,1.0097,0.58549,-0.47917,-0.82152,-589.69,-0.83987,-1.0231,0.36812,3619,6057.8,-0.58904,0.68688,-0.79225,-13512,-11885,1.2532,-0.55831,0.55022,-0.7359,1e-30,0.49593,-2.5e+20,-0.40821,0.098643,1.6797,-0.45974,3263.8,0.48745,0.33408,-0.22881,0.0060286,-0.026613,0.28762,1.6321,0.36285,11000,0.5338,1.1063,-0.9556,-11025,1.7466,0.2481,-1,0.4583,-0.93521,-1e-30] y=empty:64 order=empty:64:i32 distinct=empty:1:i32 --ref 'y=@a_radix.npy' --tol bitwise
// expect: error sign bit trick at line 23
// why: only the sign is flipped; the bits of negative numbers grow with their magnitude, so they come out in reverse
// figure: y[0]: computed -1e-30, MPFR -2.50000005e+20
// Radix sort of 64 floats in one block: eight passes of four bits, stable, all in shared memory.
#define COUNT 64
#define DIGIT_BITS 4
#define DIGITS 16
#define PASSES (32 / DIGIT_BITS)

struct Storage
{
    unsigned key[2][COUNT];
    unsigned char from[2][COUNT]; // where each key was at first
    unsigned ballot[DIGITS][COUNT / 32];
    int start[DIGITS];
};

// Keys that sort as unsigned numbers.
__device__ unsigned encode(float x)
{
    unsigned u = __float_as_uint(x);
    return u ^ 0x80000000u;
}

__device__ float decode(unsigned k)
{
    return __uint_as_float(k ^ 0x80000000u);
}

__device__ int digit_of(unsigned key, int pass)
{
    return (int)(key >> (pass * DIGIT_BITS) & (DIGITS - 1));
}

__device__ unsigned lanes_below(int lane)
{
    return (1u << lane) - 1u;
}

// Which lanes of each warp have which digit.
__device__ void vote(Storage &s, int digit, int warp, int lane)
{
    for (int d = 0; d < DIGITS; d++) {
        unsigned b = __ballot_sync(0xffffffffu, digit == d);
        if (lane == 0)
            s.ballot[d][warp] = b;
    }
}

__device__ int population(const Storage &s, int digit)
{
    int sum = 0;
#pragma unroll
    for (int w = 0; w < COUNT / 32; w++)
        sum += __popc(s.ballot[digit][w]);
    return sum;
}

// Exclusive scan of the populations by the first half warp.
__device__ void scan(Storage &s, int t)
{
    if (t >= 32)
        return;
    int own = t < DIGITS ? population(s, t) : 0;
    int sum = own;
#pragma unroll
    for (int d = 1; d < DIGITS; d <<= 1) {
        int below = __shfl_up_sync(0xffffffffu, sum, d);
        if (t >= d)
            sum += below;
    }
    if (t < DIGITS)
        s.start[t] = sum - own;
}

// How many keys of the same digit come before this one.
__device__ int rank_among_equals(const Storage &s, int digit, int warp, int lane)
{
    int before = 0;
    for (int w = 0; w < warp; w++)
        before += __popc(s.ballot[digit][w]);
    return before + __popc(s.ballot[digit][warp] & lanes_below(lane));
}

// The buffer that a pass writes.
__device__ int other(int buffer)
{
    return buffer ^ 1;
}

__device__ void pass_once(Storage &s, int pass, int t)
{
    const int warp = t / 32;
    const int lane = t % 32;
    const int from = pass & 1;

    unsigned key = s.key[from][t];
    unsigned char origin = s.from[from][t];
    int digit = digit_of(key, pass);
    vote(s, digit, warp, lane);
    __syncthreads();

    scan(s, t);
    __syncthreads();

    int place = s.start[digit] + rank_among_equals(s, digit, warp, lane);
    s.key[other(from)][place] = key;
    s.from[other(from)][place] = origin;
    __syncthreads();
}

// A NaN would sort above infinity or below minus infinity; callers have none.
__device__ unsigned fetch(const float *x, int t)
{
    return encode(x[t]);
}

__device__ void emit(float *y, unsigned key, int t)
{
    y[t] = decode(key);
}

// Runs of equal keys in the sorted order: one begins wherever a key differs from the one before.
__device__ bool begins_run(const Storage &s, int buffer, int t)
{
    if (t == 0)
        return true;
    return s.key[buffer][t] != s.key[buffer][t - 1];
}

__global__ void sort(const float *x, float *y, int *order, int *distinct)
{
    __shared__ Storage s;

    const int t = threadIdx.x;
    s.key[0][t] = fetch(x, t);
    s.from[0][t] = (unsigned char)t;
    __syncthreads();

    for (int pass = 0; pass < PASSES; pass++)
        pass_once(s, pass, t);

    // An even number of passes ends where it began.
    const int last = PASSES & 1;
    emit(y, s.key[last][t], t);
    order[t] = s.from[last][t];

    int runs = __syncthreads_count(begins_run(s, last, t));
    if (t == 0)
        *distinct = runs;
}
