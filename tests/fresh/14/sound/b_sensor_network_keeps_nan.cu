// fpcheck: array_gain <<<1, 32>>> signal=[7.56798,4.95584,6.783,0.0,5.51152,7.94377,7.43512,5.97324,8.426519,4.6501,7.32108,7.3315196,6.2151604,4.01288,7.53452,6.31516,6.0048003,5.65306,6.4778004,5.34688,5.53554] reference=[7.77,5.44,7.14,0.0,5.18,7.69,7.48,5.46,7.89,4.9,7.22,6.72,5.88,4.12,7.58,6.29,5.56,5.42,6.61,5.39,6.03] out=empty:4 valid=empty:1 order=empty:20 n=21 want=[0.9989999532699585,0.04649999737739563,1.0079117501154542,0.068940998411721] ref=out=want --tol rtol=2e-5
// expect: ok
// why: a NaN made by 0 / 0 goes through a sorting network: compared by isnan, it goes last, is not counted, and takes no part in sums
// figure: computed 0.998999953, MPFR 0.998999953 (out[0], an input ratio); location 1.00791175 to about 1e-7 against 2e-5
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

// NaN goes behind every number, also behind infinity; equal keys go by sensor.
__device__ inline bool out_of_order(const Record &a, const Record &b)
{
    bool nan_a = isnan(a.key), nan_b = isnan(b.key);
    if (nan_a || nan_b)
        return nan_a && !nan_b;
    return a.key > b.key || (a.key == b.key && a.sensor > b.sensor);
}

// Puts the smaller record first.
__device__ inline void exchange(Record &a, Record &b)
{
    if (out_of_order(a, b)) {
        Record keep = a;
        a = b;
        b = keep;
    }
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

__global__ void array_gain(const float *signal, const float *reference, float *out, int *valid, int *order, int n)
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
