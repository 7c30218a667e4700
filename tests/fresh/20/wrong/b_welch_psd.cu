// fpcheck: welch <<<1, 64>>> x=[-0.413,0.787,-0.15,0.349,1.156,0.847,-1.109,0.171,-1.589,0.467,-0.624,-0.787,-0.276,-1.767,-0.093,1.934,0.049,1.233,-0.527,0.382,-0.654,0.425,-0.495,-0.98,0.2,-0.446,-0.047,-0.773,-0.622,2.127,-1.7,-0.96,-0.146,-0.468,-0.018,-0.461,0.3,0.131,0.39,1.552,-1.363,-0.151,0.359,-0.729,2.532,-1.161,-0.533,-0.289,1.335,-0.253,-0.762,1.415,-0.461,0.306,-0.405,0.942,0.456,1.959,-1.043,-0.089,0.749,-0.376,-0.911,-0.752,-0.971,2.802,-0.869,0.956,1.069,0.289,0.006,-1.487,-1.061,1.209,-0.22,-0.959,-0.348,0.203,-0.128,-0.738,0.15,-0.166,-0.959,-1.822,0.055,0.747,-0.516,-1.313,-0.116,0.003,1.016,-0.471,0.581,-2.025,0.575,0.491,-0.592,-0.495,-0.797,-2.19,-0.759,0.677,-0.055,-0.359,2.549,0.659,0.236,0.242,-1.241,1.951,-0.02,-1.684,0.488,-0.2,-0.946,-0.414,0.824,-0.484,1.736,0.015,0.252,-0.332,1.815,-0.406,0.458,1.051,-1.307,-1.92,0.799,-1.607,0.522,0.164,0.243,-0.186,1.341,-1.582,-0.467,0.504,0.632,-0.316,0.463,-0.163,-0.316,-0.783,0.618,1.157,-0.305,-0.365,-0.071,0.373,-0.574,0.723,-0.785,0.879,0.801,0.511,-1.085,2.1,0.122,1.254,2.217,1.584,0.634,-0.614,-0.404,-0.724,-2.193,-0.616,-1.71,-0.224,0.519,0.564,-1.54,2.958,-1.998,1.136,0.174,0.622,0.236,0.992,1.03,-0.74,0.201,1.664,0.905,-0.029,1.736,1.628,0.104,1.662,1.192,-0.958,0.434,1.106,0.108,0.593,-0.957,0.012,0.727,0.091,-0.605,1.448,0.199,-0.257,0.901,-1.105,0.204,-0.546,1.458,0.469,0.674,-0.347,0.014,0.459,1.541,-1.259,-1.098,0.057,0.133,1.967,-0.429,-0.325,0.232,0.548,1.754,0.536,0.613,-0.443,0.516,-1.865,2.468,0.674,1.451,-0.303,0.549,1.687,0.82,-0.721,1.157,0.542,1.56,-1.571,1.478,-1.027,0.463,-1.415,0.542,1.83,-1.105,1.762,-1.299,-3.015,-0.755,-0.687,0.386,-2.254] psd=empty:64 length=256 want=[0.38626000430052065,0.9934333229246045,1.652058577184856,2.6433672499545864,1.4534056657144312,1.5978611570281107,0.6127368959538614,2.281040955207457,1.888552285858642,2.480411998451392,3.671407668301018,0.9284058841427102,0.7324126052770827,1.9625920328089979,1.171579812395998,0.44867853132123897,0.9756998259293633,1.6288420431759043,1.8208712059917436,0.8870160113499679,0.13430833480665122,0.8643306976512982,1.6570823648194357,0.6745261292244105,1.3444822216387082,1.868051186709828,1.943228399515192,1.011506340526923,0.503719440006744,1.9566402482303893,2.0832629252065074,3.833533625750736,4.542575901757051,0.5826407431409932,0.875385455662086,1.511451138005622,1.0264719923626624,1.0484298153375948,1.3405950644064053,2.7388850531588798,3.3841317800519453,4.281436507140672,3.5509033997817094,5.170973959765778,2.5114374759284743,0.9776828188987137,2.756306508546747,2.8674684002084483,1.801744475195247,3.0365911631769524,2.0877056500391773,1.1538185970519386,0.6184794071295904,3.004164631978791,1.6411234088907714,1.6172569542774906,1.9489081851418557,0.35969533244531016,3.3201698464648697,2.5828307656430107,0.7570499330214185,2.9314821388988594,3.766527587274593,6.15069426234997] ref=psd=want --tol rtol=1e-3,atol=1e-4
// expect: error race at line 103
// why: the stages of the transform are separated by __syncwarp only; in the stage of span 64 a butterfly reads what the other warp wrote
// figure: computed psd[5] depends on the order of the two warps, MPFR 1.597861
// Welch power spectrum of a row: segments of POINTS samples that overlap by half, Hann window, radix-2 transform
// in shared memory, powers averaged. One block a row, one thread a butterfly.

#define LOG 7
#define POINTS (1 << LOG)
#define HALF (POINTS / 2)

struct Complex {
    float re, im;
};

// ---------------------------------------------------------------- arithmetic

__device__ __forceinline__ Complex add(Complex a, Complex b)
{
    return {a.re + b.re, a.im + b.im};
}

__device__ __forceinline__ Complex sub(Complex a, Complex b)
{
    return {a.re - b.re, a.im - b.im};
}

__device__ __forceinline__ Complex mul(Complex a, Complex b)
{
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

__device__ __forceinline__ float norm(Complex a)
{
    return a.re * a.re + a.im * a.im;
}

// ---------------------------------------------------------------- tables

// exp(-2 pi i k / POINTS); the argument in half turns is exact.
__device__ Complex twiddle(int k)
{
    Complex w;
    float s;
    sincospif((float)k * (2.0f / POINTS), &s, &w.re);
    w.im = -s;
    return w;
}

// Periodic Hann window.
__device__ float hann(int i)
{
    float s = sinpif((float)i * (1.0f / POINTS));
    return s * s;
}

__device__ __forceinline__ int reversed(int i)
{
    return (int)(__brev((unsigned)i) >> (32 - LOG));
}

// ---------------------------------------------------------------- segment

struct Work {
    Complex z[POINTS];
    Complex w[HALF];
};

__device__ void make_table(Work &s)
{
    s.w[threadIdx.x] = twiddle(threadIdx.x);
}

__device__ float mean_of(const float *x)
{
    float m = 0.0f;
    for (int i = 0; i < POINTS; i++)
        m += x[i];
    return m / POINTS;
}

// Windowed samples in bit-reversed order.
__device__ void load(Work &s, const float *x)
{
    float mean = mean_of(x);
    for (int i = threadIdx.x; i < POINTS; i += HALF) {
        Complex c;
        c.re = (x[i] - mean) * hann(i);
        c.im = 0.0f;
        s.z[reversed(i)] = c;
    }
    __syncthreads();
}

// ---------------------------------------------------------------- transform

__device__ void butterfly(Work &s, int stage)
{
    int span = 1 << stage;
    int k = threadIdx.x & (span - 1);
    int i = ((threadIdx.x >> stage) << (stage + 1)) + k;
    int j = i + span;
    Complex a = s.z[i];
    Complex b = mul(s.z[j], s.w[k << (LOG - 1 - stage)]);
    s.z[i] = add(a, b);
    s.z[j] = sub(a, b);
}

__device__ void transform(Work &s)
{
    for (int stage = 0; stage < LOG; stage++) {
        butterfly(s, stage);
        __syncwarp();
    }
    __syncthreads();
}

// ---------------------------------------------------------------- the kernel

// Sum of the squared window is 3/8 POINTS; one-sided, so inner bins count twice.
__device__ float density(float power, int bin, int segments)
{
    float scale = 1.0f / (0.375f * POINTS * (float)segments);
    if (bin != 0 && bin != HALF)
        scale *= 2.0f;
    return power * scale;
}

__global__ void welch(const float *x, float *psd, int length)
{
    __shared__ Work s;
    const float *row = x + (size_t)blockIdx.x * length;
    float *out = psd + (size_t)blockIdx.x * HALF;

    make_table(s);

    int segments = (length - POINTS) / HALF + 1;
    float power = 0.0f;
    for (int g = 0; g < segments; g++) {
        load(s, row + g * HALF);
        transform(s);
        power += norm(s.z[threadIdx.x]);
        __syncthreads();
    }
    out[threadIdx.x] = density(power, threadIdx.x, segments);
}

// ---------------------------------------------------------------- host

void launch_welch(const float *x, float *psd, int rows, int length, cudaStream_t stream)
{
    if (length >= POINTS)
        welch<<<rows, HALF, 0, stream>>>(x, psd, length);
}
