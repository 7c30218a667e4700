// fpcheck: compact_variants <<<1, 64>>> quality=[40.0,3.0,3.0,40.0,3.0,3.0,40.0,3.0,3.0,40.0,3.0,3.0,40.0,3.0,3.0,40.0,3.0,3.0,40.0,3.0,3.0,40.0,3.0,3.0,40.0,3.0,3.0,40.0,3.0,3.0,40.0,3.0,3.0,40.0,3.0,3.0,40.0,3.0,3.0,40.0,3.0,3.0,40.0,3.0,3.0,40.0,3.0,3.0,40.0,3.0] kept=empty:64 count=empty:2 n=50 cut=20.0 want=[0,3,6,9,12,15,18,21,24,27,30,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,33,36,39,42,45,48,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1] ref=kept=want
// expect: ok
// why: n is no multiple of 32 and the buffer ends at n: the bounds check comes before the read, all lanes vote, (1 << lane) - 1 never shifts by 32, and kept is ordered by __syncwarp
// figure: kept[32..37] computed 33 36 39 42 45 48, right the same; exact integers
// Numbers of the variants above a quality, a warp a block of 32, each packed to the front of its block
__global__ void compact_variants(const float *quality, int *kept, int *count, int n, float cut)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    bool pass = i < n && quality[i] > cut;
    unsigned votes = __ballot_sync(0xffffffffu, pass);
    if (lane == 0)
        count[i >> 5] = __popc(votes);
    kept[i] = -1;
    __syncwarp();
    if (pass)
        kept[i - lane + __popc(votes & ((1u << lane) - 1u))] = i;
}
