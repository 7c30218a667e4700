// fpcheck: top3 <<<6, 32>>> x=@a_top3_keys_x.npy value=empty:6x3 index=empty:6x3 cols=50 --ref 'value=@a_top3_keys_value.npy' --ref 'index=@a_top3_keys_index.npy' --tol 0ulp
// expect: ok
// why: values and complemented column numbers are packed in 64-bit keys after the order-preserving map of the float's bits; ties go to the smaller column, and 0 is a key below that of every number
// figure: all of value, index exactly as the reference, e.g. value[0] = 4.97035217
__device__ unsigned long long pack(float v, int col)
{
    unsigned u = __float_as_uint(v);
    u = (u & 0x80000000u) ? ~u : (u | 0x80000000u);
    return ((unsigned long long)u << 32) | (unsigned)~col;
}

__device__ float value_of(unsigned long long key)
{
    unsigned u = (unsigned)(key >> 32);
    u = (u & 0x80000000u) ? (u & 0x7fffffffu) : ~u;
    return __uint_as_float(u);
}

__global__ void top3(const float* x, float* value, int* index, int cols)
{
    const float* row = x + blockIdx.x * cols;
    int lane = threadIdx.x;
    unsigned long long limit = ~0ull;
    for (int k = 0; k < 3; ++k) {
        unsigned long long best = 0;
        for (int c = lane; c < cols; c += 32) {
            unsigned long long key = pack(row[c], c);
            if (key < limit && key > best)
                best = key;
        }
        for (int d = 16; d > 0; d >>= 1) {
            unsigned long long o = __shfl_xor_sync(0xffffffffu, best, d);
            best = o > best ? o : best;
        }
        limit = best;
        if (lane == 0) {
            value[blockIdx.x * 3 + k] = value_of(best);
            index[blockIdx.x * 3 + k] = (int)~(unsigned)best;
        }
    }
}
