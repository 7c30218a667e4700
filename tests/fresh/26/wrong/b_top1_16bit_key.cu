// fpcheck: argmax_router <<<2, 32>>> p=[[0.5,0.50000006,0.2,0.500005,0.1,0.3,0.4,0.45],[0.125,0.75,0.750001,0.750008,0.75,0.5,0.25,0.0]] expert=empty:2 e=8 want=[3,3] ref=expert=want --tol bitwise
// expect: error flip at line 13
// why: the gate is quantised to 16 bits in the argmax key: close experts tie and the smaller index wins
// figure: computed expert = [0, 1], right [3, 3]
__global__ void argmax_router(const float *p, int *expert, int e)
{
    __shared__ unsigned best;
    unsigned t = threadIdx.x;
    if (t == 0)
        best = 0;
    __syncthreads();
    if (t < e) {
        unsigned q = (unsigned)(p[blockIdx.x * e + t] * 65535.0f);
        atomicMax(&best, (q << 16) | (0xffffu - t));
    }
    __syncthreads();
    if (t == 0)
        expert[blockIdx.x] = 0xffff - (int)(best & 0xffffu);
}
