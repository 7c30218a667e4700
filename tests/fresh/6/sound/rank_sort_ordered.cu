// fpcheck: rank_sort_ordered <<<1, 64>>> n=10 x=[3.5, -1.25, 0.5, -8.0, 2.0, -0.125, 7.0, -3.0, 0.0625, -2.5] out=empty:10 want=[-8.0, -3.0, -2.5, -1.25, -0.125, 0.0625, 0.5, 2.0, 3.5, 7.0] ref=out=want --tol rtol=0,atol=0
// expect: ok
// LSD radix sort of up to 64 floats, one bit a pass, keys flipped to unsigned order; ballots give the ranks.
__device__ unsigned flip(unsigned b) { return b ^ ((b >> 31) ? 0xffffffffu : 0x80000000u); }
__device__ unsigned unflip(unsigned k) { return k ^ ((k >> 31) ? 0x80000000u : 0xffffffffu); }

__global__ void rank_sort_ordered(const float* x, float* out, int n)
{
    __shared__ unsigned keys[64];
    __shared__ unsigned zeros[2];
    int t = threadIdx.x, lane = t & 31, w = t >> 5;
    unsigned k = t < n ? flip(__float_as_uint(x[t])) : 0xffffffffu;    // padding sorts behind everything finite
    for (int bit = 0; bit < 32; ++bit) {
        bool one = (k >> bit) & 1u;
        unsigned mask = __ballot_sync(0xffffffffu, !one);
        if (lane == 0) zeros[w] = __popc(mask);
        __syncthreads();
        int before = __popc(mask & ((1u << lane) - 1u)) + (w ? (int)zeros[0] : 0);
        int total = (int)(zeros[0] + zeros[1]);
        int at = one ? total + (t - before) : before;
        keys[at] = k;
        __syncthreads();
        k = keys[t];
        __syncthreads();
    }
    if (t < n) out[t] = __uint_as_float(unflip(k));
}
