// fpcheck: robust_gain <<<1, 32>>> signal=[5.0601,5.59482,7.6593,4.21268,6.9440002,6.86854,4.9352503,3.8866198,0.0,6.2322,6.7312503,4.7655997,6.1311,6.87372,5.58189,6.54959,8.01953,7.21456,5.50316,5.1204996,5.5037403] reference=[5.05,5.19,7.26,4.37,6.4,6.91,4.75,4.22,0.0,6.63,6.25,4.6,5.73,6.68,5.69,6.53,7.87,6.73,5.57,4.75,5.38] out=empty:4 valid=empty:1 order=empty:20 n=21 want=[1.0260000228881836,0.041000038385391235,1.0247104697627947,0.0607867471102655] ref=out=want --tol rtol=1e-4
// expect: error sorting network with NaN at line 27
// why: fminf and fmaxf both give the number where the other key is NaN: the NaN of a dropout vanishes and a ratio is there twice, which shifts the median
// figure: computed 1.021, MPFR 1.026 (out[0])
// Robust gain of an array of sensors: ratios to a reference channel, sorted by a bitonic network in shared memory;
// median, median absolute deviation, and Tukey's biweight location around them. Dropouts are 0 / 0 and sort last.
#include <cuda_runtime.h>

#define SLOTS 32
#define TUNING 6.0f

struct Record {
    float key;
    int sensor;
};

// ---------------------------------------------------------------- the network

__device__ inline float missing()
{
    return __int_as_float(0x7f800000);
}

// Puts the smaller key first.
__device__ inline void exchange(Record &a, Record &b)
{
    float low = fminf(a.key, b.key);
    float high = fmaxf(a.key, b.key);
    int first = a.key <= b.key ? a.sensor : b.sensor;
    int second = a.key <= b.key ? b.sensor : a.sensor;
    a = {low, first};
    b = {high, second};
}

__device__ void network(Record *s, int t)
{
    for (int size = 2; size <= SLOTS; size <<= 1) {
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            __syncthreads();
            int partner = t ^ stride;
            if (partner > t) {
                bool ascending = (t & size) == 0;
                if (ascending)
                    exchange(s[t], s[partner]);
                else
                    exchange(s[partner], s[t]);
            }
        }
    }
    __syncthreads();
}

// ---------------------------------------------------------------- statistics of sorted records

__device__ inline float median_of(const Record *s, int count)
{
    int middle = count / 2;
    if (count & 1)
        return s[middle].key;
    return 0.5f * (s[middle - 1].key + s[middle].key);
}

__device__ inline float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

struct Weighted {
    float weight, moment;
};

// Tukey's biweight: (1 - u^2)^2 within the tuning constant, nothing beyond.
__device__ inline Weighted biweight(float x, float centre, float scale)
{
    float u = (x - centre) / (TUNING * scale);
    float q = 1.0f - u * u;
    if (!(q > 0.0f))
        return {0.0f, 0.0f};
    float w = q * q;
    return {w, w * (x - centre)};
}

__device__ inline float location(float x, bool valid, float centre, float scale)
{
    Weighted mine = {0.0f, 0.0f};
    if (valid)
        mine = biweight(x, centre, scale);
    float weight = warp_sum(mine.weight);
    float moment = warp_sum(mine.moment);
    return centre + moment / weight;
}

// The standard deviation of normal noise of that median deviation.
__device__ inline float gaussian(float mad)
{
    return 1.4826022f * mad;
}

// ---------------------------------------------------------------- the kernel

struct Summary {
    float median, mad, sigma, location;
    int valid;
};

__device__ inline void store(Summary r, float *out, int *valid)
{
    out[0] = r.median;
    out[1] = r.mad;
    out[2] = r.location;
    out[3] = r.sigma;
    valid[0] = r.valid;
}

__device__ inline float ratio(const float *signal, const float *reference, int i)
{
    return signal[i] / reference[i];
}

//
// One block an array, one thread a slot of the network: there are at most 32 sensors,
// and slots that no sensor has hold +infinity, so that they stay at the upper end.
//

__global__ void robust_gain(const float *signal, const float *reference, float *out, int *valid, int *order, int n)
{
    __shared__ Record s[SLOTS];
    __shared__ float centre;
    int t = threadIdx.x;

    float r = t < n ? ratio(signal, reference, t) : missing();
    bool good = t < n && !isnan(r);
    unsigned votes = __ballot_sync(0xffffffffu, good);
    int count = __popc(votes);

    // ratios
    s[t] = {r, t};
    network(s, t);
    if (t == 0)
        centre = median_of(s, count);
    if (t < count)
        order[t] = s[t].sensor;
    __syncthreads();

    // deviations
    float c = centre;
    s[t] = {good ? fabsf(r - c) : missing(), t};
    network(s, t);
    float mad = median_of(s, count);

    float l = location(r, good, c, mad);
    if (t == 0)
        store({c, mad, gaussian(mad), l, count}, out, valid);
}
