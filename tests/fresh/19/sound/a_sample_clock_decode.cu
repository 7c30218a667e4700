// fpcheck: decode <<<1, 32>>> delta=[4294967000,54,21,50,23,51,39,15,6,56,41,29,52,22,23,19,52,42,25,55,17,40,26,56,23,32,23,46,47,15,27,59] clock=empty:32 want=[4294967000,4294967054,4294967075,4294967125,4294967148,4294967199,4294967238,4294967253,4294967259,19,60,89,141,163,186,205,257,299,324,379,396,436,462,518,541,573,596,642,689,704,731,790] --ref 'clock=want' --tol rtol=1e-10,atol=0
// expect: ok
// why: the 32-bit tick counter wraps in the middle of the record; unsigned sums wrap with it
// figure: clock[31] computed 790, MPFR 790
// Tick counters from their differences: an inclusive prefix sum over a warp, modulo 2^32.
__global__ void decode(const unsigned *delta, unsigned *clock)
{
    int lane = threadIdx.x;
    unsigned v = delta[lane];
    #pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        unsigned left = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d)
            v += left;
    }
    clock[lane] = v;
}
