// fpcheck: pose_vertices <<<1, 32>>> m=[0.8, 0.6, 0, 0, -0.6, 0.8, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1] v=[1, 0, 0, 0, 1, 0, 1, 1, 1, 2, -1, 3] out=empty:4x3 n=4 --ref out=@b_mesh_rowcol_ref.npy --tol rtol=1e-5,atol=1e-5
// expect: error row and column order at line 11: the pose is stored by columns (its translation in elements 12 to 14) and read by rows: it turns the other way and the translation is lost
// why: the pose is stored by columns (its translation in elements 12 to 14) and read by rows: it turns the other way and the translation is lost
// figure: out[0] computed 0.8, MPFR 5.8; out[1] computed -0.6, MPFR 6.6
struct Pose {
    float e[16];
};

__device__ float at(const Pose &p, int row, int col)
{
    return p.e[row * 4 + col];
}

__device__ float3 transform(const Pose &p, float3 v)
{
    float r[3];
#pragma unroll
    for (int k = 0; k < 3; k++)
        r[k] = at(p, k, 0) * v.x + at(p, k, 1) * v.y + at(p, k, 2) * v.z + at(p, k, 3);
    return make_float3(r[0], r[1], r[2]);
}

__global__ void pose_vertices(const float *m, const float *v, float *out, int n)
{
    __shared__ Pose pose;
    if (threadIdx.x < 16)
        pose.e[threadIdx.x] = m[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float3 r = transform(pose, make_float3(v[3 * i], v[3 * i + 1], v[3 * i + 2]));
    out[3 * i] = r.x;
    out[3 * i + 1] = r.y;
    out[3 * i + 2] = r.z;
}
