// fpcheck: radix_sort <<<1, 64>>> x=@b_radix_sign_x.npy id=@b_radix_sign_id.npy sorted=empty:64 order=empty:64 quantile=empty:4 n=64 --ref sorted=@b_radix_sign_ref.npy --tol bitwise
// expect: error sign bit trick at line 20: only the sign bit is flipped: negative numbers must have all their bits inverted, so they come out in the reverse order
// why: only the sign bit is flipped: negative numbers must have all their bits inverted, so they come out in the reverse order
// figure: sorted[0] computed -0.0409492, right -2.55857
// Radix sort of one block's floats with payload, four bits a pass, then quantiles.
#define THREADS 64
#define RADIX 16
#define WARPS (THREADS / 32)

struct Scratch {
    unsigned key[THREADS];
    int value[THREADS];
    int hist[WARPS][RADIX];
    int base[WARPS][RADIX];
};

__device__ unsigned key_of(float f)
{
    unsigned b = __float_as_uint(f);
    return b ^ 0x80000000u;
}

__device__ float float_of(unsigned k)
{
    return __uint_as_float(k ^ 0x80000000u);
}

__device__ unsigned lanes_below()
{
    return (1u << (threadIdx.x & 31)) - 1u;
}

// Which lanes of the warp have the same digit.
__device__ unsigned same_digit(unsigned digit)
{
    unsigned peers = 0xffffffffu;
    for (int b = 0; b < 4; b++) {
        bool bit = (digit >> b) & 1u;
        unsigned votes = __ballot_sync(0xffffffffu, bit);
        peers &= bit ? votes : ~votes;
    }
    return peers;
}

__device__ void clear_hist(Scratch &s)
{
    for (int k = threadIdx.x; k < WARPS * RADIX; k += THREADS)
        s.hist[k / RADIX][k % RADIX] = 0;
}

// Exclusive scan over digits, and within a digit over warps.
__device__ void scan_hist(Scratch &s)
{
    if (threadIdx.x < 32) {
        int lane = threadIdx.x;
        int own = 0;
        if (lane < RADIX)
            for (int w = 0; w < WARPS; w++)
                own += s.hist[w][lane];
        int v = own;
        for (int d = 1; d < RADIX; d <<= 1) {
            int o = __shfl_up_sync(0xffffffffu, v, d);
            if (lane >= d)
                v += o;
        }
        int at = v - own;
        if (lane < RADIX) {
            for (int w = 0; w < WARPS; w++) {
                s.base[w][lane] = at;
                at += s.hist[w][lane];
            }
        }
    }
}

__device__ void pass(Scratch &s, int shift)
{
    int warp = threadIdx.x / 32;
    unsigned key = s.key[threadIdx.x];
    int value = s.value[threadIdx.x];
    clear_hist(s);
    __syncthreads();

    unsigned digit = (key >> shift) & (RADIX - 1);
    unsigned peers = same_digit(digit);
    int before = __popc(peers & lanes_below());
    if (before == 0)
        s.hist[warp][digit] = __popc(peers);
    __syncthreads();

    scan_hist(s);
    __syncthreads();

    int to = s.base[warp][digit] + before;
    s.key[to] = key;
    s.value[to] = value;
    __syncthreads();
}

// Linear interpolation between the two neighbours of a quantile.
__device__ float quantile_of(const unsigned *key, int n, float q)
{
    float at = q * (float)(n - 1);
    int lo = (int)at;
    int hi = lo + 1 < n ? lo + 1 : lo;
    float f = at - (float)lo;
    float a = float_of(key[lo]);
    float b = float_of(key[hi]);
    return a + f * (b - a);
}

__device__ bool is_sorted(const unsigned *key, int n)
{
    bool ok = true;
    for (int i = threadIdx.x; i + 1 < n; i += THREADS)
        ok = ok && key[i] <= key[i + 1];
    return __syncthreads_and(ok) != 0;
}

__global__ void radix_sort(const float *x, const int *id, float *sorted, int *order, float *quantile, int n)
{
    __shared__ Scratch s;
    int t = threadIdx.x;

    // places beyond n hold the largest key and stay behind
    s.key[t] = t < n ? key_of(x[t]) : 0xffffffffu;
    s.value[t] = t < n ? id[t] : -1;
    __syncthreads();

    for (int shift = 0; shift < 32; shift += 4)
        pass(s, shift);

    bool ok = is_sorted(s.key, THREADS);
    if (t < n) {
        sorted[t] = ok ? float_of(s.key[t]) : __int_as_float(0x7fc00000);
        order[t] = s.value[t];
    }
    if (t < 4) {
        const float q[4] = {0.25f, 0.5f, 0.75f, 0.95f};
        quantile[t] = quantile_of(s.key, n, q[t]);
    }
}

// Host side, as the renderer calls it.
void sort_keys(const float *x, const int *id, float *sorted, int *order, float *quantile, int n, cudaStream_t stream)
{
    if (n <= 0 || n > THREADS)
        return;
    radix_sort<<<1, THREADS, 0, stream>>>(x, id, sorted, order, quantile, n);
}
