// fpcheck: lowest<<<2, 64>>> energy=[-3.5,2.0,-120.25,7.0,-0.5,-119.0,0.0,15.5,-120.5,-1e-3] key=inout:[4294967295] n=10
// fpcheck+ decode<<<1, 1>>> result=empty:1 --ref 'result=min(energy)' --tol bitwise
// expect: ok
// why: minimum of floats of both signs by an integer atomic: the map to unsigned flips all bits of negatives and the sign of the others, so the order is kept
// figure: computed result[0] = -120.5, MPFR -120.5 (error 0)
// Lowest energy of all states: atomicMin on an order-preserving image of the floats.
__device__ unsigned ordered(float x)
{
    unsigned b = __float_as_uint(x);
    return b & 0x80000000u ? ~b : b | 0x80000000u;
}

__device__ float restored(unsigned k)
{
    return __uint_as_float(k & 0x80000000u ? k ^ 0x80000000u : ~k);
}

__global__ void lowest(const float *energy, unsigned *key, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMin(key, ordered(energy[i]));
}

__global__ void decode(const unsigned *key, float *result)
{
    *result = restored(*key);
}
