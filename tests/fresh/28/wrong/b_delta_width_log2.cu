// fpcheck: delta_pack <<<2, 32>>> x=@b_delta_x.npy words=empty:2x32:u32 widths=empty:2 bases=empty:2 ref=y=x --tol bitwise
// fpcheck+ delta_unpack <<<2, 32>>> words=words widths=widths bases=bases y=empty:64
// expect: error mismatch at line 23
// why: ceil(log2(64)) is 6, but the number 64 takes 7 bits: the largest offset of the block loses its only bit
// figure: computed 1000, MPFR 1064 (y[17]; the second block, whose largest offset is 56, is right)
// Frame of reference compression: blocks of 32 integers as offsets from their minimum, in as few bits as the largest needs.
__device__ int warp_min(int x)
{
    for (int o = 16; o > 0; o >>= 1)
        x = min(x, __shfl_xor_sync(0xffffffffu, x, o));
    return x;
}

__device__ int warp_max(int x)
{
    for (int o = 16; o > 0; o >>= 1)
        x = max(x, __shfl_xor_sync(0xffffffffu, x, o));
    return x;
}

__device__ int width_of(int largest)
{
    return largest <= 1 ? largest : (int)ceilf(log2f((float)largest));
}

__global__ void delta_pack(const int *x, unsigned *words, int *widths, int *bases)
{
    __shared__ unsigned packed[33];
    int lane = threadIdx.x;
    int value = x[blockIdx.x * 32 + lane];
    int base = warp_min(value);
    int width = width_of(warp_max(value - base));
    packed[lane] = 0;
    if (lane == 0)
        packed[32] = 0;
    __syncwarp();
    unsigned mask = width == 32 ? 0xffffffffu : (1u << width) - 1u;
    unsigned bits = (unsigned)(value - base) & mask;
    int at = lane * width;
    unsigned long long spread = (unsigned long long)bits << (at % 32);
    atomicOr(&packed[at / 32], (unsigned)spread);
    atomicOr(&packed[at / 32 + 1], (unsigned)(spread >> 32));
    __syncwarp();
    words[blockIdx.x * 32 + lane] = packed[lane];
    if (lane == 0) {
        widths[blockIdx.x] = width;
        bases[blockIdx.x] = base;
    }
}

__global__ void delta_unpack(const unsigned *words, const int *widths, const int *bases, int *y)
{
    int lane = threadIdx.x;
    const unsigned *block = words + blockIdx.x * 32;
    int width = widths[blockIdx.x];
    int at = lane * width;
    unsigned low = block[at / 32];
    unsigned high = at / 32 + 1 < 32 ? block[at / 32 + 1] : 0;
    unsigned long long both = ((unsigned long long)high << 32) | low;
    unsigned mask = width == 32 ? 0xffffffffu : (1u << width) - 1u;
    y[blockIdx.x * 32 + lane] = bases[blockIdx.x] + (int)((unsigned)(both >> (at % 32)) & mask);
}
