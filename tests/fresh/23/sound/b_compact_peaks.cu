// fpcheck: count_peaks<<<3, 64>>> x=uniform(0,1):170 counts=empty:3 n=170
// fpcheck+ scan_counts<<<1, 32>>> starts=empty:3 total=empty:1 blocks=3
// fpcheck+ write_peaks<<<3, 64>>> place=empty:170 height=empty:170 n=170
// fpcheck+ pad_peaks<<<3, 64>>> n=170
// expect: ok
// why: block counts, their scan and the places by ballots look as if they could be off by one; lane masks are exclusive and the rest of the output is filled by the last kernel
// figure: computed places exact; heights within an ulp or two (differences of samples are formed once), tolerance 16 ulp
// The peaks of a signal (onsets of a recording, bases of a chromatogram), in order, by stream compaction in four launches.
constexpr int THREADS = 64;
constexpr int WARPS = THREADS / 32;
constexpr float FLOOR = 0.25f; // lower ones are noise

struct Tile {
    float v[THREADS + 2];
};

// The tile with a neighbour on both sides; outside of the signal is silence.
__device__ float sample(const float *x, int i, int n)
{
    return i >= 0 && i < n ? x[i] : 0.0f;
}

// All threads of the block call it, also those behind the end.
__device__ void load_tile(Tile &tile, const float *x, int n)
{
    int t = threadIdx.x;
    int first = blockIdx.x * THREADS;
    tile.v[t + 1] = sample(x, first + t, n);
    if (t == 0)
        tile.v[0] = sample(x, first - 1, n);
    if (t == THREADS - 1)
        tile.v[THREADS + 1] = sample(x, first + THREADS, n);
    __syncthreads();
}

// Of a plateau the first sample counts.
__device__ bool is_peak(const Tile &tile)
{
    int at = threadIdx.x + 1;
    float v = tile.v[at];
    return v > FLOOR && v > tile.v[at - 1] && v >= tile.v[at + 1];
}

__device__ unsigned lanes_before()
{
    return (1u << (threadIdx.x & 31)) - 1u;
}

// How many threads of the block with the flag come before this one, and how many there are.
struct Place {
    int before;
    int all;
};

__device__ Place place_of(bool flag)
{
    __shared__ int of_warp[WARPS];
    int t = threadIdx.x;
    unsigned votes = __ballot_sync(0xffffffffu, flag);
    if ((t & 31) == 0)
        of_warp[t >> 5] = __popc(votes);
    __syncthreads();
    Place p;
    p.before = __popc(votes & lanes_before());
    p.all = 0;
    for (int w = 0; w < WARPS; w++) {
        if (w < (t >> 5))
            p.before += of_warp[w];
        p.all += of_warp[w];
    }
    return p;
}

__global__ void count_peaks(const float *x, int *counts, int n)
{
    __shared__ Tile tile;
    load_tile(tile, x, n);
    Place p = place_of(is_peak(tile));
    if (threadIdx.x == 0)
        counts[blockIdx.x] = p.all;
}

__device__ int warp_inclusive(int v)
{
    int lane = threadIdx.x & 31;
    for (int o = 1; o < 32; o <<= 1) {
        int w = __shfl_up_sync(0xffffffffu, v, o);
        if (lane >= o)
            v += w;
    }
    return v;
}

// One warp; more than 32 blocks are scanned in rounds.
__global__ void scan_counts(const int *counts, int *starts, int *total, int blocks)
{
    int lane = threadIdx.x;
    int carried = 0;
    for (int first = 0; first < blocks; first += 32) {
        int i = first + lane;
        int v = i < blocks ? counts[i] : 0;
        int inclusive = warp_inclusive(v);
        if (i < blocks)
            starts[i] = carried + inclusive - v;
        carried += __shfl_sync(0xffffffffu, inclusive, 31);
    }
    if (lane == 0)
        *total = carried;
}

// The height of the parabola through the peak and its neighbours.
__device__ float refined(const Tile &tile)
{
    int at = threadIdx.x + 1;
    float left = tile.v[at] - tile.v[at - 1];
    float right = tile.v[at] - tile.v[at + 1];
    float bend = left + right; // both are not negative, left is positive
    float lean = left - right;
    return tile.v[at] + 0.125f * lean * lean / bend;
}

__global__ void write_peaks(const float *x, const int *starts, int *place, float *height, int n)
{
    __shared__ Tile tile;
    load_tile(tile, x, n);
    bool flag = is_peak(tile);
    Place p = place_of(flag);
    if (flag) {
        // the block's first place, and the peaks before this one
        int to = starts[blockIdx.x] + p.before;
        place[to] = blockIdx.x * THREADS + threadIdx.x;
        height[to] = refined(tile);
    }
}

// Nothing is written by a thread that a peak belongs to.
__device__ void no_peak(int *place, float *height, int i)
{
    place[i] = -1;
    height[i] = 0.0f;
}

// What follows the last peak.
__global__ void pad_peaks(const int *total, int *place, float *height, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= n || i < *total)
        return;
    no_peak(place, height, i);
}
