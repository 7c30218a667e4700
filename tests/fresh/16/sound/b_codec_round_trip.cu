// fpcheck: transcode <<<2, 64>>> image=[[52,55,61,66,70,61,64,73],[63,59,55,90,109,85,69,72],[62,59,68,113,144,104,66,73],[63,58,71,122,154,106,70,69],[67,61,68,104,126,88,68,70],[79,65,60,70,77,68,58,75],[85,71,64,59,55,61,65,83],[87,79,69,68,65,76,78,94],[200,190,180,170,160,150,140,130],[10,20,30,40,50,60,70,80],[255,0,255,0,255,0,255,0],[128,128,128,128,128,128,128,128],[5,250,5,250,5,250,5,250],[90,91,92,93,94,95,96,97],[0,0,0,0,255,255,255,255],[33,66,99,132,165,198,231,250]] out=empty:16x8 energy=empty:2 used=empty:2 quality=1 ref=out=image --tol atol=16
// expect: ok
// why: 12-bit fields cross word borders and are or-ed by atomics, negatives masked on the way in and sign-extended on the way out; the loss is that of the quantiser
// figure: worst pixel computed 123.9, given 128: off by 4.11 against atol 16
// A transform codec for 8x8 blocks: cosine transform, quantiser, zigzag, 12 bits a coefficient, and back again.
// One block of 64 threads transcodes one block of the image.
#define SIDE 8
#define PIXELS 64
#define BITS 12
#define WORDS (PIXELS * BITS / 32)

__constant__ unsigned char zigzag[PIXELS] = {
    0,  1,  8,  16, 9,  2,  3,  10,
    17, 24, 32, 25, 18, 11, 4,  5,
    12, 19, 26, 33, 40, 48, 41, 34,
    27, 20, 13, 6,  7,  14, 21, 28,
    35, 42, 49, 56, 57, 50, 43, 36,
    29, 22, 15, 23, 30, 37, 44, 51,
    58, 59, 52, 45, 38, 31, 39, 46,
    53, 60, 61, 54, 47, 55, 62, 63
};

struct Shared {
    float basis[SIDE][SIDE];        // basis[u][x]
    float plane[SIDE][SIDE];
    float half_done[SIDE][SIDE];
    int coefficient[PIXELS];
    unsigned int stream[WORDS + 1];
    float sums[PIXELS];
};

__device__ void make_basis(Shared &s, int t)
{
    int u = t / SIDE, x = t % SIDE;
    float norm = u == 0 ? 0.353553391f : 0.5f;
    s.basis[u][x] = norm * cospif((float)((2 * x + 1) * u) * 0.0625f);
}

// Rows, then columns: plane -> half_done -> result of this thread.
__device__ float forward(Shared &s, int u, int v)
{
    float sum = 0.0f;
    for (int x = 0; x < SIDE; x++)
        sum += s.plane[u][x] * s.basis[v][x];
    s.half_done[u][v] = sum;
    __syncthreads();
    sum = 0.0f;
    for (int y = 0; y < SIDE; y++)
        sum += s.half_done[y][v] * s.basis[u][y];
    return sum;
}

__device__ float inverse(Shared &s, int y, int x)
{
    float sum = 0.0f;
    for (int v = 0; v < SIDE; v++)
        sum += s.plane[y][v] * s.basis[v][x];
    s.half_done[y][x] = sum;
    __syncthreads();
    sum = 0.0f;
    for (int u = 0; u < SIDE; u++)
        sum += s.half_done[u][x] * s.basis[u][y];
    return sum;
}

__device__ float step_of(int position, int quality)
{
    int u = position / SIDE, v = position % SIDE;
    return (float)(2 * quality + (u + v) / 2);
}

__device__ int quantise(float c, float step)
{
    int q = __float2int_rn(c / step);
    return max(-2048, min(2047, q));
}

__device__ void put(Shared &s, int slot, int value)
{
    int bit = slot * BITS;
    int word = bit >> 5, shift = bit & 31;
    unsigned long long field = (unsigned long long)((unsigned int)value & 0xfffu) << shift;
    atomicOr(&s.stream[word], (unsigned int)field);
    if (shift + BITS > 32)
        atomicOr(&s.stream[word + 1], (unsigned int)(field >> 32));
}

__device__ int get(const Shared &s, int slot)
{
    int bit = slot * BITS;
    int word = bit >> 5, shift = bit & 31;
    unsigned long long both = (unsigned long long)s.stream[word + 1] << 32 | s.stream[word];
    unsigned int field = (unsigned int)(both >> shift) & 0xfffu;
    return (int)(field << 20) >> 20;
}

__device__ float block_sum(Shared &s, float v, int t)
{
    s.sums[t] = v;
    __syncthreads();
    for (int half = PIXELS / 2; half > 0; half >>= 1) {
        if (t < half)
            s.sums[t] += s.sums[t + half];
        __syncthreads();
    }
    return s.sums[0];
}

// How many coefficients the stream holds that are not zero.
__device__ int count_used(bool nonzero, int *warps, int t)
{
    unsigned int votes = __ballot_sync(0xffffffffu, nonzero);
    if ((t & 31) == 0)
        warps[t >> 5] = __popc(votes);
    __syncthreads();
    return warps[0] + warps[1];
}

__global__ void transcode(const float *image, float *out, float *energy, int *used, int quality)
{
    __shared__ Shared s;
    __shared__ int warps[2];
    int t = threadIdx.x;
    int y = t / SIDE, x = t % SIDE;
    const float *in = image + blockIdx.x * PIXELS;

    make_basis(s, t);
    s.plane[y][x] = in[t] - 128.0f;
    if (t <= WORDS)
        s.stream[t] = 0u;
    __syncthreads();

    float c = forward(s, y, x);
    s.coefficient[t] = quantise(c, step_of(t, quality));
    __syncthreads();

    int from = zigzag[t];
    put(s, t, s.coefficient[from]);
    __syncthreads();

    // The decoder sees the stream only.
    int q = get(s, t);
    float back = (float)q * step_of(from, quality);
    s.plane[from / SIDE][from % SIDE] = back;
    __syncthreads();

    float pixel = inverse(s, y, x) + 128.0f;
    out[blockIdx.x * PIXELS + t] = fminf(fmaxf(pixel, 0.0f), 255.0f);

    float all = block_sum(s, back * back, t);
    int count = count_used(q != 0, warps, t);
    if (t == 0) {
        energy[blockIdx.x] = all / (float)PIXELS;
        used[blockIdx.x] = count;
    }
}
