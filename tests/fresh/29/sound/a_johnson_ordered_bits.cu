// fpcheck: relax <<<1, 32>>> potential=[0.0,-1.5,2.0,-4.0] from=[0,1,2,3,0,1,2] to=[1,1,0,1,2,2,3] weight=[-0.5,-0.25,1.0,-1.0,-3.5,-2.5,-2.75] key=inout:const(4294967295):4:u32 edges=7
// fpcheck+ distances <<<1, 32>>> reached=empty:4 vertices=4 want=[3.0,-5.0,-4.0,-0.75] ref=reached=want --tol bitwise
// expect: ok
// why: bits of negative floats are in reverse order, but the key flips them first, so unsigned minima are minima of the numbers
// figure: computed reached[1] = -5, right -5 (exact)
// One round of Bellman-Ford with potentials; arcs may have negative weights.
__device__ unsigned key_of(float x)
{
    unsigned u = __float_as_uint(x);
    return (u & 0x80000000u) ? ~u : u | 0x80000000u;
}

__device__ float number_of(unsigned key)
{
    return __uint_as_float((key & 0x80000000u) ? key & 0x7fffffffu : ~key);
}

__global__ void relax(const float *potential, const int *from, const int *to, const float *weight, unsigned *key,
                      int edges)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= edges)
        return;
    atomicMin(&key[to[e]], key_of(potential[from[e]] + weight[e]));
}

__global__ void distances(const unsigned *key, float *reached, int vertices)
{
    int v = threadIdx.x;
    if (v < vertices)
        reached[v] = number_of(key[v]);
}
