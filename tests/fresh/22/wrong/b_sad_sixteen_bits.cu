// fpcheck: sad <<<1, 256>>> cur=const(250):1024 old=const(5):1024 out=empty:1 want=[250880] ref=out=want --tol bitwise
// expect: error overflow at line 17
// why: a 32x32 block of differences of 245 sums to 250,880: the threads and the shared accumulators are 16 bits wide and keep it modulo 65,536
// figure: computed out[0] = 54272, right 250880
// Sum of absolute differences of one 32x32 macro block for motion search.
__global__ void sad(const unsigned char *cur, const unsigned char *old, unsigned *out)
{
    __shared__ unsigned short part[256];
    int t = threadIdx.x;
    unsigned short s = 0;
    for (int k = 0; k < 4; k++)
        s += (unsigned short)abs((int)cur[t + 256 * k] - (int)old[t + 256 * k]);
    part[t] = s;
    __syncthreads();
    for (int half = 128; half > 0; half >>= 1) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        *out = part[0];
}
