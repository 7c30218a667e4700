// fpcheck: sort_column<<<1, 64>>> x=[-26.204,4.423,-13.004,10.392,12.572,-43.447,-48.683,33.747,-24.065,-26.567,49.564,-2.974,33.646,-2.365,13.907,-34.938,13.486,36.805,2.318,24.125,17.141,-43.597,25.823,9.11,-19.873,-46.899,36.553,-2.725,21.882,37.881,21.413,42.11,-10.504,30.091,-5.538,43.559,37.887,-40.255,-36.403,-28.301,46.548,-6.384,12.665,-19.897,0.724,-11.413,-14.909,8.507,8.425,40.42,18.198,42.895,35.64,49.099,17.127,-33.69,36.064,46.463,40.47,6.911,21.382,-28.888,33.161,7.353] sorted=empty:64 row=empty:64 quantile=empty:3 want=[-48.68299865722656,-46.89899826049805,-43.59700012207031,-43.446998596191406,-40.255001068115234,-36.40299987792969,-34.9379997253418,-33.689998626708984,-28.88800048828125,-28.301000595092773,-26.566999435424805,-26.20400047302246,-24.065000534057617,-19.89699935913086,-19.87299919128418,-14.909000396728516,-13.003999710083008,-11.413000106811523,-10.503999710083008,-6.383999824523926,-5.538000106811523,-2.9739999771118164,-2.7249999046325684,-2.365000009536743,0.7239999771118164,2.318000078201294,4.422999858856201,6.910999774932861,7.353000164031982,8.425000190734863,8.506999969482422,9.109999656677246,10.392000198364258,12.571999549865723,12.664999961853027,13.486000061035156,13.906999588012695,17.12700080871582,17.141000747680664,18.197999954223633,21.381999969482422,21.413000106811523,21.881999969482422,24.125,25.822999954223633,30.090999603271484,33.1609992980957,33.645999908447266,33.74700164794922,35.63999938964844,36.06399917602539,36.553001403808594,36.80500030517578,37.88100051879883,37.887001037597656,40.41999816894531,40.470001220703125,42.11000061035156,42.89500045776367,43.558998107910156,46.4630012512207,46.54800033569336,49.0989990234375,49.56399917602539] ref=sorted=want --tol bitwise
// fpcheck+ runs<<<1, 64>>> distinct=empty:1 longest=empty:1
// fpcheck+ count_inversions<<<1, 64>>> inversions=empty:1
// expect: error sign bit trick of a sort key at line 29
// why: only the sign bit is flipped: negative numbers keep the order of their magnitudes and come out descending
// figure: computed -2.36500001, MPFR -48.68299866 (sorted[0])
// Least-significant-digit radix sort of float keys with their row numbers, one block: eight passes of four bits.
// Within a warp equal digits find each other by match; the counters of both warps are scanned by one warp.
#define N 64
#define WARPS (N / 32)
#define BITS 4
#define DIGITS (1 << BITS)
#define PASSES (32 / BITS)

struct Item {
    unsigned key;
    int row;
};

struct Tables {
    unsigned key[N];
    int row[N];
    unsigned count[DIGITS][WARPS];
};

// Unsigned order is the order of the floats.
__device__ __forceinline__ unsigned encode(float v)
{
    return __float_as_uint(v) ^ 0x80000000u;
}

__device__ __forceinline__ float decode(unsigned key)
{
    return __uint_as_float(key ^ 0x80000000u);
}

__device__ __forceinline__ unsigned lanes_below()
{
    return (1u << (threadIdx.x & 31)) - 1u;
}

__device__ __forceinline__ unsigned digit_of(unsigned key, int pass)
{
    return key >> (pass * BITS) & (DIGITS - 1);
}

__device__ void clear(Tables &t)
{
    for (int i = threadIdx.x; i < DIGITS * WARPS; i += N)
        t.count[i / WARPS][i % WARPS] = 0;
}

// Exclusive sums over the counters, digit by digit and warp by warp, by the first warp.
__device__ void scan(Tables &t)
{
    unsigned *flat = &t.count[0][0];
    if (threadIdx.x < 32) {
        unsigned own = flat[threadIdx.x];
        unsigned v = own;
        for (int d = 1; d < 32; d <<= 1) {
            unsigned below = __shfl_up_sync(0xffffffffu, v, d);
            if (threadIdx.x >= (unsigned)d)
                v += below;
        }
        flat[threadIdx.x] = v - own;
    }
}

// One stable pass. Every thread holds one item before and after it.
__device__ Item pass(Tables &t, Item item, int number)
{
    unsigned digit = digit_of(item.key, number);
    int warp = threadIdx.x >> 5;

    clear(t);
    __syncthreads();

    unsigned peers = __match_any_sync(0xffffffffu, digit);
    unsigned before = __popc(peers & lanes_below());
    if (before == 0)
        t.count[digit][warp] = __popc(peers);
    __syncthreads();

    scan(t);
    __syncthreads();

    unsigned place = t.count[digit][warp] + before;
    t.key[place] = item.key;
    t.row[place] = item.row;
    __syncthreads();

    Item next;
    next.key = t.key[threadIdx.x];
    next.row = t.row[threadIdx.x];
    __syncthreads();
    return next;
}

// Sorted keys, the rows they came from, and three quantiles.
__global__ void sort_column(const float *x, float *sorted, int *row, float *quantile)
{
    __shared__ Tables tables;
    __shared__ float values[N];
    int t = threadIdx.x;

    Item item;
    item.key = encode(x[t]);
    item.row = t;
    for (int p = 0; p < PASSES; p++)
        item = pass(tables, item, p);

    float v = decode(item.key);
    sorted[t] = v;
    row[t] = item.row;

    values[t] = v;
    __syncthreads();
    if (t < 3) {
        int rank = (t + 1) * N / 4;
        float lower = values[rank - 1];
        float upper = values[rank];
        quantile[t] = lower + 0.5f * (upper - lower);
    }
}

// Length of the run of equal keys that begins at a place of the sorted column (0 inside a run).
__device__ int run_length(const float *sorted, int i)
{
    if (i > 0 && sorted[i - 1] == sorted[i])
        return 0;
    int end = i + 1;
    while (end < N && sorted[end] == sorted[i])
        end++;
    return end - i;
}

// How many different keys there are, and the longest run.
__global__ void runs(const float *sorted, int *distinct, int *longest)
{
    __shared__ int heads, top;
    if (threadIdx.x == 0) {
        heads = 0;
        top = 0;
    }
    __syncthreads();
    int length = run_length(sorted, threadIdx.x);
    if (length > 0) {
        atomicAdd(&heads, 1);
        atomicMax(&top, length);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        distinct[0] = heads;
        longest[0] = top;
    }
}

// Checks for a caller that does not trust the sort: how many neighbours are out of order.
__global__ void count_inversions(const float *sorted, int *inversions)
{
    __shared__ int total;
    int t = threadIdx.x;
    if (t == 0)
        total = 0;
    __syncthreads();
    bool bad = t + 1 < N && sorted[t] > sorted[t + 1];
    unsigned votes = __ballot_sync(0xffffffffu, bad);
    if ((t & 31) == 0)
        atomicAdd(&total, __popc(votes));
    __syncthreads();
    if (t == 0)
        inversions[0] = total;
}
