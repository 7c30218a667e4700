// fpcheck: relax <<<1, 32>>> potential=[0.0,-1.5,2.0,-4.0] from=[0,1,2,3,0,1,2] to=[1,1,0,1,2,2,3] weight=[-0.5,-0.25,1.0,-1.0,-3.5,-2.5,-2.75] reached=inout:const(1000):4 edges=7 want=[3.0,-5.0,-4.0,-0.75] ref=reached=want --tol bitwise
// expect: error mismatch at line 8
// why: bits of negative floats compared as signed integers are in reverse order, so the minimum of negative distances is their maximum
// figure: computed reached[1] = -0.5, right -5
// One round of Bellman-Ford with potentials; arcs may have negative weights.
__device__ void lower(float *where, float candidate)
{
    atomicMin((int *)where, __float_as_int(candidate));
}

__global__ void relax(const float *potential, const int *from, const int *to, const float *weight, float *reached,
                      int edges)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= edges)
        return;
    float through = potential[from[e]] + weight[e];
    lower(&reached[to[e]], through);
}
