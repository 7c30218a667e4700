// fpcheck: station_stats<<<4, 64>>> temp=[-12,-10.4375,-10.875,-10.9375,-9.5625,-13.8125,-12.9375,-14,-12.1875,-5,-12.0625,-11.25,-14.875,-11.75,-13.375,-9.3125,-10.6875,-10.5625,-12.0625,-11.0625,-11,-12.5,-12.75,-12.1875,-12.9375,-12.875,-12.4375,-13.0625,-10.875,-14.375,-10.75,-12.9375,-12.8125,-14,-12.1875,-12.375,-11.6875,-12.8125,-11.875,-9.25,-18.5,-12.875,-10.5625,-12.1875,-11.125,-11.0625,-12.5625,-14.875,-12.5,-11.1875,-12.5625,-11.3125,-10.5,-12.8125,-10.125,-9.5625,-10.375,-10.25,-10.375,-8.625,-11.75,-12,-11.125,-13.375,0.6875,1.6875,3.5625,3.6875,0.6875,0.1875,2.5,2.6875,2.9375,4,10,3.375,3.9375,1.375,1.25,3.375,4,4.0625,3.875,4.1875,4.1875,0.375,1.875,3.6875,3.875,0.75,4.75,2.3125,2.625,3.4375,4.125,0.875,4.5,3.125,1.875,2.5625,-0.25,2,3.25,1.9375,-3.5,2.75,3.0625,4.5,2.9375,2.625,3.8125,6.125,2.5,3.75,0.625,5,4,5,2.9375,1.4375,4.3125,4.125,1.6875,0.8125,3.6875,2.75,6.9375,2.0625,14.1875,14.8125,12.5,13.6875,17.4375,14.8125,14.0625,13.0625,15.875,16,15.375,22,15.4375,15.5625,14,15.9375,11.8125,13.0625,14.5625,14.8125,13.25,15.5,16.5625,15.6875,15.3125,16.25,15.625,13.3125,14.6875,16.9375,13.3125,15.0625,14.4375,13.625,13.5,15.125,15.5,15.4375,12.8125,14.5625,8.5,16.4375,16,16.25,16.625,16.25,13.75,15.0625,13.9375,11.4375,12.5,18.125,13.3125,11.625,14.125,17.25,14.9375,15.625,14.625,14.875,16.875,16.1875,14.875,16.3125,29.625,27.6875,28.375,28.375,27,29.75,27.75,27.0625,25.5,26.125,30.3125,26.3125,35,27.4375,28.75,28.875,26.8125,27.5625,28.125,28.1875,27.9375,27.5,28.9375,30,28.8125,26.875,28.625,28.0625,28.6875,30.75,27.6875,28,26.6875,27.5625,27.125,30.375,28.4375,27.125,30.875,26,21.5,29.5,28.875,27.625,27.8125,27.5,29.1875,24.5,27.25,28.25,27.125,25.25,27.625,26.875,29.1875,30.125,28.125,25.125,27.6875,26.625,29,30.5625,28.5,31.0625] mean=empty:4 inv_sd=empty:4 years=64
// fpcheck+ encode<<<4, 64>>> temp=temp mean=mean inv_sd=inv_sd code=empty:256 scale=40.0 years=64 want_code=[-4,30,21,19,50,-44,-25,-48,-8,127,-5,13,-67,2,-34,55,25,28,-5,17,18,-15,-20,-8,-25,-23,-14,-27,21,-56,24,-25,-22,-48,-8,-12,3,-22,-1,57,-127,-23,28,-8,15,17,-16,-67,-15,14,-16,11,29,-22,37,50,32,35,32,70,2,-4,15,-34,-48,-26,13,16,-48,-58,-9,-5,0,23,127,9,21,-33,-36,9,23,24,20,27,27,-54,-23,16,20,-46,39,-13,-7,11,25,-44,33,4,-23,-8,-68,-20,7,-21,-127,-4,3,33,0,-7,19,68,-9,17,-49,44,23,44,0,-32,29,25,-26,-45,16,-4,85,-19,-14,-1,-50,-25,55,-1,-17,-38,22,24,11,127,12,15,-18,23,-65,-38,-6,-1,-34,14,36,18,10,30,16,-33,-4,44,-33,4,-9,-26,-29,6,14,12,-44,-6,-127,34,24,30,38,30,-24,4,-20,-73,-50,69,-33,-69,-16,51,2,16,-5,0,43,28,0,31,34,-8,7,7,-23,36,-7,-21,-55,-41,48,-37,127,-13,15,18,-27,-11,1,3,-3,-12,19,42,16,-25,12,0,14,58,-8,-1,-29,-11,-20,50,8,-20,61,-44,-127,31,18,-9,-5,-12,24,-76,-17,4,-20,-60,-9,-25,24,44,1,-63,-8,-31,20,54,10,65] --ref code=want_code
// fpcheck+ warm_years<<<4, 64>>> code=code warm=empty:4 limit=64 years=64
// expect: error narrowing conversion out of range at line 86
// why: an anomaly of more than 3.2 deviations times 40 is beyond 127: the byte wraps and the hottest year is stored as the coldest
// figure: computed code[9] = -106, MPFR 127 (saturated)
// Climate anomalies of stations, a byte a year:
//   station_stats  mean and inverse standard deviation of each station (two passes)
//   encode         standardised anomaly times scale, as a signed byte
//   warm_years     years whose code is above a limit
// One block a station, one thread a year.

#define YEARS 64
#define WARPS (YEARS / 32)

template <typename T>
__device__ T warp_sum(T v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

// The sum over the block, for every thread. `part` may be used again at once.
template <typename T>
__device__ T block_sum(T v, T *part)
{
    int warp = threadIdx.x / 32;
    v = warp_sum(v);
    if (threadIdx.x % 32 == 0)
        part[warp] = v;
    __syncthreads();
    T all = 0;
    for (int w = 0; w < WARPS; ++w)
        all += part[w];
    __syncthreads();
    return all;
}

struct Moments {
    float mean, variance;
};

__device__ Moments moments(float v, bool valid, int n, float *part)
{
    Moments m;
    // shifted by the first year, so that the sum is small
    __shared__ float first;
    if (threadIdx.x == 0)
        first = v;
    __syncthreads();
    float shift = first;
    float s = block_sum(valid ? v - shift : 0.0f, part);
    m.mean = shift + s / (float)n;
    float d = valid ? v - m.mean : 0.0f;
    float squares = block_sum(d * d, part);
    m.variance = n > 1 ? squares / (float)(n - 1) : 0.0f;
    return m;
}

__device__ float inverse_or_zero(float variance)
{
    return variance > 0.0f ? 1.0f / sqrtf(variance) : 0.0f;
}

__global__ void station_stats(const float *temp, float *mean, float *inv_sd, int years)
{
    __shared__ float part[WARPS];
    int year = threadIdx.x;
    bool valid = year < years;
    float v = valid ? temp[blockIdx.x * years + year] : 0.0f;
    Moments m = moments(v, valid, years, part);
    if (threadIdx.x == 0) {
        mean[blockIdx.x] = m.mean;
        inv_sd[blockIdx.x] = inverse_or_zero(m.variance);
    }
}

// The codec of the archive.
struct Codec {
    float scale;

    __device__ signed char encode(float anomaly) const
    {
        float scaled = anomaly * scale;
        return (signed char)__float2int_rn(scaled);
    }

    __device__ float decode(signed char code) const
    {
        return (float)code / scale;
    }
};

__global__ void encode(const float *temp, const float *mean, const float *inv_sd, signed char *code,
                       float scale, int years)
{
    int year = threadIdx.x;
    if (year >= years)
        return;
    int i = blockIdx.x * years + year;
    float anomaly = (temp[i] - mean[blockIdx.x]) * inv_sd[blockIdx.x];
    Codec codec{scale};
    code[i] = codec.encode(anomaly);
}

__global__ void warm_years(const signed char *code, int *warm, int limit, int years)
{
    __shared__ int part[WARPS];
    int year = threadIdx.x;
    int is_warm = 0;
    if (year < years)
        is_warm = code[blockIdx.x * years + year] > limit ? 1 : 0;
    int all = block_sum(is_warm, part);
    if (threadIdx.x == 0)
        warm[blockIdx.x] = all;
}

// Longest run of warm years of each station, by one thread: it is short.
__global__ void warm_spell(const signed char *code, int *longest, int limit, int years, int stations)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= stations)
        return;
    int best = 0;
    int run = 0;
    for (int y = 0; y < years; ++y) {
        run = code[s * years + y] > limit ? run + 1 : 0;
        best = run > best ? run : best;
    }
    longest[s] = best;
}

// Back to degrees.
__global__ void restore(const signed char *code, const float *mean, const float *inv_sd, float *temp,
                        float scale, int years)
{
    int year = threadIdx.x;
    if (year >= years)
        return;
    int i = blockIdx.x * years + year;
    Codec codec{scale};
    float sd = inv_sd[blockIdx.x] > 0.0f ? 1.0f / inv_sd[blockIdx.x] : 0.0f;
    temp[i] = fmaf(codec.decode(code[i]), sd, mean[blockIdx.x]);
}

// Largest and smallest code of each station, by atomics; the caller sets low to 127 and high to -128.
__global__ void code_range(const signed char *code, int *low, int *high, int years)
{
    int year = threadIdx.x;
    if (year >= years)
        return;
    int c = code[blockIdx.x * years + year];
    atomicMin(&low[blockIdx.x], c);
    atomicMax(&high[blockIdx.x], c);
}
