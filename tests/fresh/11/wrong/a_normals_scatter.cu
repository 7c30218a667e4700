// fpcheck: add_normals <<<1, 32>>> p=randn:6x3 tri=[0,1,2,0,2,3,0,3,4,0,4,5,0,5,1] n=inout:zeros:6x3 triangles=5
// expect: error race at line 29
// why: all five triangles share vertex 0 and add their normals to it with a plain read, add and write: additions get lost
// figure: n[0]: computed as little as one normal of five (undefined), MPFR their sum
struct Vec {
    float x, y, z;
};

__device__ Vec load(const float *p, int i)
{
    return {p[3 * i], p[3 * i + 1], p[3 * i + 2]};
}

__device__ Vec cross(Vec o, Vec a, Vec b)
{
    Vec u = {a.x - o.x, a.y - o.y, a.z - o.z}, v = {b.x - o.x, b.y - o.y, b.z - o.z};
    return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}

// Area-weighted vertex normals of a mesh, a thread a triangle.
__global__ void add_normals(const float *p, const int *tri, float *n, int triangles)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= triangles)
        return;
    const int *v = tri + 3 * t;
    Vec c = cross(load(p, v[0]), load(p, v[1]), load(p, v[2]));
    for (int k = 0; k < 3; k++) {
        n[3 * v[k]] += c.x;
        n[3 * v[k] + 1] += c.y;
        n[3 * v[k] + 2] += c.z;
    }
}
