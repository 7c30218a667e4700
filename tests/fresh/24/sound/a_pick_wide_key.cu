// fpcheck: first_arrival <<<1, 64>>> envelope=[0.1,0.101,0.102,0.103,0.104,0.105000004,0.106,2.5,0.108,0.109000005,0.11,0.111,0.112,0.113000005,0.114,0.115,0.116000004,0.117,0.118,0.119,0.120000005,0.12100001,0.122,0.123,0.124,0.125,0.126,0.127,0.128,0.12900001,0.13,0.131,0.132,0.133,0.134,0.135,0.136,0.137,0.13800001,0.139,0.14,2.50003,0.142,0.143,0.14400001,0.14500001,0.146,0.147,0.148,0.149,2.50003,0.15100001,0.15200001,0.153,0.154,0.155,0.156,0.157,0.158,0.15900001,0.16,0.16100001,0.162,0.163] best=inout:[0] pick=empty:1 want=[41] ref=pick=want
// expect: ok
// why: argmax by a packed key, but the key has all 32 bits of the (non-negative) float above the complement of the sample number: of equal amplitudes the first wins; the barrier orders the atomics before the read
// figure: pick[0] computed 41, right 41 (tie of 41 and 50)
// Sample of the largest envelope (never negative) of a window; of equal ones the first
__global__ void first_arrival(const float *envelope, unsigned long long *best, int *pick)
{
    unsigned t = threadIdx.x;
    unsigned long long key = (unsigned long long)__float_as_uint(envelope[t]) << 32 | (0xffffffffu - t);
    atomicMax(best, key);
    __syncthreads();
    if (t == 0)
        *pick = (int)(0xffffffffu - (unsigned)*(volatile unsigned long long *)best);
}
