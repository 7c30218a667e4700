// fpcheck: present <<<(1, 1), (8, 4)>>> luma=[789,569,315,720,129,690,228,135,692,541,348,822,253,727,176,635,762,350,394,258,899,505,713,858,397,816,409,315,152,837,885,237] cb=[470,574,502,465,529,449,524,459] cr=[553,573,559,465,541,473,546,480] nits=empty:96 words=empty:32 clipped=inout:zeros:1 brightest=inout:zeros:1 w=8 h=4 want=[74.96136660913744,67.25699924933971,56.40943891076774,38.43263776916839,33.113106608611595,25.910603814638687,13.792224697963961,8.184825030448748,17.469235576814004,65.65318938214281,51.72110627542577,74.41913536805706,2.888685684186355,1.3414944204279806,1.2300333918292727,57.83357472997162,49.23819868275777,48.63771538536976,3.6981611634669163,6.136536957802963,2.3968554289248996,0.8718690043983914,2.434508197826666,0.23299262795948517,57.20828277691473,50.57503743026802,41.36777033368513,34.72706498770318,29.698966843777065,22.939820529228648,16.44572370355438,10.215193664296239,20.5051701712621,85.73492656231319,69.5181353572467,95.89326104683916,8.509061036250374,5.627225406222455,5.417782634924773,64.33017226527062,55.20608976822906,54.56952432712685,2.0122617511951253,3.8525236329244956,0.98517379456624,37.73047892563841,46.205076777984985,32.92324268087133,67.98985616058997,61.45385561162987,68.45528774874806,14.03790318812609,11.344526910374718,14.195344274040911,13.196802592018242,17.48921592958938,8.60621015576327,5.120218692742634,7.702083428428052,2.5840892147434973,95.5097303937671,87.94202605457426,94.92388875196148,29.620738532343598,24.972439496434788,28.43434792188538,50.809074311315115,58.09955271970474,42.07075876736244,76.7527137350527,85.87223643954526,65.69227170522123,17.97914734384707,14.880460442841246,18.16859389761076,78.47674726361143,71.39662429188493,78.98628544825871,14.350911812475806,18.841089896619874,9.52100408565515,7.99284369280225,11.272215765966735,4.623115521835092,3.245467716895885,1.9506804348257405,2.843844937375721,83.64716929497061,75.3309085886932,81.61557239903625,82.2389597335705,91.70702508381079,70.73548981866739,4.408885186743824,6.361780222099112,2.383760672327007] ref=nits=want --tol rtol=1e-4,atol=1e-4
// expect: error mismatch at line 61
// why: the 3x3 matrix lies by rows, but is read by columns: 3 * k + row is the transpose, and white is no longer white
// figure: computed nits[23] = 0.0301831, MPFR 0.232993
// 10-bit 4:2:0 BT.709 video to linear BT.2020 light in nits and to a packed PQ word, as a player does it before an HDR
// display. A thread each pixel; luma is w x h, the two chroma planes a quarter of that each.
#define PEAK_NITS 100.0f

struct Rgb {
    float r, g, b;
};

// BT.2087: linear BT.709 to linear BT.2020, one row for each output channel.
__constant__ float to_2020[9] = {0.6274f, 0.3293f, 0.0433f, 0.0691f, 0.9195f, 0.0114f, 0.0164f, 0.0880f, 0.8956f};

__device__ float clamp01(float v)
{
    return fminf(fmaxf(v, 0.0f), 1.0f);
}

// Narrow range code values to their nominal range: 64 is black, 940 is white, chroma is centred at 512 and
// reaches 448 to either side. Codes outside are legal (filters ring) and are clamped after the matrix only.

__device__ float luma_of(unsigned short code)
{
    return ((float)code - 64.0f) / 876.0f;
}

__device__ float chroma_of(unsigned short code)
{
    return ((float)code - 512.0f) / 896.0f;
}

__device__ Rgb yuv_to_rgb(float y, float u, float v)
{
    Rgb c;
    c.r = y + 1.5748f * v;
    c.g = y - 0.1873f * u - 0.4681f * v;
    c.b = y + 1.8556f * u;
    return c;
}

// The inverse of the BT.709 camera curve.
__device__ float linear_709(float v)
{
    if (v < 0.081f)
        return v / 4.5f;
    return powf((v + 0.099f) / 1.099f, 1.0f / 0.45f);
}

__device__ Rgb linearise(Rgb c)
{
    return {linear_709(clamp01(c.r)), linear_709(clamp01(c.g)), linear_709(clamp01(c.b))};
}

__device__ float matrix_row(int row, Rgb c)
{
    float in[3] = {c.r, c.g, c.b};
    float s = 0.0f;
    for (int k = 0; k < 3; k++)
        s += to_2020[3 * k + row] * in[k];
    return s;
}

__device__ Rgb widen_gamut(Rgb c)
{
    return {matrix_row(0, c), matrix_row(1, c), matrix_row(2, c)};
}

// SMPTE ST 2084, from nits.
__device__ float pq(float nits)
{
    const float m1 = 0.1593017578125f;
    const float m2 = 78.84375f;
    const float c1 = 0.8359375f;
    const float c2 = 18.8515625f;
    const float c3 = 18.6875f;
    float l = powf(clamp01(nits / 10000.0f), m1);
    return powf((c1 + c2 * l) / (1.0f + c3 * l), m2);
}

__device__ unsigned code10(float v)
{
    return (unsigned)__float2int_rn(clamp01(v) * 1023.0f);
}

// 10:10:10:2 with an opaque alpha; red is in the lowest bits, as DXGI_FORMAT_R10G10B10A2_UNORM has it.

__device__ unsigned pack(Rgb c)
{
    return code10(pq(c.r)) | code10(pq(c.g)) << 10 | code10(pq(c.b)) << 20 | 3u << 30;
}

__device__ Rgb scaled(Rgb c, float s)
{
    return {c.r * s, c.g * s, c.b * s};
}

// BT.2020 luminance in nits.
__device__ float luminance(Rgb c)
{
    return 0.2627f * c.r + 0.678f * c.g + 0.0593f * c.b;
}

__device__ float warp_max(float v)
{
    for (int m = 16; m > 0; m >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, m));
    return v;
}

// Nearest chroma sample; a player would interpolate, a thumbnail does not.
__device__ int chroma_index(int x, int y, int w)
{
    return (y >> 1) * (w >> 1) + (x >> 1);
}

__global__ void present(const unsigned short *luma, const unsigned short *cb, const unsigned short *cr, float *nits,
                        unsigned *words, unsigned *clipped, unsigned *brightest, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    bool inside = x < w && y < h;
    bool clips = false;
    float level = 0.0f;
    if (inside) {
        int at = y * w + x;
        int c = chroma_index(x, y, w);
        Rgb gamma = yuv_to_rgb(luma_of(luma[at]), chroma_of(cb[c]), chroma_of(cr[c]));
        float low = fminf(gamma.r, fminf(gamma.g, gamma.b));
        float high = fmaxf(gamma.r, fmaxf(gamma.g, gamma.b));
        clips = low < 0.0f || high > 1.0f;

        Rgb light = scaled(widen_gamut(linearise(gamma)), PEAK_NITS);
        nits[3 * at + 0] = light.r;
        nits[3 * at + 1] = light.g;
        nits[3 * at + 2] = light.b;
        words[at] = pack(light);
        level = fmaxf(luminance(light), 0.0f);
    }

    // Out of gamut pixels are counted for the statistics overlay; every thread of the block votes.
    int count = __syncthreads_count(clips);
    if (threadIdx.x == 0 && threadIdx.y == 0 && count > 0)
        atomicAdd(clipped, (unsigned)count);

    // The brightest pixel: the bits of floats that are not negative order as integers do.
    level = warp_max(level);
    if ((threadIdx.y * blockDim.x + threadIdx.x) % 32 == 0)
        atomicMax(brightest, __float_as_uint(level));
}
