// fpcheck: mdct_block <<<2, 64>>> pcm=[-0.9792517,0.0037491843,-0.008453414,-0.73234093,-0.7157778,-0.56288266,-0.16298364,-0.50379765,-0.8318807,-0.30900273,-0.6664473,0.75711817,0.90192807,-0.92250323,0.3982148,0.14551963,0.79601425,0.33379793,0.095675565,0.40485483,-0.22704566,0.38887736,0.64974093,-0.068663046,0.8810488,0.6074795,0.9667185,-0.6607275,0.042169422,0.89103484,0.29908094,0.72166383,0.941692,-0.6289166,-0.5137687,0.7468017,0.81255454,0.51655596,-0.3061961,-0.072930574,0.22107548,-0.0074365647,-0.04405197,-0.12888907,0.7408166,-0.6252827,0.37534818,0.40705836,0.85040015,-0.92109036,0.29423344,0.27610797,-0.07660467,-0.89388114,-0.9228582,-0.6609372,0.5890958,-0.6747879,-0.7225226,-0.2941661,-0.03100309,0.39547276,0.60231286,-0.46645126,0.81895244,-0.9542661,-0.24975447,-0.60073334,-0.31438953,-0.11177541,-0.0037207792,-0.17130736,-0.5714881,-0.56672055,-0.5353857,0.45817125,-0.16816266,0.16779636,-0.01132679,-0.13990638,0.46953163,0.11243297,-0.3947387,0.9415964,-0.5503148,-0.7224617,0.22986495,-0.01614212,-0.6336945,-0.781379,0.07915105,-0.42140144,-0.7938919,-0.018796904,0.26418337,-0.92406154] coefficients=empty:64 scale=empty:2 hop=32 want=[-0.4634657,0.6598771,-0.24371259,-0.20115279,-0.10820314,-0.32463276,-0.026711956,-0.13258147,-0.005193215,0.49783403,-0.3170482,-0.23958719,-0.036840986,0.3508145,-0.2469012,-0.3095254,-0.50143987,-0.52241105,0.34016323,-0.21786913,-0.2961063,-0.12912105,0.15757523,-0.07240092,-0.35537738,0.37544066,-0.03959486,0.19799091,0.14299272,-0.036771502,-0.14742254,0.21912476,0.5047158,-0.30845758,0.046906654,-0.53658104,-0.18160288,0.21015732,-0.18114057,-0.18220063,0.081382744,0.46064967,0.008998448,-0.1496133,0.31116953,-0.4392638,0.15145685,-0.019999161,-0.2655962,-0.118194826,-0.053027526,-0.15694873,0.0619319,-0.14207484,0.28193933,0.26240852,-0.29426765,0.09980171,0.26938587,0.16878833,-0.39550143,-0.029401563,-0.12585771,0.5997117] --ref coefficients=want --tol rtol=1e-5,atol=1e-6
// expect: ok
// why: angles of hundreds of turns, reduced in integers before cospif; overlapping blocks; a shared maximum that is read right after one barrier and never written again
// figure: coefficients[0] is -0.46346569 by MPFR (the direct MDCT), float within 2e-7, tolerance 1e-6
// MDCT of blocks of 64 samples with a sine window, 32 coefficients each, and the exponent that a coder would send.

#define HALF 32
#define LENGTH (2 * HALF)
#define PI 3.14159265358979f

struct Stage {
    float windowed[LENGTH];
    float folded[HALF];
    float magnitude[LENGTH / 32];
    int exponent;
};

__device__ float window(int i)
{
    return sinpif((i + 0.5f) / LENGTH);
}

__device__ void apply_window(Stage &s, const float *pcm)
{
    int t = threadIdx.x;
    s.windowed[t] = pcm[t] * window(t);
}

// (a, b, c, d) -> (-c_r - d, a - b_r), the block in four quarters
__device__ float fold(const Stage &s, int i)
{
    const int quarter = HALF / 2;
    if (i < quarter) {
        float c = s.windowed[3 * quarter - 1 - i];
        float d = s.windowed[3 * quarter + i];
        return -c - d;
    }
    float a = s.windowed[i - quarter];
    float b = s.windowed[3 * quarter - 1 - i];
    return a - b;
}

// DCT-IV, straight; the angle in units of pi is reduced exactly, as it is a multiple of 1 / (4 HALF)
__device__ float dct4(const Stage &s, int k)
{
    float sum = 0.0f;
    for (int i = 0; i < HALF; i++) {
        int angle = (2 * i + 1) * (2 * k + 1) % (8 * HALF);
        sum += s.folded[i] * cospif(angle / (4.0f * HALF));
    }
    return sum;
}

__device__ float warp_max(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
    return v;
}

// The largest magnitude of the block, in every thread
__device__ float block_max(Stage &s, float v)
{
    int warp = threadIdx.x / 32;
    float m = warp_max(fabsf(v));
    if (threadIdx.x % 32 == 0)
        s.magnitude[warp] = m;
    __syncthreads();
    float best = s.magnitude[0];
    for (int i = 1; i < LENGTH / 32; i++)
        best = fmaxf(best, s.magnitude[i]);
    return best;
}

// Exponent e with 2^(e-1) <= largest < 2^e; 0 for silence
__device__ int exponent_of(float largest)
{
    int e = 0;
    if (largest > 0.0f)
        frexpf(largest, &e);
    return e;
}

__device__ void choose_exponent(Stage &s, float largest)
{
    if (threadIdx.x == 0)
        s.exponent = exponent_of(largest);
    __syncthreads();
}

__device__ float normalised(const Stage &s, float c)
{
    return ldexpf(c, -s.exponent);
}

__device__ const float *block_start(const float *pcm, int hop)
{
    return pcm + blockIdx.x * hop;
}

__global__ void mdct_block(
    const float *pcm,
    float *coefficients,
    int *scale,
    int hop)
{
    __shared__ Stage s;
    int t = threadIdx.x;

    apply_window(s, block_start(pcm, hop));
    __syncthreads();

    if (t < HALF)
        s.folded[t] = fold(s, t);
    __syncthreads();

    float c = 0.0f;
    if (t < HALF)
        c = dct4(s, t);

    float largest = block_max(s, c);
    choose_exponent(s, largest);

    if (t < HALF)
        coefficients[blockIdx.x * HALF + t] = normalised(s, c);
    if (t == 0)
        scale[blockIdx.x] = s.exponent;
}

// The way back of the exponent alone, for the tests of the decoder
__global__ void restore_scale(
    const float *coefficients,
    const int *scale,
    float *out,
    int blocks)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < blocks * HALF)
        out[i] = ldexpf(coefficients[i], scale[i / HALF]);
}

// Energy of each block's normalised coefficients
__global__ void block_energy(const float *coefficients, float *energy, int blocks)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= blocks)
        return;
    float sum = 0.0f;
    for (int i = 0; i < HALF; i++)
        sum += coefficients[b * HALF + i] * coefficients[b * HALF + i];
    energy[b] = sum;
}
