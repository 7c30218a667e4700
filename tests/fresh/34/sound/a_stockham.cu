// fpcheck: compress_pulse <<<2, 128>>> re=@a_stockham_re.npy im=@a_stockham_im.npy chirp=@a_stockham_chirp.npy out=empty:2x512 --ref 'out=@a_stockham_out.npy' --tol rtol=1e-4,atol=1e-3
// expect: ok
// why: a Stockham transform ping-pongs between two halves of shared memory with one barrier a pass, which is enough; twiddles come from sincospif of an exact fraction; the inverse is the forward transform between two conjugations
// figure: largest relative error at out[309]: computed 0.00790977478, exact 0.00790736664, off by 2.4e-06, within rtol=1e-4,atol=1e-3
#include <cuda_runtime.h>

// Pulse compression: the echo is correlated with the chirp that was sent, by
// 256-point FFTs, self-sorting (no bit reversal), one echo a block, one
// butterfly a thread and pass.

constexpr int LOG_N = 8;
constexpr int N = 1 << LOG_N;

struct Complex {
    float re, im;
};

__device__ Complex add(Complex a, Complex b)
{
    return {a.re + b.re, a.im + b.im};
}

__device__ Complex sub(Complex a, Complex b)
{
    return {a.re - b.re, a.im - b.im};
}

__device__ Complex mul(Complex a, Complex b)
{
    return {fmaf(a.re, b.re, -(a.im * b.im)), fmaf(a.re, b.im, a.im * b.re)};
}

__device__ Complex unit(float half_turns)
{
    Complex w;
    sincospif(half_turns, &w.im, &w.re);
    return w;
}

struct Buffers {
    Complex half[2][N];
};

// The pass with sub-transforms of length len: N/2 butterflies.
__device__ void pass(const Complex* from, Complex* to, int len)
{
    int t = threadIdx.x;
    int k = t & (len - 1);
    Complex a = from[t];
    Complex b = from[t + N / 2];
    Complex w = unit(-(float)k / (float)len);
    b = mul(b, w);
    int at = 2 * t - k;
    to[at] = add(a, b);
    to[at + len] = sub(a, b);
}

__device__ int transform(Buffers& s)
{
    int from = 0;
    for (int len = 1; len < N; len <<= 1) {
        pass(s.half[from], s.half[from ^ 1], len);
        from ^= 1;
        __syncthreads();
    }
    return from;
}

__device__ Complex conjugate(Complex a)
{
    return {a.re, -a.im};
}

// Both buffers are free again once everybody has passed the barrier.
__device__ int spectrum_of(Buffers& s, const Complex& a, const Complex& b)
{
    s.half[0][threadIdx.x] = a;
    s.half[0][threadIdx.x + N / 2] = b;
    __syncthreads();
    return transform(s);
}

// conj(FFT(conj(x))) / N: the scale is a power of two.
__device__ Complex inverse_at(const Buffers& s, int at, int i)
{
    Complex c = conjugate(s.half[at][i]);
    return {c.re * (1.0f / N), c.im * (1.0f / N)};
}

__global__ void compress_pulse(const float* re, const float* im, const float* chirp, float* out)
{
    __shared__ Buffers s;
    int t = threadIdx.x, u = t + N / 2;
    const float* r = re + blockIdx.x * N;
    const float* q = im + blockIdx.x * N;
    int at = spectrum_of(s, {chirp[2 * t], chirp[2 * t + 1]}, {chirp[2 * u], chirp[2 * u + 1]});
    Complex ct = conjugate(s.half[at][t]), cu = conjugate(s.half[at][u]);
    __syncthreads();
    at = spectrum_of(s, {r[t], q[t]}, {r[u], q[u]});
    Complex pt = mul(s.half[at][t], ct), pu = mul(s.half[at][u], cu);
    __syncthreads();
    at = spectrum_of(s, conjugate(pt), conjugate(pu));
    for (int i = threadIdx.x; i < N; i += blockDim.x) {
        Complex c = inverse_at(s, at, i);
        out[blockIdx.x * 2 * N + 2 * i] = c.re;
        out[blockIdx.x * 2 * N + 2 * i + 1] = c.im;
    }
}
