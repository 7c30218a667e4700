// fpcheck: darts <<<1, 8>>> inside=empty:8 pairs=4 seed=7 n=8 want=[4,4,3,4,2,3,2,3] --ref 'inside=want' --tol rtol=1e-9,atol=0
// expect: ok
// why: unsigned products of the generator wrap on purpose; 24 bits times 2^-24 is exact and below 1
// figure: inside[0] computed 4, MPFR 4
// Darts into the unit square, counted in the quarter disc; a PCG stream a thread.
struct Stream {
    unsigned state;
};

__device__ inline unsigned next(Stream &s)
{
    s.state = s.state * 747796405u + 2891336453u;
    unsigned w = ((s.state >> ((s.state >> 28) + 4u)) ^ s.state) * 277803737u;
    return (w >> 22) ^ w;
}

__device__ inline float uniform(Stream &s)
{
    return (float)(next(s) >> 8) * 0x1p-24f;
}

__global__ void darts(int *inside, int pairs, unsigned seed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Stream s = {(unsigned)i * 2654435769u + seed};
    int hits = 0;
    for (int k = 0; k < pairs; k++) {
        float x = uniform(s);
        float y = uniform(s);
        hits += x * x + y * y < 1.0f;
    }
    inside[i] = hits;
}
