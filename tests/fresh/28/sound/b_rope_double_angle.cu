// fpcheck: rope <<<3, dim3(16, 2)>>> x=@b_rd_x.npy positions=[0,17,5000,131071,1000003,262144] y=empty:6x32 n=6 log_base=13.815510557964274 ref=y=@b_rd_y.npy --tol rtol=1e-5,atol=1e-5
// expect: ok
// why: positions of a million, but the angle and its reduction to one turn are done in double; only the rest below half a turn is a float
// figure: computed -0.082057327, MPFR -0.0820572175 (worst element of a float model of the kernel: error 1.1e-07, tolerance 1.1e-05)
constexpr int HEAD = 32;
constexpr int PAIRS = HEAD / 2;

__device__ float half_turns(int position, int i, double log_base)
{
    const double inverse_pi = 0.31830988618379067154;
    double frequency = exp(-(double)i / PAIRS * log_base);
    double turns = (double)position * frequency * inverse_pi;
    // The nearest even number of half turns does not count.
    return (float)(turns - 2.0 * rint(0.5 * turns));
}

__global__ void rope(const float *x, const int *positions, float *y, int n, double log_base)
{
    int token = blockIdx.x * blockDim.y + threadIdx.y;
    int i = threadIdx.x;
    if (token >= n)
        return;
    float s, c;
    sincospif(half_turns(positions[token], i, log_base), &s, &c);
    float a = x[token * HEAD + i];
    float b = x[token * HEAD + i + PAIRS];
    y[token * HEAD + i] = a * c - b * s;
    y[token * HEAD + i + PAIRS] = a * s + b * c;
}
