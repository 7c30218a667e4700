// fpcheck: order <<<1, 32>>> x=[3.5,-1.25,0.0,-7.5,12.0,-0.5,-7.25,2.0,1.e-20,-10000000000.0,3.5,-0.5] sorted=empty:12 n=12 want=[-10000000000.0,-7.5,-7.25,-1.25,-0.5,-0.5,0.0,1.e-20,2.0,3.5,3.5,12.0] ref=sorted=want --tol bitwise
// expect: ok
// why: floats are compared by their bits with a conditional inversion (arithmetic shift as a mask) and come back by the inverse; ties go by index
// figure: computed -1.0e+10, MPFR -1.0e+10: exact, a permutation
__device__ inline unsigned encode(float x)
{
    int b = __float_as_int(x);
    return (unsigned)b ^ ((unsigned)(b >> 31) | 0x80000000u);
}

__device__ inline float decode(unsigned k)
{
    unsigned mask = (k >> 31) - 1u; // a key below 2^31 was negative: all ones
    return __uint_as_float(k ^ (mask | 0x80000000u));
}

__global__ void order(const float *x, float *sorted, int n)
{
    __shared__ unsigned keys[32];
    int i = threadIdx.x;
    keys[i] = i < n ? encode(x[i]) : 0xffffffffu;
    __syncthreads();
    int rank = 0;
    for (int j = 0; j < 32; j++)
        rank += keys[j] < keys[i] || (keys[j] == keys[i] && j < i);
    if (rank < n)
        sorted[rank] = decode(keys[i]);
}
