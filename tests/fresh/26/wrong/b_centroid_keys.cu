// fpcheck: distinct <<<1, 32>>> vx=[1.1,2.7,0.3,0.9] tri=[[0,1,2],[2,1,0],[1,2,0],[1,3,2]] count=inout:zeros:1 n=4 want=[2] ref=count=want --tol bitwise
// expect: error flip at line 8
// why: duplicate triangles are found by the bits of their centroid's sum, which depends on the order of the vertices
// figure: computed count = 3, right 2 (triangles 0, 1, 2 have the same vertices; sums 4.1000004 and 4.0999999)
__device__ unsigned key(const float *vx, const int *t)
{
    float c = vx[t[0]] + vx[t[1]] + vx[t[2]];
    return __float_as_uint(c);
}

__global__ void distinct(const float *vx, const int *tri, int *count, int n)
{
    __shared__ unsigned keys[32];
    int i = threadIdx.x;
    if (i < n)
        keys[i] = key(vx, tri + 3 * i);
    __syncthreads();
    if (i >= n)
        return;
    bool first = true;
    for (int j = 0; j < i; ++j)
        first = first && keys[j] != keys[i];
    if (first)
        atomicAdd(count, 1);
}
