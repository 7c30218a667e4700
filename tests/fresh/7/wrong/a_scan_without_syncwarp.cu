// fpcheck: ledger<<<1, 64>>> flow=uniform(-1,1):64 balance=empty:64
// expect: error race at line 13
// why: lanes read their neighbour's slot and write their own with nothing between: within a warp that is no order since Volta
// figure: computed balance[31] depends on the schedule (any partial sum), MPFR the sum of flow[0..31]
// Running balance of accounts, 32 bookings each: inclusive scan by a warp in shared memory.
template <int WIDTH>
__device__ float warp_scan(float *line, int lane, float v)
{
    line[lane] = v;
    __syncwarp();
#pragma unroll
    for (int d = 1; d < WIDTH; d <<= 1) {
        float left = lane >= d ? line[lane - d] : 0.0f;
        v += left;
        line[lane] = v;
        __syncwarp();
    }
    return v;
}

__global__ void ledger(const float *flow, float *balance)
{
    __shared__ float line[2][32];
    int t = threadIdx.x;
    balance[t] = warp_scan<32>(line[t >> 5], t & 31, flow[t]);
}
