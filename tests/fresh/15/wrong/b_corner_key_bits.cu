// fpcheck: strongest_corner<<<1, 64>>> score=[100.0,107.0,114.0,121.0,128.0,135.0,142.0,149.0,103.0,110.0,117.0,1000.1259765625,131.0,138.0,145.0,152.0,106.0,113.0,120.0,127.0,134.0,141.0,148.0,102.0,109.0,116.0,123.0,130.0,137.0,144.0,151.0,105.0,112.0,119.0,126.0,133.0,140.0,147.0,101.0,108.0,1000.1251220703125,122.0,129.0,136.0,143.0,150.0,104.0,111.0,118.0,125.0,132.0,139.0,146.0,100.0,107.0,114.0,121.0,1000.12548828125,135.0,142.0,149.0,103.0,110.0,117.0] winner=empty:1 n=64 want=[11] ref=winner=want --tol rtol=0,atol=0
// expect: error mismatch at line 8
// why: the key keeps 1/256 of the score, so that corners that differ by less are chosen by their index
// figure: computed winner = 57, MPFR 11
// The strongest corner of a tile: score and index in one word for atomicMax.
__device__ unsigned key(float score, unsigned index)
{
    unsigned coarse = (unsigned)(score * 256.0f);
    return (coarse << 12) | index;
}

__global__ void strongest_corner(const float *score, int *winner, int n)
{
    __shared__ unsigned best;
    if (threadIdx.x == 0)
        best = 0;
    __syncthreads();
    if (threadIdx.x < n)
        atomicMax(&best, key(score[threadIdx.x], threadIdx.x));
    __syncthreads();
    if (threadIdx.x == 0)
        winner[0] = (int)(best & 4095u);
}
