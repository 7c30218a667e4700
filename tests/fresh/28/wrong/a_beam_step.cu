// fpcheck: best_beam <<<3, 32>>> logp=[-1.5,-0.25,-7.0,-3.0,-9.5,-2.0,-0.5,-0.75,-4.0,-6.0,-8.0,-12.0,-20.0,-30.0,-5.0] token=empty:3 vocab=5 want=[1,1,4] --ref token=want --tol bitwise
// expect: error bits of negative floats compared at line 8
// why: log-probabilities are negative, and their bits as signed integers order the wrong way: the least likely token wins
// figure: token computed [4, 4, 3], exact [1, 1, 4]
// Best next token of each beam: the maximum of the bits, then the lane that holds it.
__device__ int order_key(float v)
{
    return __float_as_int(v);
}

__global__ void best_beam(const float *logp, int *token, int vocab)
{
    int lane = threadIdx.x;
    int key = lane < vocab ? order_key(logp[blockIdx.x * vocab + lane]) : (int)0x80000000;
    int best = __reduce_max_sync(0xffffffffu, key);
    unsigned who = __ballot_sync(0xffffffffu, lane < vocab && key == best);
    if (lane == 0)
        token[blockIdx.x] = __ffs(who) - 1;
}
