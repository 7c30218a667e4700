// fpcheck: relax <<<1, 128>>> u=inout:randn:128 sweeps=4 n=128
// expect: error race at line 15
// why: Jacobi sweeps read the neighbours and write the own cell with no barrier between: neighbours in other warps see either iterate
// figure: undefined: u[32] is made of the old or the new s[31], which differ by the size of the data
__global__ void relax(float *u, int sweeps, int n)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = u[t];
    __syncthreads();
    for (int k = 0; k < sweeps; ++k) {
        float next = s[t];
        if (t > 0 && t < n - 1)
            next = 0.5f * (s[t - 1] + s[t + 1]);
        s[t] = next;
        __syncthreads();
    }
    u[t] = s[t];
}
