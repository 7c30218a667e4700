// fpcheck: trigger<<<1, 64>>> adc=[3.0,9.0,1.0,12.0,7.0,2.0,15.0,4.0,8.0,11.0,0.0,5.0,6.0,14.0,3.0,2.0,9.0,1.0,13.0,5.0] fired=empty:2:i32 threshold=6.5 n=20
// expect: error uninitialised shared memory at line 16
// why: the tile is filled for the n channels only, but every lane votes with its slot: what the slots past n hold is undefined
// figure: computed fired[0] = 9 to 21 (12 of 32 votes undefined), MPFR 9
// How many channels of a detector are above threshold, by votes of each warp.
__global__ void trigger(const float *adc, int *fired, float threshold, int n)
{
    __shared__ float tile[64];
    int t = threadIdx.x;
    if (t < n)
        tile[t] = adc[t];
    __syncthreads();
    // mirrored pairs: lane order does not matter for the count
    int lane = t & 31;
    int slot = (t & ~31) | (31 - lane);
    bool hot = tile[slot] > threshold;
    unsigned votes = __ballot_sync(0xffffffffu, hot);
    if (lane == 0)
        fired[t >> 5] = __popc(votes);
}
