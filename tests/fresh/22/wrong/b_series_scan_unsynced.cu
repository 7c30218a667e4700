// fpcheck: read_blocks <<<2, 128>>> headers=[100000,9,0,-50,6,36] words=[1831293440,1587975288,2940196650,1118290474,3770986172,3810287485,1359504141,4072843406,3913391700,3269835556,3734571396,3355426922,1509715750,567500764,2958209691,462114627,1184100290,3518976033,3226552430,463829869,899613506,474830768,2691928231,1605698938,2795718231,944195731,3416125515,1786956894,2638395811,3381995445,1871193772,2081977306,1471363492,815525390,2011647631,573268052,529808640,3467685035,4026743867,2089900300,3715712078,2970180253,1265597377,1854452112,300514667,2615576248,1386956037,192226899,2073911705,2700524768,874028051,1829302100,2748742585,928848191,3243099389,1897518992,2042768595,2863373887,2319098615,1457571453,0] threshold=0 samples=empty:256 low=empty:2 high=empty:2 average=empty:2 over=empty:2 grown=empty:2 want=[100000,99787,99622,99487,99323,99477,99666,99708,99472,99264,99178,99143,99205,99194,99073,98898,98996,99116,98876,98678,98653,98597,98795,98803,98762,98726,98811,98855,98687,98808,98939,99172,99318,99207,99114,99190,99266,99366,99555,99448,99672,99416,99199,99441,99668,99564,99379,99283,99049,99249,99332,99375,99244,99229,99070,99209,99195,98954,98828,98933,98943,98878,98751,98541,98596,98678,98688,98908,99127,98977,99032,99098,98968,98864,98857,98980,98873,98986,99064,98919,98861,99029,99204,99284,99030,99123,98982,99145,99356,99319,99552,99684,99594,99787,99727,99523,99570,99749,99829,99774,99979,99968,99909,99727,99579,99680,99833,99726,99791,99981,99800,99684,99696,99727,99674,99622,99432,99489,99709,99553,99705,99541,99307,99433,99269,99398,99311,99345,-50,-24,-26,-45,-61,-39,-34,-56,-32,-3,27,34,64,70,70,100,106,124,113,131,161,132,134,125,96,69,54,34,47,28,36,58,57,33,5,-9,-15,-16,-29,-7,-3,26,53,66,35,16,31,33,61,74,94,65,51,62,70,61,39,44,17,27,46,56,28,29,16,19,30,10,-20,-21,-14,-38,-11,-13,16,18,32,49,48,41,51,20,27,28,5,-14,-44,-29,-18,-26,3,-5,-18,8,-19,-26,-57,-67,-53,-63,-64,-66,-95,-122,-135,-133,-161,-135,-113,-109,-95,-80,-112,-84,-113,-92,-71,-56,-80,-60,-31,-11,1,-15,-12,-14,9,-2] ref=samples=want --tol bitwise
// expect: error race at line 63
// why: the totals of the warps are read without a barrier after they were written: a warp that runs ahead adds what was in shared memory before
// figure: computed samples[32] = base + garbage or 99318 by luck, right 99318
// A block of a time series database: 128 samples as a base and zigzag coded deltas of a fixed number of bits, packed
// without gaps. A CUDA block unpacks one, restores the samples by a prefix sum, and answers the usual aggregates.
#define SAMPLES 128
#define WARPS (SAMPLES / 32)

struct Header {
    int base;
    int width;  // bits of a delta, 1 to 25
    int offset; // first word
};

struct Aggregate {
    int low, high;
    long long sum;
};

__device__ Header read_header(const int *headers, int block)
{
    const int *p = headers + 3 * block;
    return {p[0], p[1], p[2]};
}

// Bits k * width to (k + 1) * width - 1; they may straddle two words.
__device__ unsigned extract(const unsigned *words, int width, int k)
{
    int bit = k * width;
    const unsigned *p = words + (bit >> 5);
    unsigned window = __funnelshift_r(p[0], p[1], bit & 31);
    return window & ((1u << width) - 1u);
}

__device__ int zigzag(unsigned code)
{
    return (int)(code >> 1) ^ -(int)(code & 1u);
}

// Inclusive prefix sum over a warp.
__device__ int warp_scan(int v)
{
    int lane = threadIdx.x & 31;
    for (int d = 1; d < 32; d <<= 1) {
        int left = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d)
            v += left;
    }
    return v;
}

// Inclusive prefix sum over the block; totals is shared, a word for each warp.
__device__ int block_scan(int v, int *totals)
{
    int warp = threadIdx.x >> 5;
    int lane = threadIdx.x & 31;
    v = warp_scan(v);
    if (lane == 31)
        totals[warp] = v;
    int before = 0;
    for (int w = 0; w < warp; w++)
        before += totals[w];
    return before + v;
}

__device__ Aggregate merge(Aggregate a, Aggregate b)
{
    return {min(a.low, b.low), max(a.high, b.high), a.sum + b.sum};
}

__device__ Aggregate shuffle_down(Aggregate a, int d)
{
    Aggregate b;
    b.low = __shfl_down_sync(0xffffffffu, a.low, d);
    b.high = __shfl_down_sync(0xffffffffu, a.high, d);
    b.sum = __shfl_down_sync(0xffffffffu, a.sum, d);
    return b;
}

__device__ Aggregate warp_aggregate(int v)
{
    Aggregate a = {v, v, v};
    for (int d = 16; d > 0; d >>= 1)
        a = merge(a, shuffle_down(a, d));
    return a;
}

__device__ Aggregate block_aggregate(int v, Aggregate *parts)
{
    Aggregate a = warp_aggregate(v);
    if ((threadIdx.x & 31) == 0)
        parts[threadIdx.x >> 5] = a;
    __syncthreads();
    for (int w = 1; w < WARPS; w++)
        if (threadIdx.x == 0)
            a = merge(a, parts[w]);
    return a;
}

// Samples at or over the alert threshold.
__device__ int alerts(int v, int threshold, int *count)
{
    if (threadIdx.x == 0)
        *count = 0;
    __syncthreads();
    unsigned vote = __ballot_sync(0xffffffffu, v >= threshold);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(count, __popc(vote));
    __syncthreads();
    return *count;
}

// What a counter grew by in a sample; where it fell it was reset, and has counted from 0.
__device__ int increase(int value, int delta)
{
    return delta < 0 ? max(value, 0) : delta;
}

// The growth over the block, known to thread 0: a sum in each warp, then one shared atomic a warp.
__device__ int growth(int value, int delta, int *sum)
{
    if (threadIdx.x == 0)
        *sum = 0;
    __syncthreads();
    int grown = increase(value, delta);
    for (int d = 16; d > 0; d >>= 1)
        grown += __shfl_down_sync(0xffffffffu, grown, d);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(sum, grown);
    __syncthreads();
    return *sum;
}

__global__ void read_blocks(const int *headers, const unsigned *words, int threshold, int *samples, int *low, int *high,
                            float *average, int *over, int *grown)
{
    __shared__ int totals[WARPS];
    __shared__ Aggregate parts[WARPS];
    __shared__ int count;
    __shared__ int sum;
    int t = threadIdx.x;
    int block = blockIdx.x;

    Header h = read_header(headers, block);
    int delta = zigzag(extract(words + h.offset, h.width, t));
    int value = h.base + block_scan(delta, totals);
    samples[block * SAMPLES + t] = value;

    Aggregate a = block_aggregate(value, parts);
    int n = alerts(value, threshold, &count);
    int g = growth(value, delta, &sum);
    if (t == 0) {
        low[block] = a.low;
        high[block] = a.high;
        average[block] = (float)((double)a.sum / SAMPLES);
        over[block] = n;
        grown[block] = g;
    }
}
