// fpcheck: code_blocks <<<4, 32>>> x=uniform(0,255):4x256 y=empty:4x256 blocks=16 step=0.125 ref=y=x --tol atol=1.0,rtol=0
// expect: error wrong constant at line 64
// why: the last odd row of the inverse transform takes cos(6 pi/16)/2 for its first harmonic where cos(7 pi/16)/2 belongs, so the middle pixels are off by a tenth of that coefficient
// figure: y[28]: computed 101.5631, right 92.9756
// A lossy round trip of 8x8 video blocks: forward DCT, quantisation, zigzag, and back.
// A warp a block of pixels, two pixels a lane and pass.

#define B 8
#define AREA 64

// half cosines: C(k) = cos(k pi / 16) / 2, C4 also for the constant
#define C1 0.49039264f
#define C2 0.46193977f
#define C3 0.41573481f
#define C4 0.35355339f
#define C5 0.27778512f
#define C6 0.19134172f
#define C7 0.09754516f

__constant__ unsigned char zigzag[AREA] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
    41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
    30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

// ---- one-dimensional transforms of eight values with a stride

__device__ void forward8(const float *in, float *out, int stride)
{
    float a0 = in[0] + in[7 * stride], d0 = in[0] - in[7 * stride];
    float a1 = in[stride] + in[6 * stride], d1 = in[stride] - in[6 * stride];
    float a2 = in[2 * stride] + in[5 * stride], d2 = in[2 * stride] - in[5 * stride];
    float a3 = in[3 * stride] + in[4 * stride], d3 = in[3 * stride] - in[4 * stride];

    float e0 = a0 + a3, e1 = a1 + a2;
    float f0 = a0 - a3, f1 = a1 - a2;

    out[0] = C4 * (e0 + e1);
    out[4 * stride] = C4 * (e0 - e1);
    out[2 * stride] = C2 * f0 + C6 * f1;
    out[6 * stride] = C6 * f0 - C2 * f1;

    out[stride] = C1 * d0 + C3 * d1 + C5 * d2 + C7 * d3;
    out[3 * stride] = C3 * d0 - C7 * d1 - C1 * d2 - C5 * d3;
    out[5 * stride] = C5 * d0 - C1 * d1 + C7 * d2 + C3 * d3;
    out[7 * stride] = C7 * d0 - C5 * d1 + C3 * d2 - C1 * d3;
}

__device__ void inverse8(const float *in, float *out, int stride)
{
    float g0 = in[0], g4 = in[4 * stride];
    float g2 = in[2 * stride], g6 = in[6 * stride];
    float g1 = in[stride], g3 = in[3 * stride];
    float g5 = in[5 * stride], g7 = in[7 * stride];

    float s = C4 * (g0 + g4), d = C4 * (g0 - g4);
    float u = C2 * g2 + C6 * g6;
    float v = C6 * g2 - C2 * g6;
    float e0 = s + u, e3 = s - u;
    float e1 = d + v, e2 = d - v;

    float o0 = C1 * g1 + C3 * g3 + C5 * g5 + C7 * g7;
    float o1 = C3 * g1 - C7 * g3 - C1 * g5 - C5 * g7;
    float o2 = C5 * g1 - C1 * g3 + C7 * g5 + C3 * g7;
    float o3 = C6 * g1 - C5 * g3 + C3 * g5 - C1 * g7;

    out[0] = e0 + o0;
    out[7 * stride] = e0 - o0;
    out[stride] = e1 + o1;
    out[6 * stride] = e1 - o1;
    out[2 * stride] = e2 + o2;
    out[5 * stride] = e2 - o2;
    out[3 * stride] = e3 + o3;
    out[4 * stride] = e3 - o3;
}

// ---- quantisation: the dead zone is left out, the step grows with the frequency

__device__ float step_of(int i, float step)
{
    int u = i % B, v = i / B;
    return step * (1.0f + 0.0625f * (float)(u + v));
}

__device__ short quantise(float c, float step)
{
    float level = rintf(c / step);
    level = fminf(fmaxf(level, -32767.0f), 32767.0f);
    return (short)level;
}

__device__ float dequantise(short level, float step)
{
    return (float)level * step;
}

// ---- passes over a block: rows by eight lanes, then columns

__device__ void forward_block(float *a, float *b)
{
    int lane = threadIdx.x & 31;
    if (lane < B)
        forward8(a + lane * B, b + lane * B, 1);
    __syncwarp();
    if (lane < B)
        forward8(b + lane, a + lane, B);
    __syncwarp();
}

__device__ void inverse_block(float *a, float *b)
{
    int lane = threadIdx.x & 31;
    if (lane < B)
        inverse8(a + lane, b + lane, B);
    __syncwarp();
    if (lane < B)
        inverse8(b + lane * B, a + lane * B, 1);
    __syncwarp();
}

__global__ void code_blocks(const float *x, float *y, int blocks, float step)
{
    __shared__ float a[AREA], b[AREA];
    __shared__ short stream[AREA];
    int lane = threadIdx.x & 31;

    for (int k = blockIdx.x; k < blocks; k += gridDim.x) {
        const float *in = x + k * AREA;
        float *out = y + k * AREA;

        a[lane] = in[lane] - 128.0f;
        a[lane + 32] = in[lane + 32] - 128.0f;
        __syncwarp();

        forward_block(a, b);

        for (int i = lane; i < AREA; i += 32)
            stream[i] = quantise(a[zigzag[i]], step_of(zigzag[i], step));
        __syncwarp();

        for (int i = lane; i < AREA; i += 32)
            a[zigzag[i]] = dequantise(stream[i], step_of(zigzag[i], step));
        __syncwarp();

        inverse_block(a, b);

        out[lane] = a[lane] + 128.0f;
        out[lane + 32] = a[lane + 32] + 128.0f;
        __syncwarp();
    }
}
