// fpcheck: clear_peak <<<1, 8>>> key=empty:8:u64
// fpcheck+ strongest <<<8, 64>>> level=@a_peak_db.npy key=key n=64
// fpcheck+ unpack_peak <<<1, 8>>> key=key index=empty:8:i32 value=empty:8 --ref 'index=@a_peak_index.npy' --ref 'value=@a_peak_value.npy' --tol rtol=1e-6
// expect: error mismatch at line 13
// why: levels in decibel are negative; their raw bits in the upper half of a packed key order backwards, so the weakest channel wins (the sign needs the usual flip)
// figure: index[0] computed 52, should be 43; 8 of 8 elements differ
__global__ void clear_peak(unsigned long long *key) { key[threadIdx.x] = 0ull; }

__global__ void strongest(const float *__restrict__ level, unsigned long long *key, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        unsigned bits = __float_as_uint(level[blockIdx.x * n + i]);
        unsigned long long packed = ((unsigned long long)bits << 32) | (0xffffffffu - i);
        for (int d = 16; d; d >>= 1) {
            unsigned long long other = __shfl_xor_sync(0xffffffffu, packed, d);
            packed = other > packed ? other : packed;
        }
        if ((i & 31) == 0)
            atomicMax(key + blockIdx.x, packed);
    }
}

__global__ void unpack_peak(const unsigned long long *__restrict__ key, int *__restrict__ index, float *__restrict__ value)
{
    int b = threadIdx.x;
    index[b] = (int)(0xffffffffu - (unsigned)key[b]);
    value[b] = __uint_as_float((unsigned)(key[b] >> 32));
}
