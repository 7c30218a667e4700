// fpcheck: cfar<<<1, 128>>> iq=[7,7,9,8,-5,5,5,5,-5,5,9,7,5,4,-9,7,8,7,7,7,5,4,6,6,-9,8,-8,8,9,8,5,5,5,4,-9,8,-9,7,-6,5,-48,41,-47,39,-8,8,-8,7,-9,7,8,7,-5,5,-8,7,-5,4,5,4,-5,5,5,4,-8,6,8,7,5,4,-8,6,8,7,6,5,6,6,9,8,-7,5,-9,7,-8,7,9,7,5,5,5,5,8,7,9,7,-7,7,-7,6,-6,6,-9,7,-7,7,-8,8,7,6,-8,7,-9,8,-8,6,-6,5,7,7,8,6,-7,7,-9,7,-8,6,-38,32,9,8,-7,5,5,4,9,8,-9,7,8,7,-9,8,-5,4,-8,8,5,5,9,8,6,6,-7,6,6,6,8,7,-9,7,-7,7,5,4,-6,6,-8,8,6,5,-6,5,-9,8,-7,6,-5,5,8,7,-9,7,6,6,9,8,8,6,7,6,-8,7,-6,5,8,6,-8,6,-73,60,-8,6,5,5,7,6,-7,6,-8,8,-9,7,-9,7,9,8,8,8,-6,5,5,4,-9,7,-9,8,-7,7,-6,6,-7,6,9,8,-8,6,-6,6,-9,8,8,7,-8,6,-7,6,9,8,8,7,8,6,8,8] threshold=empty:128 hit=empty:128 guard=2 train=8 scale=4.0 n=128 want_hit=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] --ref hit=want_hit
// fpcheck+ plots<<<1, 32>>> iq=iq hit=hit range=inout:zeros:4 count=empty:1 n=128 capacity=4 want_range=[20.483473,64,100,0] --ref range=want_range
// expect: error stale value by a missing barrier at line 43
// why: the totals of the other warps are read without a barrier after they are written: a race, and undefined where the other warp is late
// figure: computed threshold[64] undefined, MPFR 398.25
// Constant false alarm rate detection along one radar beam, and plots from the detections.
//   cfar   one block, one thread a range cell: integer powers, their running sums, the mean of the training cells
//          on both sides (guard cells left out), a detection where the power is above scale times that mean
//   plots  one warp: runs of neighbouring detections become one plot at their centre of power

#define CELLS 128
#define WARPS (CELLS / 32)

struct Sample {
    short i, q;
};

__device__ __forceinline__ unsigned square_law(const short *iq, int cell)
{
    int a = iq[2 * cell];
    int b = iq[2 * cell + 1];
    return (unsigned)(a * a + b * b);
}

__device__ unsigned warp_scan(unsigned v)
{
    int lane = threadIdx.x % 32;
    for (int o = 1; o < 32; o <<= 1) {
        unsigned below = __shfl_up_sync(0xffffffffu, v, o);
        if (lane >= o)
            v += below;
    }
    return v;
}

// Inclusive running sum over the block: within warps, then over their totals.
__device__ unsigned block_scan(unsigned v, unsigned *totals)
{
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    unsigned run = warp_scan(v);
    if (lane == 31)
        totals[warp] = run;
    // totals are complete
    unsigned before = 0;
    for (int w = 0; w < warp; ++w)
        before += totals[w];
    return before + run;
}

// Sum over the cells first..last, cut to 0..n-1, from inclusive running sums.
__device__ unsigned window(const unsigned *running, int first, int last, int n, int *cells)
{
    if (first < 0)
        first = 0;
    if (last > n - 1)
        last = n - 1;
    if (first > last) {
        return 0;
    }
    *cells += last - first + 1;
    unsigned below = first > 0 ? running[first - 1] : 0u;
    return running[last] - below;
}

__global__ void cfar(const short *iq, float *threshold, int *hit, int guard, int train, float scale, int n)
{
    __shared__ unsigned totals[WARPS];
    __shared__ unsigned running[CELLS];

    int cell = threadIdx.x;
    unsigned power = cell < n ? square_law(iq, cell) : 0u;
    running[cell] = block_scan(power, totals);
    __syncthreads();
    if (cell >= n)
        return;

    int cells = 0;
    unsigned sum = window(running, cell - guard - train, cell - guard - 1, n, &cells);
    sum += window(running, cell + guard + 1, cell + guard + train, n, &cells);

    float level = 0.0f;
    if (cells > 0)
        level = scale * ((float)sum / (float)cells);
    threshold[cell] = level;
    hit[cell] = (float)power > level ? 1 : 0;
}

struct Run {
    int first, last;
};

// The run of ones that begins at bit `first`.
__device__ Run run_of(const int *hit, int first, int n)
{
    Run r{first, first};
    while (r.last + 1 < n && hit[r.last + 1])
        ++r.last;
    return r;
}

// Centre of power in cells.
__device__ float centre(const short *iq, Run r)
{
    unsigned weight = 0;
    unsigned moment = 0; // from the first cell of the run
    for (int c = r.first; c <= r.last; ++c) {
        unsigned p = square_law(iq, c);
        weight += p;
        moment += p * (unsigned)(c - r.first);
    }
    return (float)r.first + (float)moment / (float)weight;
}

__global__ void plots(const short *iq, const int *hit, float *range, int *count, int n, int capacity)
{
    int lane = threadIdx.x;
    int found = 0;
    for (int base = 0; base < n; base += 32) {
        int cell = base + lane;
        bool begins = cell < n && hit[cell] && (cell == 0 || !hit[cell - 1]);
        unsigned votes = __ballot_sync(0xffffffffu, begins);
        if (begins) {
            int slot = found + __popc(votes & ((1u << lane) - 1u));
            if (slot < capacity)
                range[slot] = centre(iq, run_of(hit, cell, n));
        }
        found += __popc(votes);
    }
    if (lane == 0)
        count[0] = found < capacity ? found : capacity;
}

// Height of each detection over its threshold in decibels, 0 where there is none.
__global__ void strength(const short *iq, const float *threshold, const int *hit, float *decibels, int n)
{
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= n)
        return;
    float over = 0.0f;
    if (hit[cell])
        over = 10.0f * log10f((float)square_law(iq, cell) / threshold[cell]);
    decibels[cell] = over;
}

// Detections of several beams in one cell, for the clutter map.
__global__ void clutter(const int *hit, int *map, int beams, int n)
{
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= n)
        return;
    int hits = 0;
    for (int b = 0; b < beams; ++b)
        hits += hit[b * n + cell];
    map[cell] += hits;
}
