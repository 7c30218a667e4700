// fpcheck: convolve <<<2, 64>>> dry=@a_room_convolution_dry.npy room=@a_room_convolution_room.npy wet=empty:2x256 peak=empty:2 --ref wet=@a_room_convolution_want.npy --tol rtol=1e-5,atol=1e-5
// expect: ok
// why: one shared array is used for real and imaginary parts in turn, with a barrier on both sides of each use; the inverse transform goes by conjugates
// figure: wet[0][10] computed 0.385036647, MPFR 0.385037444; worst error 0.17 of the tolerance
// Convolution with a room response: 192 samples and 65 taps fit a cyclic transform of 256. Radix 4 Stockham, 64 threads a line.
// Signal and response ride through one complex transform as its real and imaginary parts.
#define N 256
#define T 64

struct Complex {
    float re, im;
};

__device__ Complex operator+(Complex a, Complex b)
{
    return {a.re + b.re, a.im + b.im};
}

__device__ Complex operator-(Complex a, Complex b)
{
    return {a.re - b.re, a.im - b.im};
}

__device__ Complex operator*(Complex a, Complex b)
{
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

__device__ Complex conjugate(Complex a)
{
    return {a.re, -a.im};
}

__device__ Complex turn(Complex a)
{
    return {a.im, -a.re};
}

__device__ Complex twiddle(int k, int n)
{
    float s, c;
    sincospif(-2.0f * (float)k / (float)n, &s, &c);
    return {c, s};
}

__device__ void butterfly4(Complex v[4])
{
    Complex a = v[0] + v[2];
    Complex b = v[0] - v[2];
    Complex c = v[1] + v[3];
    Complex d = turn(v[1] - v[3]);
    v[0] = a + c;
    v[1] = b + d;
    v[2] = a - c;
    v[3] = b - d;
}

__device__ int target(int t, int ns, int r)
{
    return t / ns * ns * 4 + t % ns + r * ns;
}

__device__ void exchange_part(float *line, float part[4], int t, int ns)
{
    for (int r = 0; r < 4; r++)
        line[target(t, ns, r)] = part[r];
    __syncthreads();
    for (int r = 0; r < 4; r++)
        part[r] = line[t + r * T];
    __syncthreads();
}

__device__ void exchange(float *line, Complex v[4], int t, int ns)
{
    float part[4];
    for (int r = 0; r < 4; r++)
        part[r] = v[r].re;
    exchange_part(line, part, t, ns);
    for (int r = 0; r < 4; r++) {
        v[r].re = part[r];
        part[r] = v[r].im;
    }
    exchange_part(line, part, t, ns);
    for (int r = 0; r < 4; r++)
        v[r].im = part[r];
}

__device__ void transform(float *line, Complex v[4], int t)
{
    for (int ns = 1; ns < N; ns *= 4) {
        for (int r = 1; r < 4; r++)
            v[r] = v[r] * twiddle(t % ns * r, ns * 4);
        butterfly4(v);
        exchange(line, v, t, ns);
    }
}

// Value of bin N - k for each bin k that this thread holds.
__device__ void mirrored(float *line, const Complex v[4], Complex m[4], int t)
{
    for (int r = 0; r < 4; r++)
        line[t + r * T] = v[r].re;
    __syncthreads();
    for (int r = 0; r < 4; r++)
        m[r].re = line[(N - (t + r * T)) % N];
    __syncthreads();
    for (int r = 0; r < 4; r++)
        line[t + r * T] = v[r].im;
    __syncthreads();
    for (int r = 0; r < 4; r++)
        m[r].im = line[(N - (t + r * T)) % N];
    __syncthreads();
}

// From Z = A + iB with Hermitian A and B: A B = (Z^2 - conj(Z')^2) / 4i, Z' the mirrored bin.
__device__ Complex product_of_halves(Complex z, Complex mirror)
{
    Complex a = z + conjugate(mirror);
    Complex b = turn(z - conjugate(mirror));
    Complex p = a * b;
    return {0.25f * p.re, 0.25f * p.im};
}

// Largest magnitude of a line; bits of numbers that are not negative stand in the order of the numbers.
__device__ float block_peak(float mine)
{
    __shared__ int bits;
    if (threadIdx.x == 0)
        bits = 0;
    __syncthreads();
    atomicMax(&bits, __float_as_int(mine));
    __syncthreads();
    return __int_as_float(bits);
}

__global__ void convolve(const float *dry, const float *room, float *wet, float *peak)
{
    __shared__ float line[N];
    int t = threadIdx.x;
    int l = blockIdx.x;
    Complex v[4], m[4];
    for (int r = 0; r < 4; r++) {
        int i = t + r * T;
        v[r] = {i < 192 ? dry[l * 192 + i] : 0.0f, i < 65 ? room[i] : 0.0f};
    }
    transform(line, v, t);
    mirrored(line, v, m, t);
    for (int r = 0; r < 4; r++)
        v[r] = conjugate(product_of_halves(v[r], m[r]));
    transform(line, v, t);
    float largest = 0.0f;
    for (int r = 0; r < 4; r++) {
        float sample = v[r].re * (1.0f / (float)N);
        wet[l * N + t + r * T] = sample;
        largest = fmaxf(largest, fabsf(sample));
    }
    largest = block_peak(largest);
    if (t == 0)
        peak[l] = largest;
}
