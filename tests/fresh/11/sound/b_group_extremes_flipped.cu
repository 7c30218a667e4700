// fpcheck: build_groups <<<1, 64>>> key=[202,202,505,505,101,404,202,606,505,606,202,505,101,101,505,101,303,606,404,404,505,202,101,404,606,606,404,404,505,505,303,101,505,202,303,505,606,606,505,101,606,101,101,202,404,101,505,404,303,303,101,101,505,202,303,202,303,202,404,505,505,101,505,606,202,404,505,303,404,303,505,202,606,303,303,303,101,606,303,404,505,303,303,303,404,101,606,303,606,202,606,606,505,303,202,202] value=[1.853,-2.601,-2.076,-34.758,-7.28,-0.741,-6.165,-1.53,-1.892,-1.139,2.697,-8.805,-13.215,-26.015,-36.577,-9.411,12.091,-1.08,-0.286,-0.605,-4.43,7.577,-29.103,-0.783,-1.564,-1.145,-0.493,-0.426,6.806,-21.409,15.23,-8.59,13.702,3.972,19.469,5.529,-1.344,-1.168,-18.633,-28.413,-1.01,-21.398,-19.738,-9.597,-0.231,-28.895,20.931,-0.282,13.263,12.581,-22.258,-27.297,-37.49,9.429,14.157,3.795,9.707,7.933,-0.623,-9.105,14.478,-14.497,-18.296,-1.28,8.729,-0.022,-15.761,5.172,-0.013,5.301,7.136,-8.798,-1.668,15.189,14.133,16.071,-15.266,-1.979,8.767,-0.701,-14.398,7.779,17.658,9.506,-0.895,-5.716,-1.265,12.5,-1.196,-3.444,-1.565,-1.903,-14.243,15.124,-1.231,-8.401] slot_key=empty:32 slot_max=empty:32 slot_min=empty:32 slot_count=empty:32 n=96
// fpcheck+ read_groups <<<1, 32>>> slot_key=slot_key slot_max=slot_max slot_min=slot_min slot_count=slot_count wanted=[101,202,303,404,505,606] largest=empty:6 smallest=empty:6 rows=empty:6 groups=6 wantmax=[-5.716,9.429,19.469,-0.013,20.931,-1.01] wantmin=[-29.103,-9.597,5.172,-0.895,-37.49,-1.979] wantrows=[15,15,18,13,20,15] ref=largest=wantmax ref=smallest=wantmin ref=rows=wantrows --tol rtol=1e-6,atol=0
// expect: ok
// why: maxima and minima of floats by integer atomics; the bits of negative ones are flipped there and back, so the order is right
// figure: computed largest[0] = -5.716, MPFR -5.716; error 0, tolerance 0
// select key, max(value), min(value), count(*) from t group by key: an open-addressed table built in shared memory by
// one kernel, looked up by another. Keys are positive; values are temperatures of either sign.
#include <cuda_runtime.h>

#define SLOTS 32
#define NOBODY 0xffffffffu

struct Table {
    unsigned key[SLOTS];
    int largest[SLOTS];
    int smallest[SLOTS];
    int count[SLOTS];
};

// ---------------------------------------------------------------- ordered keys

// The bits of a float as an integer of the same order.
__device__ inline int ordered(float x)
{
    int b = __float_as_int(x);
    return b ^ ((b >> 31) & 0x7fffffff);
}

__device__ inline float unordered(int k)
{
    return __int_as_float(k ^ ((k >> 31) & 0x7fffffff));
}

#define LOWEST ((int)0x80000000)
#define HIGHEST 0x7fffffff

// ---------------------------------------------------------------- hashing

__device__ inline unsigned mix(unsigned k)
{
    k ^= k >> 15;
    k *= 0x2c1b3c6du;
    k ^= k >> 12;
    k *= 0x297a2d39u;
    k ^= k >> 15;
    return k;
}

__device__ inline unsigned home(unsigned key)
{
    return mix(key) & (SLOTS - 1);
}

__device__ inline unsigned after(unsigned slot)
{
    return (slot + 1) & (SLOTS - 1);
}

// ---------------------------------------------------------------- the table

__device__ void clear(Table &t)
{
    for (int s = threadIdx.x; s < SLOTS; s += blockDim.x) {
        t.key[s] = NOBODY;
        t.largest[s] = LOWEST;
        t.smallest[s] = HIGHEST;
        t.count[s] = 0;
    }
}

// The slot of a key, which is claimed where it is new.
__device__ unsigned claim(Table &t, unsigned key)
{
    unsigned s = home(key);
    for (int tries = 0; tries < SLOTS; tries++) {
        unsigned old = atomicCAS(&t.key[s], NOBODY, key);
        if (old == NOBODY || old == key)
            break;
        s = after(s);
    }
    return s;
}

__device__ void enter(Table &t, unsigned key, float value)
{
    unsigned s = claim(t, key);
    int k = ordered(value);
    atomicMax(&t.largest[s], k);
    atomicMin(&t.smallest[s], k);
    atomicAdd(&t.count[s], 1);
}

__device__ void save(const Table &t, unsigned *key, float *largest, float *smallest, int *count)
{
    for (int s = threadIdx.x; s < SLOTS; s += blockDim.x) {
        key[s] = t.key[s];
        bool used = t.count[s] > 0;
        largest[s] = used ? unordered(t.largest[s]) : 0.0f;
        smallest[s] = used ? unordered(t.smallest[s]) : 0.0f;
        count[s] = t.count[s];
    }
}

// ---------------------------------------------------------------- rows

struct Row {
    unsigned key;
    float value;
};

__device__ inline Row row_at(const unsigned *key, const float *value, int i)
{
    Row r;
    r.key = key[i];
    r.value = value[i];
    return r;
}

// ---------------------------------------------------------------- building

__global__ void build_groups(const unsigned *key, const float *value, unsigned *slot_key, float *slot_max,
                             float *slot_min, int *slot_count, int n)
{
    __shared__ Table table;
    clear(table);
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        Row r = row_at(key, value, i);
        enter(table, r.key, r.value);
    }
    __syncthreads();
    save(table, slot_key, slot_max, slot_min, slot_count);
}

// ---------------------------------------------------------------- looking up

__device__ int find(const unsigned *slot_key, unsigned key)
{
    unsigned s = home(key);
    for (int tries = 0; tries < SLOTS; tries++) {
        if (slot_key[s] == key)
            return (int)s;
        if (slot_key[s] == NOBODY)
            return -1;
        s = after(s);
    }
    return -1;
}

__global__ void read_groups(const unsigned *slot_key, const float *slot_max, const float *slot_min, const int *slot_count,
                            const unsigned *wanted, float *largest, float *smallest, int *rows, int groups)
{
    int g = threadIdx.x;
    if (g >= groups)
        return;
    int s = find(slot_key, wanted[g]);
    largest[g] = s < 0 ? 0.0f : slot_max[s];
    smallest[g] = s < 0 ? 0.0f : slot_min[s];
    rows[g] = s < 0 ? 0 : slot_count[s];
}
