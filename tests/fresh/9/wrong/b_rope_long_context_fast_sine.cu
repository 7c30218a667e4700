// fpcheck: rotate <<<5, 32>>> x=ones:5x16 positions=[0,1000,50000,131071,1000003] y=empty:5x16 n=5 half_dim=8
// expect: error fast-math beyond its range at line 14
// why: __sincosf has an absolute error that grows with the argument; at position 131071 the angle is reduced modulo 2 pi in single precision
// figure: y[3][0] = cos - sin computed about -0.24178 (sin.approx), MPFR -0.24274
// Rotary positions with dyadic frequencies 2^-i, pairs (i, i + half_dim).
__device__ float frequency(int i)
{
    return exp2f(-(float)i);
}

__device__ float2 rotated(float a, float b, float angle)
{
    float sine, cosine;
    __sincosf(angle, &sine, &cosine);
    return make_float2(a * cosine - b * sine, a * sine + b * cosine);
}

__global__ void rotate(const float *x, const int *positions, float *y, int n, int half_dim)
{
    int row = blockIdx.x;
    if (row >= n)
        return;
    for (int i = threadIdx.x; i < half_dim; i += blockDim.x) {
        const float *from = x + row * 2 * half_dim;
        float2 r = rotated(from[i], from[i + half_dim], (float)positions[row] * frequency(i));
        y[row * 2 * half_dim + i] = r.x;
        y[row * 2 * half_dim + i + half_dim] = r.y;
    }
}
