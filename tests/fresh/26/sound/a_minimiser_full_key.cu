// fpcheck: minimiser <<<2, 32>>> score=[2.5,1.9,1.006,3.1,2.2,1.7,1.0005,2.9,1.004,4,5,6,7,8,9,1.3,2.5,1.9,2.006,3.1,2.2,1.7,2.0005,2.9,2.004,4,5,6,7,8,9,3.3,7.5,7.9,8,3.1,6.2,9.7,3.09,2.99,2.98,4,5,6,7,8,9,3.3,5.5,5.9,4.006,3.1,4.2,5.7,6.0005,2.981,4.004,4,5,6,7,8,9,3.3] best=empty:2 where=empty:2:i32 --ref 'best=@a_minimiser.npy' --tol rtol=1e-6,atol=0
// expect: ok
// why: the same packing of score and position, but in 64 bits with all of the score; scores are positive, so their bits sort
// figure: best[0]: computed 1.00049996, MPFR 1.00049996: relative error 0.0e+00, tolerance about 1e-6
// The smallest score of a window and its position, by one reduction of a packed key.
__global__ void minimiser(const float *score, float *best, int *where)
{
    int lane = threadIdx.x;
    const float *window = score + blockIdx.x * 32;
    unsigned long long key = (unsigned long long)__float_as_uint(window[lane]) << 32 | (unsigned)lane;
    for (int d = 16; d > 0; d >>= 1)
        key = min(key, __shfl_xor_sync(0xffffffffu, key, d));
    if (lane == 0) {
        int at = (int)(key & 31u);
        where[blockIdx.x] = at;
        best[blockIdx.x] = window[at];
    }
}
