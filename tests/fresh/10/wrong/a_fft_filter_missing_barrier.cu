// fpcheck: fft_filter <<<2, 64>>> x=randn:2x128 response=uniform(0.5,1):65 y=empty:2x128 power=empty:2 n=128
// expect: error race at line 77
// why: butterflies of one stage read what the other warp wrote in the stage before, without a barrier between the stages
// figure: y: race of the two warps in the last stage (and of lanes before), undefined
// Zero-phase filtering of real signals of 128 samples: forward FFT, a real response for each
// frequency, inverse FFT. One block of 64 threads for each signal, one butterfly a thread.

#define N 128
#define LOG2N 7
#define HALF (N / 2)

struct Complex {
    float re;
    float im;
};

// ---------------------------------------------------------------- complex numbers

__device__ Complex add(Complex a, Complex b)
{
    return {a.re + b.re, a.im + b.im};
}

__device__ Complex subtract(Complex a, Complex b)
{
    return {a.re - b.re, a.im - b.im};
}

__device__ Complex multiply(Complex a, Complex b)
{
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

__device__ Complex scale(Complex a, float f)
{
    return {a.re * f, a.im * f};
}

// exp(sign i pi k / half)
__device__ Complex twiddle(int k, int half, float sign)
{
    Complex w;
    sincospif((float)k / (float)half, &w.im, &w.re);
    w.im *= sign;
    return w;
}

// ---------------------------------------------------------------- transforms

__device__ int reversed(int i)
{
    return (int)(__brev((unsigned)i) >> (32 - LOG2N));
}

// Swaps the array into bit-reversed order; each pair is swapped by its lower index.
__device__ void bit_reverse(Complex *data)
{
    for (int i = threadIdx.x; i < N; i += HALF) {
        int j = reversed(i);
        if (i < j) {
            Complex t = data[i];
            data[i] = data[j];
            data[j] = t;
        }
    }
    __syncthreads();
}

__device__ void butterfly(Complex *data, int half, float sign)
{
    int t = threadIdx.x;
    int k = t % half;
    int top = (t / half) * 2 * half + k;
    int bottom = top + half;
    Complex w = twiddle(k, half, sign);
    Complex a = data[top];
    Complex b = multiply(w, data[bottom]);
    data[top] = add(a, b);
    data[bottom] = subtract(a, b);
}

// Decimation in time, in place. sign -1: forward, 1: inverse without the factor 1 / N.
__device__ void transform(Complex *data, float sign)
{
    bit_reverse(data);
    for (int half = 1; half < N; half *= 2) {
        butterfly(data, half, sign);
    }
    __syncthreads();
}

// ---------------------------------------------------------------- the filter

__device__ void load_signal(Complex *data, const float *x)
{
    for (int i = threadIdx.x; i < N; i += HALF) {
        data[i].re = x[i];
        data[i].im = 0.0f;
    }
    __syncthreads();
}

// The response is even: frequency N - k is filtered as k.
__device__ float response_at(const float *response, int k)
{
    return response[k <= HALF ? k : N - k];
}

__device__ void filter_spectrum(Complex *data, const float *response)
{
    for (int k = threadIdx.x; k < N; k += HALF)
        data[k] = scale(data[k], response_at(response, k));
    __syncthreads();
}

// Mean square of the filtered signal by Parseval's theorem, a tree over the threads.
__device__ float mean_square(const Complex *data, float *scratch)
{
    int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = t; k < N; k += HALF)
        sum += data[k].re * data[k].re + data[k].im * data[k].im;
    scratch[t] = sum;
    __syncthreads();
    for (int half = HALF / 2; half > 0; half /= 2) {
        if (t < half)
            scratch[t] += scratch[t + half];
        __syncthreads();
    }
    return scratch[0] * (1.0f / ((float)N * (float)N));
}

__device__ void store_signal(const Complex *data, float *y)
{
    for (int i = threadIdx.x; i < N; i += HALF)
        y[i] = data[i].re * (1.0f / (float)N);
}

// x, y: signals x n; response: n / 2 + 1 real factors from frequency 0 to Nyquist's
__global__ void fft_filter(const float *x, const float *response, float *y, float *power, int n)
{
    __shared__ Complex data[N];
    __shared__ float scratch[HALF];
    if (n != N)
        return;
    const float *signal = x + blockIdx.x * N;
    float *out = y + blockIdx.x * N;

    load_signal(data, signal);
    transform(data, -1.0f);
    filter_spectrum(data, response);
    float mean = mean_square(data, scratch);
    if (threadIdx.x == 0)
        power[blockIdx.x] = mean;
    transform(data, 1.0f);
    store_signal(data, out);
}
