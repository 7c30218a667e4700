// fpcheck: best_beam <<<1, 32>>> logp=[-3.5,-1.25,-7.0,-0.5,-2.75,-9.125,-4.0,-1.0] best=empty:1 n=8 want=[3] ref=best=want --tol bitwise
// expect: error comparison at line 10
// why: log-probabilities are negative, and raw float bits of negative numbers order backwards: the worst beam is chosen
// figure: computed best = 5 (log-probability -9.125), right 3 (-0.5)
__global__ void best_beam(const float *logp, int *best, int n)
{
    unsigned lane = threadIdx.x;
    unsigned long long key = 0;
    if (lane < n)
        key = ((unsigned long long)__float_as_uint(logp[lane]) << 32) | (0xffffffffu - lane);
    for (int o = 16; o > 0; o >>= 1) {
        unsigned long long other = __shfl_xor_sync(0xffffffffu, key, o);
        key = other > key ? other : key;
    }
    if (lane == 0)
        best[0] = (int)(0xffffffffu - (unsigned)key);
}
