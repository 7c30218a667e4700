// fpcheck: pack_int4 <<<(R*G+63)/64, 64>>> w=@b_int4_w.npy packed=empty:16x32 scales=empty:16x2 R=16 G=2 ref=y=@b_int4_y.npy --tol rtol=5e-2,atol=1.6
// fpcheck+ matvec_int4 <<<R, 32>>> packed=packed scales=scales x=@b_int4_x.npy y=empty:16 G=2 R=16
// expect: error mismatch at line 28
// why: the low level is an int in -8..7 that is not masked with 15, so a negative one sets the four bits of its upper neighbour too
// figure: computed 2.5524373, MPFR 12.6907253 (y[2]; with the mask 13.02)
constexpr int GROUP = 32;

__device__ int level_of(float w, float inverse)
{
    int level = __float2int_rn(w * inverse);
    return max(-8, min(7, level));
}

__global__ void pack_int4(const float *w, unsigned char *packed, float *scales, int R, int G)
{
    int group = blockIdx.x * blockDim.x + threadIdx.x;
    if (group >= R * G)
        return;
    const float *source = w + group * GROUP;
    float most = 0.0f;
    for (int i = 0; i < GROUP; i++)
        most = fmaxf(most, fabsf(source[i]));
    float scale = most > 0.0f ? most / 7.0f : 1.0f;
    float inverse = 1.0f / scale;
    for (int i = 0; i < GROUP; i += 2) {
        int low = level_of(source[i], inverse);
        int high = level_of(source[i + 1], inverse);
        packed[(group * GROUP + i) / 2] = (unsigned char)((high << 4) | low);
    }
    scales[group] = scale;
}

__device__ float low_level(unsigned char byte)
{
    return (float)((int)((unsigned)byte << 28) >> 28);
}

__device__ float high_level(unsigned char byte)
{
    return (float)((int)((unsigned)byte << 24) >> 28);
}

__global__ void matvec_int4(const unsigned char *packed, const float *scales, const float *x, float *y, int G, int R)
{
    int row = blockIdx.x;
    int columns = G * GROUP;
    float sum = 0.0f;
    for (int c = 2 * threadIdx.x; c < columns; c += 2 * blockDim.x) {
        unsigned char byte = packed[(row * columns + c) / 2];
        float scale = scales[row * G + c / GROUP];
        sum += scale * (low_level(byte) * x[c] + high_level(byte) * x[c + 1]);
    }
    for (int o = 16; o > 0; o >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, o);
    if (threadIdx.x == 0)
        y[row] = sum;
}
