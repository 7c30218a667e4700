// fpcheck: down_convert <<<1, 32>>> adc=[2786,3501,3366,2450,1365,659,783,1637,2783,3490,3308,2423,1291,620,765,1622,2710,3446,3311,2473,1285,625,752,1640,2739,3469,3394,2440,1351,623,703,1654,2714,3459,3393,2525,1388,662,715,1617,2743,3506,3376,2457,1283,568,745,1626,2784,3473,3351,2473,1326,652,667,1588,2739,3465,3347,2522,1351,619,758,1662,2786,3491,3423,2433,1367,613,724,1658,2780,3437,3410,2462,1343,671,775,1631,2808,3433,3360,2462,1394,611,769,1648,2763,3438,3407,2466,1297,568,765,1548,2738,3432,3337,2443,1396,596,730,1608,2804,3539,3345,2459,1352,616,743,1602,2798,3523,3357,2511,1369,645,779,1553,2775,3502,3404,2516,1319,643,677,1559] tap=[0.0039722216,0.015352417,0.032603625,0.05339598,0.074921355,0.09427263,0.1088363,0.11664548,0.11664548,0.1088363,0.09427263,0.074921355,0.05339598,0.032603625,0.015352417,0.0039722216] out=empty:64 count=128 start=60000000 w=0.7853000164031982 want=[0.3286235308631485,0.1464181510999345,0.3290225373053459,0.14756913055507762,0.32935219244618474,0.14340907686782764,0.33077722025349127,0.1432693781770247,0.3340696274046882,0.14439635741925666,0.3362160693587722,0.14226016636329544,0.33758082924170796,0.13784157398247343,0.33820919164179314,0.1346220019695154,0.3388839728971993,0.1411929588141231,0.3390096243289873,0.14965582945527453,0.33700117346316955,0.14903598712603075,0.33769853609886263,0.14273181872278928,0.33895435098523524,0.1385321498183016,0.33630646403796777,0.1413647862332229,0.3361035035935816,0.14678396018088155,0.3366275655057232,0.14766236592909837,0.33482249232904854,0.14527642615677244,0.33129093952003436,0.14432845010811907,0.32931805574100415,0.14389085724615644,0.3301727341018177,0.14347616491214615,0.33316977425162625,0.14501065630606433,0.3369585961508289,0.14589967213753738,0.33509375658206814,0.14199979817549888,0.3341069821987344,0.14253948072195255,0.3369817212271079,0.14862360536634311,0.3372424909191281,0.14975972835367699,0.33735058453171857,0.14683173721142767,0.33717370584345646,0.14286061067660685,0.33922828364966173,0.14142166313012935,0.31390384265817467,0.11051283486736524,0.1800380477877083,0.03831250239847578,0.03814454566665443,-0.003343066911086865] ref=out=want --tol rtol=1e-3,atol=1e-3
// expect: error fast-math at line 44
// why: the phase w*n of 4.7e7 radians is a float with an ulp of 4, and __sincosf has no range reduction for it: the oscillator is noise
// figure: computed out[34] about -0.1746 (with the rounded phase and an exact sine), MPFR 0.331291
// Digital down-converter of a software radio: mix with a local oscillator, low-pass, decimate by 4.
//
// Every launch works on one chunk of a stream, whose first sample has the number `start`; the oscillator's phase
// goes on from chunk to chunk. One thread an output sample; the mixed samples of a tile are in shared memory.

#define TAPS 16
#define DECIMATE 4
#define THREADS 32
#define SPAN (THREADS * DECIMATE + TAPS)

struct Iq {
    float i, q;
};

// ---------------------------------------------------------------- complex helpers

__device__ __forceinline__ Iq zero()
{
    return {0.0f, 0.0f};
}

__device__ __forceinline__ Iq axpy(float a, Iq x, Iq y)
{
    return {a * x.i + y.i, a * x.q + y.q};
}

__device__ __forceinline__ Iq scaled(Iq x, float a)
{
    return {x.i * a, x.q * a};
}

// ---------------------------------------------------------------- oscillator

// exp(-i w n) for sample number n, w in radians a sample.
__device__ Iq oscillator(long long n, float w)
{
    float phase = w * (float)n;
    Iq o;
    float s, c;
    __sincosf(phase, &s, &c);
    o.i = c;
    o.q = -s;
    return o;
}

__device__ Iq mix(float sample, long long n, float w)
{
    return scaled(oscillator(n, w), sample);
}

// ---------------------------------------------------------------- input

// Samples are 12-bit offset-binary words of the converter.
__device__ float sample_of(unsigned short word)
{
    return ((float)(word & 0xfffu) - 2048.0f) * (1.0f / 2048.0f);
}

__device__ Iq mixed_at(const unsigned short *adc, int at, int count, long long start, float w)
{
    if (at < 0 || at >= count)
        return zero();
    return mix(sample_of(adc[at]), start + at, w);
}

// ---------------------------------------------------------------- filter

struct Filter {
    float tap[TAPS];
};

__device__ void load_filter(Filter &f, const float *tap)
{
    if (threadIdx.x < TAPS)
        f.tap[threadIdx.x] = tap[threadIdx.x];
}

__device__ Iq filtered(const Iq *x, const Filter &f)
{
    Iq a = zero();
    for (int k = 0; k < TAPS; k++)
        a = axpy(f.tap[k], x[k], a);
    return a;
}

// ---------------------------------------------------------------- tile

__device__ void load_tile(Iq *tile, const unsigned short *adc, int first, int count, long long start, float w)
{
    for (int s = threadIdx.x; s < SPAN; s += THREADS)
        tile[s] = mixed_at(adc, first + s, count, start, w);
}

// ---------------------------------------------------------------- level

// Power of a sample, for the gain control.
__device__ float power(Iq v)
{
    return v.i * v.i + v.q * v.q;
}

// A squelch: outputs whose power is below the threshold are muted.
__device__ Iq squelched(Iq v, float threshold)
{
    return power(v) < threshold ? zero() : v;
}

// ---------------------------------------------------------------- output

__device__ void store(float *out, int at, Iq v)
{
    out[2 * at] = v.i;
    out[2 * at + 1] = v.q;
}

// ---------------------------------------------------------------- the kernel

// adc[count], tap[TAPS], out[count / DECIMATE, 2]
__global__ void down_convert(const unsigned short *adc, const float *tap, float *out, int count, long long start,
                             float w)
{
    __shared__ Iq tile[SPAN];
    __shared__ Filter filter;

    int outputs = count / DECIMATE;
    int first_output = blockIdx.x * THREADS;
    int first_sample = first_output * DECIMATE;

    load_filter(filter, tap);
    load_tile(tile, adc, first_sample, count, start, w);
    __syncthreads();

    int at = first_output + threadIdx.x;
    if (at >= outputs)
        return;
    Iq v = filtered(tile + threadIdx.x * DECIMATE, filter);
    store(out, at, squelched(v, 1e-12f));
}

// ---------------------------------------------------------------- host

void launch_down_convert(const unsigned short *adc, const float *tap, float *out, int count, long long start, float w,
                         cudaStream_t stream)
{
    int outputs = count / DECIMATE;
    if (outputs == 0)
        return;
    int blocks = (outputs + THREADS - 1) / THREADS;
    down_convert<<<blocks, THREADS, 0, stream>>>(adc, tap, out, count, start, w);
}
