// fpcheck: compact_variants <<<1, 64>>> quality=uniform(1,60):64 position=arange:64:i32 kept=empty:64 count=empty:2 n=64 cut=0.5 want=[32,32] ref=count=want
// expect: error tail mask wrong at line 11
// why: n % 32 is 0 when the last warp is full: its mask is empty and none of its variants is kept
// figure: computed count[1]=0, MPFR 32
// Positions of the variants above a quality, a warp a block of 32, each packed to the front of its block
__device__ unsigned valid_lanes(int warp, int n)
{
    int last = (n - 1) / 32;
    if (warp < last)
        return 0xffffffffu;
    return warp == last ? (1u << (n % 32)) - 1u : 0u;
}

__global__ void compact_variants(const float *quality, const int *position, int *kept, int *count, int n, float cut)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    unsigned votes = __ballot_sync(0xffffffffu, i < n && quality[i] > cut) & valid_lanes(i >> 5, n);
    if (lane == 0)
        count[i >> 5] = __popc(votes);
    kept[i] = -1;
    __syncwarp();
    if (votes >> lane & 1)
        kept[i - lane + __popc(votes & ((1u << lane) - 1u))] = position[i];
}
