// fpcheck: to_local <<<1, 32>>> point=[11.0,-2.0,5.5,8.25,0.5,-1.0,40.0,12.0,3.0,-7.5,-9.25,22.0] rotation=[0.36,0.48,-0.8,-0.8,0.6,0.0,0.48,0.64,0.6] origin=[10.0,-4.0,2.5] local=empty:4x3 n=4 want=[-1.080000043,0.4000000358,3.560000032,4.329999968,4.100000128,-0.06000012904,18.08000025,-14.39999998,24.93999946,-24.42000043,10.85000008,-0.05999927223] ref=local=want --tol rtol=1e-5,atol=1e-5
// expect: error mismatch at line 20
// why: the matrix is stored by rows (see the comment), and is read by columns: the rotation is undone instead of done.
// figure: computed 0.2, MPFR -1.08000004 (local[0][0])
struct Vec3 {
    float x, y, z;
};

__device__ Vec3 subtract(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

// m is row-major: m[3 * r + c].
__device__ Vec3 apply(const float *m, Vec3 v)
{
    float in[3] = {v.x, v.y, v.z}, out[3];
#pragma unroll
    for (int r = 0; r < 3; r++) {
        float acc = 0.0f;
#pragma unroll
        for (int c = 0; c < 3; c++)
            acc = fmaf(m[3 * c + r], in[c], acc);
        out[r] = acc;
    }
    return {out[0], out[1], out[2]};
}

// local = rotation * (point - origin)
__global__ void to_local(const float *point, const float *rotation, const float *origin, float *local, int n)
{
    __shared__ float m[9];
    if (threadIdx.x < 9)
        m[threadIdx.x] = rotation[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Vec3 p = {point[3 * i], point[3 * i + 1], point[3 * i + 2]};
    Vec3 o = {origin[0], origin[1], origin[2]};
    Vec3 q = apply(m, subtract(p, o));
    local[3 * i] = q.x;
    local[3 * i + 1] = q.y;
    local[3 * i + 2] = q.z;
}
