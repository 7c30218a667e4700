// fpcheck: minimiser <<<2, 32>>> score=[2.5,1.9,1.006,3.1,2.2,1.7,1.0005,2.9,1.004,4,5,6,7,8,9,1.3,2.5,1.9,2.006,3.1,2.2,1.7,2.0005,2.9,2.004,4,5,6,7,8,9,3.3,7.5,7.9,8,3.1,6.2,9.7,3.09,2.99,2.98,4,5,6,7,8,9,3.3,5.5,5.9,4.006,3.1,4.2,5.7,6.0005,2.981,4.004,4,5,6,7,8,9,3.3] best=empty:2 where=empty:2:i32 --ref 'best=@a_minimiser.npy' --tol rtol=1e-6,atol=0
// expect: error key loses bits at line 10
// why: the key keeps sixteen bits of the score, so 1.006 and 1.0005 are equal and the earlier wins
// figure: best[0]: computed 1.00600004, MPFR 1.00049996
// The smallest score of a window and its position, by one reduction of a packed key.
__global__ void minimiser(const float *score, float *best, int *where)
{
    int lane = threadIdx.x;
    const float *window = score + blockIdx.x * 32;
    unsigned key = (__float_as_uint(window[lane]) & 0xffff0000u) | (unsigned)lane;
    key = __reduce_min_sync(0xffffffffu, key);
    if (lane == 0) {
        int at = (int)(key & 31u);
        where[blockIdx.x] = at;
        best[blockIdx.x] = window[at];
    }
}
