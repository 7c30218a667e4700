// fpcheck: cumulate <<<2, 128>>> x=@a_scan_x.npy y=empty:256 --ref 'y=@a_scan_y.npy' --tol rtol=1e-5
// expect: error race at line 13
// why: Hillis and Steele's scan in one shared array: a thread adds its partner's element while the partner writes it, for the barrier between reading and writing is missing (known from homework and from early prefix-sum samples)
// figure: y[255] computed 397924.219, MPFR 74.3578427
__global__ void cumulate(const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * 128 + t];
    __syncthreads();
    for (int d = 1; d < 128; d <<= 1) {
        if (t >= d)
            s[t] += s[t - d];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = s[t];
}
