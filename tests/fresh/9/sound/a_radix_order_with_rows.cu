// fpcheck: sort_column<<<1, 64>>> x=[3.5,-9.99994610111476e-41,9.99994610111476e-41,0.25,-7.0,-7.000000953674316,1.0000000150474662e+30,-1.0000000150474662e+30,2.0,2.0,2.0,-0.5,-0.23669999837875366,1.0601999759674072,5.5208001136779785,-7.215799808502197,4.575399875640869,2.8441998958587646,-1.4507999420166016,0.9147999882698059,-1.3980000019073486,4.940199851989746,0.6287999749183655,-0.6467000246047974,-0.6841999888420105,-0.5996000170707703,-0.5299000144004822,-2.636899948120117,6.175000190734863,-5.732999801635742,-10.817299842834473,-0.3684999942779541,-0.43970000743865967,1.117300033569336,-0.6134999990463257,-0.44440001249313354,0.996999979019165,2.9052000045776367,-1.3438999652862549,-1.118499994277954,5.821599960327148,1.5901000499725342,-2.9563000202178955,6.971799850463867,2.327699899673462,-1.7669999599456787,-3.523200035095215,0.8949999809265137,-2.4965999126434326,-3.172600030899048,-3.888000011444092,-1.5184999704360962,3.3225998878479004,-1.3005000352859497,-4.348299980163574,2.006500005722046,0.19709999859333038,2.5316998958587646,3.6052000522613525,-0.5062000155448914,-0.4345000088214874,-0.13650000095367432,-3.4038000106811523,2.0069000720977783] sorted=empty:64 row=empty:64 quantile=empty:3 want=[-1.0000000150474662e+30,-10.817299842834473,-7.215799808502197,-7.000000953674316,-7.0,-5.732999801635742,-4.348299980163574,-3.888000011444092,-3.523200035095215,-3.4038000106811523,-3.172600030899048,-2.9563000202178955,-2.636899948120117,-2.4965999126434326,-1.7669999599456787,-1.5184999704360962,-1.4507999420166016,-1.3980000019073486,-1.3438999652862549,-1.3005000352859497,-1.118499994277954,-0.6841999888420105,-0.6467000246047974,-0.6134999990463257,-0.5996000170707703,-0.5299000144004822,-0.5062000155448914,-0.5,-0.44440001249313354,-0.43970000743865967,-0.4345000088214874,-0.3684999942779541,-0.23669999837875366,-0.13650000095367432,-9.99994610111476e-41,9.99994610111476e-41,0.19709999859333038,0.25,0.6287999749183655,0.8949999809265137,0.9147999882698059,0.996999979019165,1.0601999759674072,1.117300033569336,1.5901000499725342,2.0,2.0,2.0,2.006500005722046,2.0069000720977783,2.327699899673462,2.5316998958587646,2.8441998958587646,2.9052000045776367,3.3225998878479004,3.5,3.6052000522613525,4.575399875640869,4.940199851989746,5.5208001136779785,5.821599960327148,6.175000190734863,6.971799850463867,1.0000000150474662e+30] ref=sorted=want --tol bitwise
// fpcheck+ runs<<<1, 64>>> distinct=empty:1 longest=empty:1
// fpcheck+ count_inversions<<<1, 64>>> inversions=empty:1
// expect: ok
// why: float bits as sort keys: negatives are inverted as a whole and subnormals keep their bits, so the order is exact
// figure: error 0 of bitwise
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

// Unsigned order is the order of the floats: negative ones are turned round as a whole.
__device__ __forceinline__ unsigned encode(float v)
{
    unsigned u = __float_as_uint(v);
    unsigned mask = (unsigned)((int)u >> 31) | 0x80000000u;
    return u ^ mask;
}

__device__ __forceinline__ float decode(unsigned key)
{
    unsigned mask = ((key >> 31) - 1u) | 0x80000000u;
    return __uint_as_float(key ^ mask);
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
