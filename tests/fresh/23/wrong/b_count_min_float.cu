// fpcheck: add_items<<<2, 64>>> item=randint(0,1000):128 sketch=inout:const(16777216):4x16 n=128
// fpcheck+ estimate<<<1, 32>>> query=[3,17,256,999] count=empty:4 queries=4
// fpcheck+ heavy<<<1, 64>>> load=empty:4 most=empty:4
// expect: error absorbed steps at line 56
// why: the counters of a busy stream are floats; at 2^24 adding one does nothing, so the estimate stands still
// figure: computed sketch: each counter stays at 16777216; MPFR 16777216 + its number of items, 8 on average
// A count-min sketch of a stream of items: four rows of sixteen counters, each row with its own hash function.
constexpr int DEPTH = 4;
constexpr int WIDTH = 16;
constexpr int CELLS = DEPTH * WIDTH;

// Odd multipliers and xor shifts; one stream of constants a row.
__device__ unsigned salted(unsigned x, int row)
{
    return x + 0x9e3779b9u * (unsigned)(row + 1);
}

__device__ unsigned mixed(unsigned x)
{
    x ^= x >> 15;
    x *= 0x2c1b3c6du;
    x ^= x >> 12;
    x *= 0x297a2d39u;
    return x ^ (x >> 15);
}

__device__ int cell_of(int item, int row)
{
    return row * WIDTH + (int)(mixed(salted((unsigned)item, row)) % WIDTH);
}

// Items of a warp that are equal are added by one lane, with their number.
struct Bundle {
    bool leader;
    int times;
};

__device__ Bundle bundle_of(int item, bool there)
{
    Bundle b;
    unsigned active = __ballot_sync(0xffffffffu, there);
    b.leader = false;
    b.times = 0;
    if (!there)
        return b;
    unsigned same = __match_any_sync(active, item);
    b.leader = __ffs((int)same) - 1 == (int)(threadIdx.x & 31);
    b.times = __popc(same);
    return b;
}

// One at a time, for a sketch in which every update must be seen by the readers of the row.
__device__ void add(float *sketch, int cell, int times)
{
    for (int k = 0; k < times; k++)
        atomicAdd(&sketch[cell], 1.0f);
}

// Whether this row is to be told of the item at all: row 0 always, the others only below a load that a stream may set.
__device__ bool wanted(int row, int rows)
{
    return row < rows;
}

__device__ void add_to_rows(float *sketch, int item, int times, int rows)
{
    for (int row = 0; row < DEPTH; row++) {
        if (wanted(row, rows))
            add(sketch, cell_of(item, row), times);
    }
}

__global__ void add_items(const int *item, float *sketch, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool there = i < n;
    int mine = there ? item[i] : 0;
    Bundle b = bundle_of(mine, there);
    if (!b.leader)
        return;
    add_to_rows(sketch, mine, b.times, DEPTH);
}

// The least of the four counters is the estimate.
__device__ float least(const float *sketch, int item)
{
    float best = sketch[cell_of(item, 0)];
    for (int row = 1; row < DEPTH; row++)
        best = fminf(best, sketch[cell_of(item, row)]);
    return best;
}

__global__ void estimate(const int *query, const float *sketch, float *count, int queries)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < queries)
        count[i] = least(sketch, query[i]);
}

// Of each row: the mean load of a counter, and the largest counter.
struct Row {
    double sum;
    float most;
};

__device__ Row empty_row()
{
    Row r;
    r.sum = 0.0;
    r.most = 0.0f;
    return r;
}

__device__ Row joined(const Row &a, const Row &b)
{
    Row r;
    r.sum = a.sum + b.sum;
    r.most = fmaxf(a.most, b.most);
    return r;
}

__device__ Row of_lane(const Row &r, int distance)
{
    Row other;
    other.sum = __shfl_xor_sync(0xffffffffu, r.sum, distance, WIDTH);
    other.most = __shfl_xor_sync(0xffffffffu, r.most, distance, WIDTH);
    return other;
}

__device__ Row row_of(const float *sketch, int cell)
{
    Row r = empty_row();
    if (cell < CELLS) {
        r.sum = (double)sketch[cell];
        r.most = sketch[cell];
    }
    return r;
}

// Sixteen lanes take a row.
__global__ void heavy(const float *sketch, float *load, float *most)
{
    int cell = threadIdx.x;
    Row r = row_of(sketch, cell);
    for (int o = WIDTH / 2; o > 0; o >>= 1)
        r = joined(r, of_lane(r, o));
    if (cell < CELLS && cell % WIDTH == 0) {
        load[cell / WIDTH] = (float)(r.sum / WIDTH);
        most[cell / WIDTH] = r.most;
    }
}
