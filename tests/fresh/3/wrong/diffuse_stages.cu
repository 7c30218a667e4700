// fpcheck: diffuse <<<2, 128>>> u=uniform(0.5,1.5):2x256 out=empty:2x256 mass=empty:2 nu=0.0001 time=1.5
// expect: error race at line 88: no barrier between the stages: from span 32 on a butterfly reads what another warp is writing
#include <cuda_runtime.h>

// Heat equation on a ring of 256 points, exactly in time: radix-2 FFT in shared
// memory, damping of every mode, inverse FFT.  One block a field.

constexpr int N = 256;
constexpr int HALF = N / 2;
constexpr int LOG_N = 8;
constexpr int THREADS = HALF;

struct Complex {
    float re;
    float im;
};

// ---------------------------------------------------------------------------
// Complex numbers
// ---------------------------------------------------------------------------

__device__ __forceinline__ Complex make_complex(float re, float im) {
    Complex c;
    c.re = re;
    c.im = im;
    return c;
}

__device__ __forceinline__ Complex operator+(Complex a, Complex b) {
    return make_complex(a.re + b.re, a.im + b.im);
}

__device__ __forceinline__ Complex operator-(Complex a, Complex b) {
    return make_complex(a.re - b.re, a.im - b.im);
}

__device__ __forceinline__ Complex operator*(Complex a, Complex b) {
    return make_complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

__device__ __forceinline__ Complex scaled(Complex a, float s) {
    return make_complex(a.re * s, a.im * s);
}

// ---------------------------------------------------------------------------
// Twiddles: the angle is a dyadic fraction of pi, exact in binary32, and
// sincospi reduces it without an error.
// ---------------------------------------------------------------------------

__device__ __forceinline__ Complex twiddle(int k, int span, float sign) {
    float s, c;
    sincospif((float)k / (float)span, &s, &c);
    return make_complex(c, sign * s);
}

// ---------------------------------------------------------------------------
// Bit reversal
// ---------------------------------------------------------------------------

__device__ __forceinline__ int reversed(int i) {
    return (int)(__brev((unsigned)i) >> (32 - LOG_N));
}

// Every pair (i, reversed(i)) is swapped by the thread that owns the smaller of
// the two; no element is in two pairs.
__device__ void permute(Complex* data) {
    for (int i = threadIdx.x; i < N; i += THREADS) {
        int r = reversed(i);
        if (i < r) {
            Complex t = data[i];
            data[i] = data[r];
            data[r] = t;
        }
    }
    __syncthreads();
}

// ---------------------------------------------------------------------------
// FFT in place: in every stage a thread owns one butterfly
// ---------------------------------------------------------------------------

__device__ void butterflies(Complex* data, int span, float sign) {
    int t = threadIdx.x;
    int k = t & (span - 1);
    int top = ((t - k) << 1) + k;
    Complex a = data[top];
    Complex b = twiddle(k, span, sign) * data[top + span];
    data[top] = a + b;
    data[top + span] = a - b;
}

__device__ void fft(Complex* data, float sign) {
    permute(data);
    for (int span = 1; span < N; span <<= 1) {
        butterflies(data, span, sign);
    }
}

// ---------------------------------------------------------------------------
// Modes
// ---------------------------------------------------------------------------

// Signed number of the mode in slot i: 0 .. 128, then -127 .. -1.
__device__ __forceinline__ int wave_number(int i) {
    return i <= HALF ? i : i - N;
}

__device__ __forceinline__ float damping(int mode, float nu, float time) {
    float k = (float)mode;
    return expf(-nu * time * (k * k));
}

__device__ void damp(Complex* data, float nu, float time) {
    for (int i = threadIdx.x; i < N; i += THREADS) {
        float d = damping(wave_number(i), nu, time);
        data[i] = scaled(data[i], d);
    }
    __syncthreads();
}

// ---------------------------------------------------------------------------
// Mass: the sum of a field, by warps
// ---------------------------------------------------------------------------

__device__ __forceinline__ float warp_sum(float v) {
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__device__ float block_sum(float v, float* parts) {
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    v = warp_sum(v);
    if (lane == 0) parts[warp] = v;
    __syncthreads();
    float total = 0.0f;
    for (int w = 0; w < THREADS / 32; ++w) total += parts[w];
    __syncthreads();
    return total;
}

// ---------------------------------------------------------------------------
// Loading and storing
// ---------------------------------------------------------------------------

__device__ void load_field(Complex* data, const float* u) {
    for (int i = threadIdx.x; i < N; i += THREADS) {
        data[i] = make_complex(u[i], 0.0f);
    }
    __syncthreads();
}

// 1/N is a power of two, the product is exact.
__device__ float store_field(const Complex* data, float* out) {
    float sum = 0.0f;
    for (int i = threadIdx.x; i < N; i += THREADS) {
        float v = data[i].re * (1.0f / N);
        out[i] = v;
        sum += v;
    }
    return sum;
}

// ---------------------------------------------------------------------------
// Kernel: one block a field
// ---------------------------------------------------------------------------

__global__ void diffuse(const float* __restrict__ u, float* __restrict__ out,
                        float* __restrict__ mass, float nu, float time) {
    __shared__ Complex data[N];
    __shared__ float parts[THREADS / 32];

    const float* field = u + (size_t)blockIdx.x * N;
    float* result = out + (size_t)blockIdx.x * N;

    load_field(data, field);

    fft(data, -1.0f);
    damp(data, nu, time);
    fft(data, 1.0f);

    float mine = store_field(data, result);
    float total = block_sum(mine, parts);
    if (threadIdx.x == 0) {
        mass[blockIdx.x] = total;
    }
}
