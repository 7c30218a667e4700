// fpcheck: sort_depths <<<1, 256>>> depth=@a_depth_radix_depth.npy alpha=uniform(0.01,0.3):256 grey=uniform(0,1):256 sorted=empty:256 order=empty:256 blended=empty:2 n=256 --ref sorted=@a_depth_radix_want.npy --tol bitwise
// expect: error sign bit trick at line 21
// why: the key only flips the sign bit: positives stand above negatives, but negatives keep their bits and come out in falling order
// figure: sorted[0] computed -0.75746578, exact -49.1197052
// Sorts signed distances of splats to the camera plane for blending: radix sort in a block, four bits a pass, stable.
#define THREADS 256
#define WARPS (THREADS / 32)
#define DIGITS 16

struct Sorter {
    unsigned key[THREADS];
    unsigned index[THREADS];
    int count[WARPS][DIGITS];
    int base[DIGITS];
};

// Unsigned order of the keys is the order of the floats.
__device__ unsigned to_key(float v)
{
    unsigned bits = __float_as_uint(v);
    return bits ^ 0x80000000u;
}

__device__ float from_key(unsigned key)
{
    return __uint_as_float(key ^ 0x80000000u);
}

__device__ unsigned lanes_below()
{
    return (1u << (threadIdx.x & 31)) - 1u;
}

// Lanes of this warp whose digit is the same.
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

// Turns the counts of the warps into offsets within a digit, and gives the digit's total.
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
    int lane = threadIdx.x;
    if (lane >= 32)
        return;
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

__device__ void radix_pass(Sorter &s, int shift)
{
    int t = threadIdx.x;
    int warp = t >> 5;
    unsigned key = s.key[t];
    unsigned index = s.index[t];
    unsigned digit = (key >> shift) & (DIGITS - 1);
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

__device__ void fill(Sorter &s, const float *depth, int n)
{
    int t = threadIdx.x;
    s.key[t] = t < n ? to_key(depth[t]) : 0xffffffffu;
    s.index[t] = (unsigned)t;
    __syncthreads();
}

struct Blend {
    float light, through;
};

// One splat in front of what follows it.
__device__ Blend over(Blend front, Blend back)
{
    return {front.light + front.through * back.light, front.through * back.through};
}

__device__ Blend splat(const float *alpha, const float *grey, int i)
{
    return {alpha[i] * grey[i], 1.0f - alpha[i]};
}

// Blends the sorted splats in order; only splats before the camera count.
__device__ Blend blend_all(const Sorter &s, const float *alpha, const float *grey, int n)
{
    Blend sum = {0.0f, 1.0f};
    for (int i = 0; i < n; i++) {
        if (from_key(s.key[i]) < 0.0f)
            continue;
        sum = over(sum, splat(alpha, grey, (int)s.index[i]));
    }
    return sum;
}

__global__ void sort_depths(const float *depth, const float *alpha, const float *grey, float *sorted, int *order, float *blended,
                            int n)
{
    __shared__ Sorter s;
    fill(s, depth, n);
    for (int shift = 0; shift < 32; shift += 4)
        radix_pass(s, shift);
    int t = threadIdx.x;
    if (t < n) {
        sorted[t] = from_key(s.key[t]);
        order[t] = (int)s.index[t];
    }
    if (t == 0) {
        Blend pixel = blend_all(s, alpha, grey, n);
        blended[0] = pixel.light;
        blended[1] = pixel.through;
    }
}
