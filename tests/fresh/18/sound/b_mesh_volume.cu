// fpcheck: mesh_volume <<<1, 32>>> v=[0,0,0, 1,0,0, 1,1,0, 0,1,0, 0,0,1, 1,0,1, 1,1,1, 0,1,1] f=[0,2,1, 0,3,2, 4,5,6, 4,6,7, 0,1,5, 0,5,4, 1,2,6, 1,6,5, 2,3,7, 2,7,6, 3,0,4, 3,4,7] volume=empty:1 faces=12
// expect: ok
// why: signed tetrahedra of both signs that partly cancel, but they are taken from a corner of the mesh and are exact here
// figure: volume computed 1, MPFR 1
struct V3 {
    float x, y, z;
};

__device__ V3 vertex(const float *v, int i, V3 o)
{
    V3 r = {v[3 * i] - o.x, v[3 * i + 1] - o.y, v[3 * i + 2] - o.z};
    return r;
}

__global__ void mesh_volume(const float *v, const int *f, float *volume, int faces)
{
    V3 o = {v[0], v[1], v[2]};
    float s = 0.0f;
    for (int i = threadIdx.x; i < faces; i += 32) {
        V3 a = vertex(v, f[3 * i], o), b = vertex(v, f[3 * i + 1], o), c = vertex(v, f[3 * i + 2], o);
        s += a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x);
    }
    for (int d = 16; d > 0; d >>= 1)
        s += __shfl_down_sync(0xffffffffu, s, d);
    if (threadIdx.x == 0)
        *volume = s / 6.0f;
}
