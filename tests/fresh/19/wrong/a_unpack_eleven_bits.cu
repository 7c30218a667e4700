// fpcheck: unpack <<<1, 32>>> packed=[433943371,429173837,124444723,1194075145,4062094958,3167774249,652038276,3899782668,1417395107,3599580536,151840758] value=empty:32 bits=11 n=32
// expect: error out-of-bounds at line 16
// why: the word after the last is always read, also where a value ends with its word: the last value reads past the buffer
// figure: packed[11] computed read of an element that does not exist, MPFR none needed (11 words hold 32 values)
// Unpacks fixed-width codes, least significant bit first, one thread a value.
__device__ unsigned mask_of(int bits)
{
    return bits == 32 ? 0xffffffffu : (1u << bits) - 1u;
}

__device__ unsigned extract(const unsigned *packed, unsigned long long bit, int bits)
{
    unsigned word = (unsigned)(bit >> 5);
    unsigned shift = (unsigned)(bit & 31u);
    unsigned low = packed[word];
    unsigned high = packed[word + 1];
    return __funnelshift_r(low, high, shift) & mask_of(bits);
}

__global__ void unpack(const unsigned *packed, unsigned *value, int bits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        value[i] = extract(packed, (unsigned long long)i * bits, bits);
}
