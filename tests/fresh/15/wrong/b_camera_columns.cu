// fpcheck: to_camera<<<1, 32>>> pose=[0.36,0.48,-0.8,-0.8,0.6,0.0,0.48,0.64,0.6] shift=[0.1,0.2,0.3] world=[1.0,2.0,4.0,-3.0,0.5,2.0,0.0,1.0,-1.0] camera=empty:9 n=3 want=[-1.7800000000000002,0.5999999999999999,4.46,-2.3400000000000003,2.9000000000000004,0.38000000000000006,1.3800000000000001,0.8,0.34] ref=camera=want --tol rtol=1e-5,atol=1e-5
// expect: error mismatch at line 13
// why: the rotation is stored by rows and read by columns, which applies its inverse
// figure: computed camera[0] = 0.78, MPFR -1.78
// World points into the frame of the camera: pose (rows) times point, plus shift.
struct Vec3 {
    float x, y, z;
};

__device__ Vec3 rotate(const float *m, Vec3 p)
{
    Vec3 r;
    r.x = m[0] * p.x + m[3] * p.y + m[6] * p.z;
    r.y = m[1] * p.x + m[4] * p.y + m[7] * p.z;
    r.z = m[2] * p.x + m[5] * p.y + m[8] * p.z;
    return r;
}

__global__ void to_camera(const float *pose, const float *shift, const float *world, float *camera, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Vec3 p = {world[3 * i], world[3 * i + 1], world[3 * i + 2]};
    Vec3 q = rotate(pose, p);
    camera[3 * i] = q.x + shift[0];
    camera[3 * i + 1] = q.y + shift[1];
    camera[3 * i + 2] = q.z + shift[2];
}
