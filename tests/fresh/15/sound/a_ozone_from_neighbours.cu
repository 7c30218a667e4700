// fpcheck: estimate_ozone <<<3, 64>>> east=uniform(0,100):60 north=uniform(0,100):60 ozone=uniform(20,80):60 at_east=[12.5,50,88] at_north=[30,50.5,7] estimate=empty:3 nearest=empty:3x8 distance=empty:3x8 reach=empty:3 n=60 k=8
// expect: ok
// why: a bitonic network with infinite padding; pairs are compared by distance and then by number, so that the order is total; the roots are taken after the sort
// figure: computed estimate within 1e-6 of itself of the weighted mean; nearest equals that of exact arithmetic
// Ozone at places without a station: inverse distance weights of the eight nearest stations, one block a place.

#define SLOTS 64
#define WANTED 8
#define NOTHING 0x7fffffff

struct Station {
    float east, north;
};

struct Entry {
    float d2;
    int number;
};

struct Shared {
    Entry entry[SLOTS];
};

struct Weighted {
    float sum, weight;
};

// ------------------------------------------------------------ entries

__device__ inline Entry entry(float d2, int number)
{
    Entry e;
    e.d2 = d2;
    e.number = number;
    return e;
}

__device__ inline Entry padding()
{
    return entry(INFINITY, NOTHING);
}

// Total order: by distance, of equal ones by number.
__device__ inline bool before(const Entry &a, const Entry &b)
{
    if (a.d2 < b.d2)
        return true;
    if (a.d2 > b.d2)
        return false;
    return a.number < b.number;
}

// ------------------------------------------------------------ distances

__device__ inline Station station(const float *east, const float *north, int i)
{
    Station s;
    s.east = east[i];
    s.north = north[i];
    return s;
}

__device__ inline float squared_distance(const Station &a, const Station &b)
{
    float x = a.east - b.east;
    float y = a.north - b.north;
    return x * x + y * y;
}

__device__ void fill(Shared &s, const float *east, const float *north, const Station &here, int n, int t)
{
    Entry e = padding();
    if (t < n)
        e = entry(squared_distance(station(east, north, t), here), t);
    s.entry[t] = e;
    __syncthreads();
}

// ------------------------------------------------------------ sorting

// True where the pair that begins at t is to be rising.
__device__ inline bool rising(int t, int size)
{
    return (t & size) == 0;
}

__device__ void exchange(Shared &s, int a, int b)
{
    Entry e = s.entry[a];
    s.entry[a] = s.entry[b];
    s.entry[b] = e;
}

// The lower thread of a pair puts both in order.
__device__ void compare(Shared &s, int t, int distance, int size)
{
    int other = t ^ distance;
    if (other > t) {
        bool wrong = rising(t, size) ? before(s.entry[other], s.entry[t]) : before(s.entry[t], s.entry[other]);
        if (wrong)
            exchange(s, t, other);
    }
    __syncthreads();
}

__device__ void sort(Shared &s, int t)
{
    for (int size = 2; size <= SLOTS; size <<= 1)
        for (int distance = size >> 1; distance > 0; distance >>= 1)
            compare(s, t, distance, size);
}

// ------------------------------------------------------------ weights

// One over the distance squared, and never infinite.
__device__ inline float weight_of(float d2)
{
    return 1.0f / (d2 + 0.01f);
}

__device__ Weighted add(const Weighted &a, const Weighted &b)
{
    Weighted r;
    r.sum = a.sum + b.sum;
    r.weight = a.weight + b.weight;
    return r;
}

__device__ Weighted weighted(const Shared &s, const float *ozone, int t, int k)
{
    Weighted w;
    w.sum = 0.0f;
    w.weight = 0.0f;
    if (t < k) {
        Entry e = s.entry[t];
        w.weight = weight_of(e.d2);
        w.sum = w.weight * ozone[e.number];
    }
    return w;
}

// Sum over the first warp's lanes 0 to 7, as few as are wanted.
__device__ Weighted sum_of(Weighted w)
{
    for (int o = WANTED / 2; o > 0; o >>= 1) {
        Weighted other;
        other.sum = __shfl_down_sync(0xffffffffu, w.sum, o, WANTED);
        other.weight = __shfl_down_sync(0xffffffffu, w.weight, o, WANTED);
        w = add(w, other);
    }
    return w;
}

// ------------------------------------------------------------ storing

__device__ void store_neighbours(const Shared &s, int *nearest, float *distance, int t, int k)
{
    if (t >= k)
        return;
    Entry e = s.entry[t];
    nearest[blockIdx.x * k + t] = e.number;
    distance[blockIdx.x * k + t] = sqrtf(e.d2);
}

__device__ void store_estimate(float *estimate, const Weighted &w, int t)
{
    if (t == 0)
        estimate[blockIdx.x] = w.sum / w.weight;
}

// Distance of the last station that counts.
__device__ void store_reach(const Shared &s, float *reach, int t, int k)
{
    if (t == 0)
        reach[blockIdx.x] = sqrtf(s.entry[k - 1].d2);
}

// ------------------------------------------------------------ the kernel

// One block a place, one thread a station:
//   phase 1: distances to all stations, padded to 64
//   phase 2: sorted
//   phase 3: the first k, and their weighted mean
__global__ void estimate_ozone(const float *east, const float *north, const float *ozone, const float *at_east,
                               const float *at_north, float *estimate, int *nearest, float *distance, float *reach,
                               int n, int k)
{
    __shared__ Shared s;
    int t = threadIdx.x;

    // phase 1
    Station here = station(at_east, at_north, blockIdx.x);
    fill(s, east, north, here, n, t);

    // phase 2
    sort(s, t);

    // phase 3
    store_neighbours(s, nearest, distance, t, k);
    if (t < 32) {
        Weighted w = sum_of(weighted(s, ozone, t, k));
        store_estimate(estimate, w, t);
        store_reach(s, reach, t, k);
    }
}
