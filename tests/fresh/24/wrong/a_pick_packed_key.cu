// fpcheck: first_arrival <<<1, 32>>> envelope=[0.1,0.101,0.102,0.103,0.104,0.105000004,0.106,2.50003,0.108,0.109000005,0.11,0.111,0.112,0.113000005,0.114,0.115,0.116000004,0.117,0.118,2.5,0.120000005,0.12100001,0.122,0.123,0.124,0.125,0.126,0.127,0.128,0.12900001,0.13,0.131] pick=empty:1 want=[7] ref=pick=want
// expect: error argmax by a key that loses bits at line 9
// why: the sample number replaces the low 8 bits of the amplitude: amplitudes that agree in 16 bits count as equal and the later one wins
// figure: computed pick[0]=19 (amplitude 2.5), MPFR 7 (2.50003)
// Sample of the largest envelope in a window of 32
__global__ void first_arrival(const float *envelope, int *pick)
{
    unsigned lane = threadIdx.x;
    unsigned key = (__float_as_uint(envelope[lane]) & 0xffffff00u) | lane;
    unsigned best = __reduce_max_sync(0xffffffffu, key);
    if (lane == 0)
        *pick = best & 0xff;
}
