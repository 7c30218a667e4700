// fpcheck: best <<<1, 64>>> score=[0.5,0.75,0.80000001,0.8000009,0.80000055,0.2,0.8000004,0.79,0.80000007,0.1,0.8000002,0.3] key=inout:zeros:1:u32 n=12
// fpcheck+ unpack <<<1, 32>>> which=empty:1
// expect: error key loses bits at line 9
// why: the low eight bits of the score make room for the index, so scores within 256 ulps tie and the highest index wins
// figure: computed which = 10, MPFR 3
// Computer vision: strongest feature of a cell by one atomicMax on score and index.
__device__ unsigned make_key(float score, int index)
{
    return (__float_as_uint(score) & 0xffffff00u) | (unsigned)index;
}

__global__ void best(const float *score, unsigned *key, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMax(key, make_key(score[i], i));
}

__global__ void unpack(const unsigned *key, int *which)
{
    if (threadIdx.x == 0)
        *which = (int)(*key & 0xffu);
}
