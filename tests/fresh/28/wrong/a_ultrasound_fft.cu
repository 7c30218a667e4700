// fpcheck: spectrum <<<2, 64>>> echo=randn:2x256 power=empty:2x129 peak_bin=empty:2 lines=2
// expect: error race at line 82
// why: one shared array carries first the real, then the imaginary parts; no barrier keeps the second write from overtaking another warp's read of the first
// figure: power undefined between warps: real parts of a stage may be read as the imaginary parts another warp already wrote
// Power spectra of ultrasound lines: Hann window, 256-point radix-4 Stockham transform, 64 threads with four values each.
// Shared memory is short, so real and imaginary parts are exchanged one after the other through one array.
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

// Times -i.
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

__device__ float hann(int i)
{
    float s = sinpif((float)i / (float)N);
    return s * s;
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

__device__ void apply_twiddles(Complex v[4], int t, int ns)
{
    int k = t % ns;
    for (int r = 1; r < 4; r++)
        v[r] = v[r] * twiddle(k * r, ns * 4);
}

__device__ int target(int t, int ns, int r)
{
    return t / ns * ns * 4 + t % ns + r * ns;
}

// Moves the outputs of a stage to the threads that need them in the next.
__device__ void exchange(float *line, Complex v[4], int t, int ns)
{
    for (int r = 0; r < 4; r++)
        line[target(t, ns, r)] = v[r].re;
    __syncthreads();
    for (int r = 0; r < 4; r++)
        v[r].re = line[t + r * T];

    for (int r = 0; r < 4; r++)
        line[target(t, ns, r)] = v[r].im;
    __syncthreads();
    for (int r = 0; r < 4; r++)
        v[r].im = line[t + r * T];
    __syncthreads();
}

__device__ void transform(float *line, Complex v[4], int t)
{
    for (int ns = 1; ns < N; ns *= 4) {
        apply_twiddles(v, t, ns);
        butterfly4(v);
        exchange(line, v, t, ns);
    }
}

__device__ float mean_of_line(const float *echo, int t)
{
    __shared__ float part[2];
    float s = 0.0f;
    for (int r = 0; r < 4; r++)
        s += echo[t + r * T];
    for (int o = 16; o > 0; o >>= 1)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if ((t & 31) == 0)
        part[t >> 5] = s;
    __syncthreads();
    return (part[0] + part[1]) / (float)N;
}

__device__ float squared(Complex v)
{
    return v.re * v.re + v.im * v.im;
}

// One-sided: bins between the first and the last count twice.
__device__ float one_sided(int bin, float p)
{
    return bin == 0 || bin == N / 2 ? p : 2.0f * p;
}

// Strongest bin of a line, the lower one of equal bins; all threads take part.
__device__ int strongest(const float *power, int t)
{
    int best = t;
    for (int bin = t + T; bin <= N / 2; bin += T)
        best = power[bin] > power[best] ? bin : best;
    for (int o = 16; o > 0; o >>= 1) {
        int other = __shfl_xor_sync(0xffffffffu, best, o);
        bool better = power[other] > power[best] || (power[other] == power[best] && other < best);
        best = better ? other : best;
    }
    return best;
}

__global__ void spectrum(const float *echo, float *power, int *peak_bin, int lines)
{
    __shared__ float line[N];
    int l = blockIdx.x;
    if (l >= lines)
        return;
    int t = threadIdx.x;
    const float *mine = echo + l * N;
    float mean = mean_of_line(mine, t);

    Complex v[4];
    for (int r = 0; r < 4; r++) {
        int i = t + r * T;
        v[r] = {(mine[i] - mean) * hann(i), 0.0f};
    }
    transform(line, v, t);

    const float norm = 1.0f / (0.375f * (float)N * (float)N);
    for (int r = 0; r < 4; r++) {
        int bin = t + r * T;
        if (bin <= N / 2)
            power[l * (N / 2 + 1) + bin] = one_sided(bin, squared(v[r]) * norm);
    }
    __syncthreads();
    __shared__ int candidate[2];
    const float *row = power + l * (N / 2 + 1);
    int best = strongest(row, t);
    if ((t & 31) == 0)
        candidate[t >> 5] = best;
    __syncthreads();
    if (t == 0)
        peak_bin[l] = row[candidate[1]] > row[candidate[0]] ? candidate[1] : candidate[0];
}
