// fpcheck: point_in_triangles <<<1, 64>>> tri=@a_map_triangles.npy pt=@a_map_points.npy winding=empty:64:i32 inside=empty:64:i32 n=64 --ref 'winding=@a_map_winding.npy' --ref 'inside=@a_map_inside.npy'
// expect: error flip at line 17
// why: the determinant is expanded in map coordinates near 5,000,000 m, where products are 1e13 and round by 1e6; the triangles have areas of some 10,000 square metres, so signs are chance (translate to one corner first)
// figure: winding[0] computed 0, should be 1; 50 of 64 elements differ
struct P2 {
    float x, y;
};

__device__ P2 load(const float *a, int k)
{
    P2 p = {a[2 * k], a[2 * k + 1]};
    return p;
}

__device__ float twice_area(P2 a, P2 b, P2 c)
{
    return a.x * b.y - a.y * b.x + b.x * c.y - b.y * c.x + c.x * a.y - c.y * a.x;
}

__device__ int sign(float x) { return (x > 0.0f) - (x < 0.0f); }

__global__ void point_in_triangles(const float *__restrict__ tri, const float *__restrict__ pt, int *__restrict__ winding,
                                   int *__restrict__ inside, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    P2 a = load(tri, 3 * i), b = load(tri, 3 * i + 1), c = load(tri, 3 * i + 2), p = load(pt, i);
    int w = sign(twice_area(a, b, c));
    winding[i] = w;
    inside[i] = sign(twice_area(a, b, p)) == w && sign(twice_area(b, c, p)) == w && sign(twice_area(c, a, p)) == w;
}
