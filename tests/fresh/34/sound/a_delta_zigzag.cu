// fpcheck: decode_column <<<4, 128>>> packed=@a_delta_zigzag_packed.npy first=@a_delta_zigzag_first.npy value=empty:4x128 --ref 'value=@a_delta_zigzag_value.npy'
// expect: ok
// why: a column of delta and zigzag coded integers, decoded by a prefix sum; deltas between numbers near both ends of the 32-bit range wrap around, which unsigned arithmetic undoes
// figure: all of value exactly as the reference, e.g. value[0] = -1705181466
__global__ void decode_column(const unsigned* packed, const int* first, int* value)
{
    __shared__ unsigned warp_total[4];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    unsigned z = packed[blockIdx.x * 128 + t];
    unsigned v = (z >> 1) ^ (0u - (z & 1u));
    for (int d = 1; d < 32; d <<= 1) {
        unsigned o = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d)
            v += o;
    }
    if (lane == 31)
        warp_total[warp] = v;
    __syncthreads();
    for (int w = 0; w < warp; ++w)
        v += warp_total[w];
    value[blockIdx.x * 128 + t] = (int)((unsigned)first[blockIdx.x] + v);
}
