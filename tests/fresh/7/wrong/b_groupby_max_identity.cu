// fpcheck: aggregate <<<3, 32>>> station=[0,4,1,0,1,1,2,4,4,0,0,1,3,1,1,1,1,4,3,4,1,4,1,0,2,2,3,3,0,3,0,4,1,2,1,0,2,1,3,0,2,0,4,4,1,2,4,1,3,3,2,2,1,4,0,0,0,1,4,1,1,3,2,0,2,4,3,3,1,2,1,2,0,0,1,2,1,1,2,4,4,2,0,1,1,4,1,1,1,3] temperature=[-19.0,-59.75,16.75,-18.75,16.0,15.5,-2.25,-58.75,-60.0,-20.5,-20.0,14.5,41.0,15.25,13.0,16.5,16.75,-62.0,40.5,-59.75,13.75,-58.25,16.75,-19.75,-1.5,-1.75,40.25,38.75,-19.75,40.5,-20.5,-58.25,14.0,-3.25,16.25,-18.75,-2.0,15.25,39.25,-21.5,-2.5,-21.25,-60.75,-60.75,15.25,-4.0,-59.0,13.75,40.0,40.0,-4.0,-5.0,13.75,-58.25,-20.5,-18.5,-22.0,16.75,-58.5,16.0,14.75,39.25,-1.5,-21.0,-1.25,-61.0,41.0,39.0,14.25,-5.0,14.25,-1.75,-20.25,-19.0,15.5,-3.75,13.0,13.25,-3.0,-61.0,-61.0,-1.75,-21.5,15.0,16.0,-61.5,15.75,16.0,15.5,41.5] table=inout:[0,2147483647,-2147483648,0,0,2147483647,-2147483648,0,0,2147483647,-2147483648,0,0,2147483647,-2147483648,0,0,2147483647,-2147483648,0,0,2147483647,-2147483648,0] ticket=inout:zeros:1 count=empty:6 low=empty:6 high=empty:6 mean=empty:6 n=90 want=[-18.5,16.75,-1.25,41.5,-58.25,0.0] ref=high=want --tol bitwise
// expect: error mismatch at line 38
// why: the running maximum of a group starts at 0, not at minus infinity: stations that stay below zero all report a maximum of 0
// figure: computed 0, MPFR -18.5 (high[0])
// SELECT station, COUNT(*), MIN(t), MAX(t), AVG(t) ... GROUP BY station, for a few stations: every block keeps its
// groups in shared memory and merges them into the global ones; the block that comes last writes the result.

#define GROUPS 6

// ---------------------------------------------------------------- floats whose integers are in order

__device__ inline int ordered(float v)
{
    int i = __float_as_int(v);
    return i >= 0 ? i : i ^ 0x7fffffff;
}

__device__ inline float unordered(int i)
{
    return __int_as_float(i >= 0 ? i : i ^ 0x7fffffff);
}

// ---------------------------------------------------------------- groups

struct Group {
    int count;
    int low, high; // ordered
    int quarters;  // the sum, in the quarters of a degree that the sensors deliver
};

__device__ inline int lowest_start()
{
    return ordered(__int_as_float(0x7f800000));
}

__device__ inline int highest_start()
{
    return ordered(0.0f);
}

__device__ void clear(Group &g)
{
    g.count = 0;
    g.low = lowest_start();
    g.high = highest_start();
    g.quarters = 0;
}

__device__ void add(Group &g, float value)
{
    int key = ordered(value);
    atomicAdd(&g.count, 1);
    atomicMin(&g.low, key);
    atomicMax(&g.high, key);
    atomicAdd(&g.quarters, __float2int_rn(value * 4.0f));
}

__device__ bool used(const Group &g)
{
    return g.count > 0;
}

// ---------------------------------------------------------------- the global table: four ints a group

__device__ void merge(int *table, const Group &g, int k)
{
    int *t = table + 4 * k;
    atomicAdd(&t[0], g.count);
    atomicMin(&t[1], g.low);
    atomicMax(&t[2], g.high);
    atomicAdd(&t[3], g.quarters);
}

__device__ Group load(int *table, int k)
{
    int *t = table + 4 * k;
    Group g;
    g.count = atomicAdd(&t[0], 0);
    g.low = atomicAdd(&t[1], 0);
    g.high = atomicAdd(&t[2], 0);
    g.quarters = atomicAdd(&t[3], 0);
    return g;
}

// ---------------------------------------------------------------- result rows

struct Result {
    int *count;
    float *low, *high, *mean;
};

__device__ void write_row(Result r, const Group &g, int k)
{
    r.count[k] = g.count;
    if (used(g)) {
        r.low[k] = unordered(g.low);
        r.high[k] = unordered(g.high);
        r.mean[k] = 0.25f * (float)g.quarters / (float)g.count;
    } else { // NULL of this engine
        r.low[k] = 0.0f;
        r.high[k] = 0.0f;
        r.mean[k] = 0.0f;
    }
}

// ---------------------------------------------------------------- tickets

__device__ bool draw_last(unsigned int *ticket)
{
    __threadfence();
    return atomicAdd(ticket, 1u) == gridDim.x - 1;
}

// ---------------------------------------------------------------- kernel
//
// The table has to come with the identities of its four columns: 0, INT_MAX, INT_MIN, 0.

__global__ void aggregate(const int *station, const float *temperature, int *table, unsigned int *ticket, int *count,
                          float *low, float *high, float *mean, int n)
{
    __shared__ Group groups[GROUPS];
    __shared__ bool last;
    int t = threadIdx.x;

    for (int k = t; k < GROUPS; k += blockDim.x)
        clear(groups[k]);
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
        int k = station[i];
        if (k >= 0 && k < GROUPS)
            add(groups[k], temperature[i]);
    }
    __syncthreads();

    for (int k = t; k < GROUPS; k += blockDim.x)
        if (used(groups[k]))
            merge(table, groups[k], k);
    __syncthreads();

    if (t == 0)
        last = draw_last(ticket);
    __syncthreads();
    if (!last)
        return;

    __threadfence();
    Result r = {count, low, high, mean};
    for (int k = t; k < GROUPS; k += blockDim.x)
        write_row(r, load(table, k), k);
}
