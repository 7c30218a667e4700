// fpcheck: normals<<<1, 32>>> z=empty:64 seed=2024 stream=77 step=7 n=16 want=[-1.1410240942258172,2.010398918518665,0.18829527527848816,0.8201085279865619,-1.0181833004750298,0.30636496183759415,0.4328350506547356,1.202690584977421,-0.18599668639712244,-1.4945802348624222,1.3332889238537844,0.7237349841386372,0.07287789362812672,0.7384135731030146,0.9527229524045117,0.43275978454469316,-0.18235963801236993,0.4156514377339901,-0.541974299180216,0.5366268485282889,1.9378902584059667,0.772037576056583,0.689793766381476,1.417822477642673,-0.1499711040412112,-1.60038531891215,-0.9299351313166594,-1.0129698266160378,-0.8334932816967063,-0.0707435592657093,-1.837149312002413,-2.8896271189521543,1.6691663434748834,1.2448673217012343,-1.382441390968324,-1.84538777170485,0.4173004568073729,1.0503598300202757,-0.1021798492429502,0.8818023051110042,-0.5849683465264089,1.5263133160766313,1.347895144079674,0.3107858155172981,0.06042531716466073,0.09966589840292402,-0.7679080139927756,-0.5657592063787483,-0.2421929128325202,0.46140841983026326,0.6237418367893643,-1.0484362013787463,-0.331966205423223,-0.14421377459755577,-0.9380977704127734,1.3111863950608689,-0.5163561143586259,-0.46882878084115365,-0.8977435936965511,-1.0712964446745608,0.8264862517805682,-0.2083353684685062,-1.0978582659550036,0.21005434482962676] ref=z=want --tol rtol=1e-5,atol=1e-6
// fpcheck+ describe<<<1, 32>>> about=empty:4 count=64
// fpcheck+ exponentials<<<1, 32>>> wait=empty:16 rate=2.5 seed=2024 stream=77 step=8 n=16
// expect: ok
// why: random words become floats, whose logarithm is taken: 23 bits and a half keep them inside (0, 1), turns are exact multiples of 2^-24
// figure: largest error 8.943268014e-8 of rtol 1e-5 (z)
// Counter-based random numbers: Philox 4x32 with ten rounds, normals by Box and Muller, exponential waiting
// times by inversion, and a description of the sample by Welford's updates merged over the warp.
#define ROUNDS 10

struct Words {
    unsigned a, b, c, d;
};

struct Key {
    unsigned lo, hi;
};

__device__ __forceinline__ void bump(Key &k)
{
    k.lo += 0x9E3779B9u;
    k.hi += 0xBB67AE85u;
}

__device__ __forceinline__ Words philox_round(Words w, Key k)
{
    const unsigned m0 = 0xD2511F53u, m1 = 0xCD9E8D57u;
    Words r;
    r.a = __umulhi(m1, w.c) ^ w.b ^ k.lo;
    r.b = m1 * w.c;
    r.c = __umulhi(m0, w.a) ^ w.d ^ k.hi;
    r.d = m0 * w.a;
    return r;
}

__device__ Words philox(Words counter, Key key)
{
    for (int r = 0; r < ROUNDS; r++) {
        counter = philox_round(counter, key);
        bump(key);
    }
    return counter;
}

// One block of four words for an index and a step of the simulation.
__device__ Words draw(unsigned index, unsigned step, unsigned seed, unsigned stream)
{
    Words counter = {index, 0u, step, 0u};
    Key key = {seed, stream};
    return philox(counter, key);
}

// Strictly between 0 and 1: 23 bits and a half.
__device__ __forceinline__ float open_unit(unsigned w)
{
    return ((float)(w >> 9) + 0.5f) * 0x1p-23f;
}

// In [0, 2), in half turns: 24 bits.
__device__ __forceinline__ float half_turns(unsigned w)
{
    return (float)(w >> 8) * 0x1p-23f;
}

__device__ float2 box_muller(unsigned radial, unsigned angular)
{
    float radius = sqrtf(-2.0f * logf(open_unit(radial)));
    float s, c;
    sincospif(half_turns(angular), &s, &c);
    return make_float2(radius * c, radius * s);
}

// Four normals an index.
__global__ void normals(float *z, unsigned seed, unsigned stream, unsigned step, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Words w = draw((unsigned)i, step, seed, stream);
    float2 first = box_muller(w.a, w.b);
    float2 second = box_muller(w.c, w.d);
    z[4 * i + 0] = first.x;
    z[4 * i + 1] = first.y;
    z[4 * i + 2] = second.x;
    z[4 * i + 3] = second.y;
}

// One waiting time an index.
__global__ void exponentials(float *wait, float rate, unsigned seed, unsigned stream, unsigned step, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Words w = draw((unsigned)i, step, seed, stream);
    wait[i] = -logf(open_unit(w.a)) / rate;
}

struct Moments {
    float count, mean, squares;
};

__device__ void include(Moments &m, float v)
{
    m.count += 1.0f;
    float delta = v - m.mean;
    m.mean += delta / m.count;
    m.squares += delta * (v - m.mean);
}

__device__ Moments merge(Moments a, Moments b)
{
    Moments r;
    r.count = a.count + b.count;
    if (r.count == 0.0f)
        return a;
    float delta = b.mean - a.mean;
    float weight = b.count / r.count;
    r.mean = a.mean + delta * weight;
    r.squares = a.squares + b.squares + delta * delta * a.count * weight;
    return r;
}

__device__ Moments down(Moments m, int distance)
{
    Moments r;
    r.count = __shfl_down_sync(0xffffffffu, m.count, distance);
    r.mean = __shfl_down_sync(0xffffffffu, m.mean, distance);
    r.squares = __shfl_down_sync(0xffffffffu, m.squares, distance);
    return r;
}

// Count, mean, variance and the largest magnitude of the sample, by one warp.
__global__ void describe(const float *z, float *about, int count)
{
    Moments m = {0.0f, 0.0f, 0.0f};
    float largest = 0.0f;
    for (int i = threadIdx.x; i < count; i += 32) {
        include(m, z[i]);
        largest = fmaxf(largest, fabsf(z[i]));
    }
    for (int d = 16; d > 0; d >>= 1) {
        Moments other = down(m, d);
        m = merge(m, other);
        largest = fmaxf(largest, __shfl_down_sync(0xffffffffu, largest, d));
    }
    if (threadIdx.x == 0) {
        about[0] = m.count;
        about[1] = m.mean;
        about[2] = m.squares / (m.count - 1.0f);
        about[3] = largest;
    }
}
