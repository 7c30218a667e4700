// fpcheck: decode<<<1, 32>>> code=[0,82,37,254,107,131,60,185] data=empty:8 state=empty:8 n=8 want=[0,5,10,15,7,12,3,9] --ref 'data=want' --tol bitwise
// expect: ok
// why: the syndrome is used as a bit number directly; zero means no error and is tested by the parity first
// figure: computed data = [0, 5, 10, 15, 7, 12, 3, 9], MPFR the same; integers
// Extended Hamming code (8,4): bits 1..7 are the code word, bit 0 is the overall parity; data at 3, 5, 6, 7.
__device__ int syndrome_of(unsigned w)
{
    int s0 = __popc(w & 0xaau) & 1; // 1 3 5 7
    int s1 = __popc(w & 0xccu) & 1; // 2 3 6 7
    int s2 = __popc(w & 0xf0u) & 1; // 4 5 6 7
    return s0 | s1 << 1 | s2 << 2;
}

__global__ void decode(const unsigned char *code, int *data, int *state, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned w = code[i];
    int s = syndrome_of(w);
    bool odd = __popc(w) & 1;
    state[i] = odd ? 1 : s ? 2 : 0; // corrected, two errors, clean
    if (odd)
        w ^= 1u << s; // s = 0: the parity bit itself
    data[i] = (int)((w >> 3 & 1u) | (w >> 4 & 0xeu));
}
