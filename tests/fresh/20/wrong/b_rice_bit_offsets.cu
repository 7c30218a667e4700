// fpcheck: rice_offsets <<<1, 32>>> residual=[5,90000,12,70,200000,3,1,40000,999,240000,17,2,150000,8,77,31] offset=empty:16 n=16 k=2 want=[0,4,22507,22513,22533,72536,72539,72542,82545,82797,142800,142807,142810,180313,180318,180340] ref=offset=want --tol rtol=0,atol=0.5
// expect: error integer-overflow at line 19
// why: the scan of the code lengths runs in unsigned short; after the long unary codes the bit offset is above 65535 and wraps
// figure: computed offset[15] = 49268, right 180340
// Where the Rice code of each residual starts in the bit stream (parameter k: quotient unary, remainder k bits).
__device__ unsigned short code_length(unsigned r, int k)
{
    return (unsigned short)((r >> k) + 1u + k);
}

__global__ void rice_offsets(const unsigned *residual, unsigned *offset, int n, int k)
{
    int lane = threadIdx.x;
    unsigned short len = lane < n ? code_length(residual[lane], k) : 0;
    unsigned short sum = len;
    for (int d = 1; d < 32; d <<= 1) {
        unsigned short up = (unsigned short)__shfl_up_sync(0xffffffffu, (unsigned)sum, d);
        if (lane >= d)
            sum = (unsigned short)(sum + up);
    }
    if (lane < n)
        offset[lane] = (unsigned)(sum - len) & 0xffffu;
}
