// fpcheck: fft64 <<<2, 32>>> re=randn:2x64 im=randn:2x64 outr=empty:2x64 outi=empty:2x64
// expect: ok
// why: bit-reversed indices and in-place butterflies in shared memory, two per thread barrier; the twiddles come from sincospif of an exact fraction
// figure: error about 2e-7 of the norm of a signal, log2(64) = 6 stages
#define N 64

struct Complex {
    float re, im;
};

__device__ inline Complex times(Complex a, Complex b)
{
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

__device__ inline Complex plus(Complex a, Complex b)
{
    return {a.re + b.re, a.im + b.im};
}

__device__ inline Complex minus(Complex a, Complex b)
{
    return {a.re - b.re, a.im - b.im};
}

// exp(-2 pi i k / size)
__device__ inline Complex twiddle(int k, int size)
{
    Complex w;
    sincospif(-2.0f * (float)k / (float)size, &w.im, &w.re);
    return w;
}

__device__ inline int reversed(int i)
{
    return (int)(__brev((unsigned)i) >> 26);
}

// One block a signal; each of the 32 threads has one butterfly of every stage.
__global__ void fft64(const float *re, const float *im, float *outr, float *outi)
{
    __shared__ Complex v[N];
    int t = threadIdx.x;
    const int base = blockIdx.x * N;
    for (int i = t; i < N; i += 32)
        v[reversed(i)] = {re[base + i], im[base + i]};
    for (int half = 1; half < N; half *= 2) {
        __syncthreads();
        int k = t & (half - 1);
        int a = 2 * (t - k) + k;
        Complex low = v[a];
        Complex high = times(v[a + half], twiddle(k, 2 * half));
        v[a] = plus(low, high);
        v[a + half] = minus(low, high);
    }
    __syncthreads();
    for (int i = t; i < N; i += 32) {
        outr[base + i] = v[i].re;
        outi[base + i] = v[i].im;
    }
}
