// fpcheck: range_gates <<<1, 32>>> iq=[1200,-700,-32768,-32768,400,20,30000,-20000,-3,4,32767,1,12,5,-25000,21000] db=empty:8 strongest=empty:1 gates=8 want=[62.85557309007774,93.31929865583417,52.05204363948145,91.13943352306836,13.979400086720377,90.3087336268789,22.278867046136735,90.27757204690553] ref=db=want --tol rtol=1e-4,atol=0
// expect: error integer overflow at line 32
// why: I*I + Q*Q of two full-scale 16-bit samples is 2^31: the sum wraps to a negative number, and max(power, 1) hides it
// figure: db[1]: computed 0, MPFR 93.31929866
// Range gates of a pulse radar: 16-bit I/Q into logarithmic power, and the strongest gate of the pulse.
// One thread a gate, one warp a pulse of up to 32 gates.
#include <cuda_runtime.h>

struct Sample {
    int i, q;
};

struct Gate {
    float db;
    int index;
};

// ---------------------------------------------------------------- samples

// Interleaved, as the digitiser writes them.
__device__ Sample read_sample(const short *iq, int gate)
{
    Sample s;
    s.i = iq[2 * gate];
    s.q = iq[2 * gate + 1];
    return s;
}

// Squared modulus; an empty gate counts as one so that its logarithm exists.
__device__ int power(Sample s)
{
    int p = s.i * s.i + s.q * s.q;
    return max(p, 1);
}

__device__ float decibel(int p)
{
    return 10.0f * log10f((float)p);
}

// ---------------------------------------------------------------- strongest gate

__device__ Gate stronger(Gate a, Gate b)
{
    if (b.db > a.db || (b.db == a.db && b.index < a.index))
        return b;
    return a;
}

__device__ Gate shuffle_down(Gate g, int offset)
{
    Gate other;
    other.db = __shfl_down_sync(0xffffffffu, g.db, offset);
    other.index = __shfl_down_sync(0xffffffffu, g.index, offset);
    return other;
}

__device__ Gate warp_strongest(Gate g)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        g = stronger(g, shuffle_down(g, offset));
    return g;
}

// ---------------------------------------------------------------- the kernel

__global__ void range_gates(const short *iq, float *db, int *strongest, int gates)
{
    int lane = threadIdx.x;

    // lanes without a gate carry the weakest there can be
    Gate g;
    g.db = -1.0f;
    g.index = 0x7fffffff;

    if (lane < gates) {
        Sample s = read_sample(iq, lane);
        g.db = decibel(power(s));
        g.index = lane;
        db[lane] = g.db;
    }

    g = warp_strongest(g);
    if (lane == 0)
        strongest[0] = g.index;
}

// ---------------------------------------------------------------- clutter
//
// Two-pulse canceller before the detection: the difference of two pulses gate by gate, as 32-bit numbers, and
// the mean power that is left, summed in binary64 over the gates of the warp.

__device__ Sample difference(Sample a, Sample b)
{
    Sample d;
    d.i = a.i - b.i;
    d.q = a.q - b.q;
    return d;
}

__device__ double wide_power(Sample s)
{
    double i = s.i, q = s.q;
    return i * i + q * q;
}

__device__ double warp_sum(double v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, offset);
    return v;
}

__global__ void clutter_power(const short *first, const short *second, double *left, int gates)
{
    int lane = threadIdx.x;
    double p = 0.0;
    if (lane < gates)
        p = wide_power(difference(read_sample(first, lane), read_sample(second, lane)));
    p = warp_sum(p);
    if (lane == 0)
        left[0] = p / gates;
}

// ---------------------------------------------------------------- detection
//
// Cell-averaging CFAR over the decibels of one pulse: a gate is a detection where it stands `margin` dB above the
// mean of the gates around it, two guard gates on either side left out.

__device__ float surroundings(const float *db, int gate, int reach, int gates)
{
    float sum = 0.0f;
    int used = 0;
    for (int k = gate - reach; k <= gate + reach; k++) {
        if (k < 0 || k >= gates || abs(k - gate) <= 2)
            continue;
        sum += db[k];
        used++;
    }
    return used > 0 ? sum / used : 0.0f;
}

__global__ void detections(const float *db, unsigned *hits, float margin, int reach, int gates)
{
    int lane = threadIdx.x;
    bool hit = false;
    if (lane < gates)
        hit = db[lane] > surroundings(db, lane, reach, gates) + margin;
    unsigned mask = __ballot_sync(0xffffffffu, hit);
    if (lane == 0)
        hits[0] = mask;
}
