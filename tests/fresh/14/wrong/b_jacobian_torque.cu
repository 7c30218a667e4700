// fpcheck: torques <<<1, 32>>> jacobian=[-0.921875,0.359375,-0.140625,0.90625,0.875,0.515625,0.5625,0.375,0.515625,-0.390625,0.921875,0.578125,0.671875,-0.9375,-0.515625,-0.359375,0.765625,0.109375,0.359375,0.015625,-0.0625,-0.09375,0.078125,0.734375,0.6875,0.875,0.59375,-0.90625,-0.4375,-0.390625,-0.765625,0.9375,0.703125,-0.140625,-0.84375,-0.21875] wrench=[10.0,-4.0,25.0,1.5,0.5,-2.0] torque=empty:6 limit=1000.0 want=[7.7421875,-22.757812,-17.5625,1.328125,25.789062,6.921875] ref=torque=want --tol rtol=1e-5,atol=1e-5
// expect: error row and column swapped at line 16
// why: torques are the transposed Jacobian (6 x joints, row major) times the wrench; here its rows are taken
// figure: computed -13.40625, MPFR 7.7421875 (torque[0])
// Joint torques of an arm of six joints that hold a wrench at the tool.
#define AXES 6
#define JOINTS 6

struct Limits {
    float torque;
};

// jacobian[axis][joint], row major.
__device__ inline float entry(const float *jacobian, int axis, int joint)
{
    return jacobian[joint * AXES + axis];
}

__device__ inline float clamp(float v, Limits l)
{
    return fminf(fmaxf(v, -l.torque), l.torque);
}

__global__ void torques(const float *jacobian, const float *wrench, float *torque, float limit)
{
    __shared__ float w[AXES];
    int j = threadIdx.x;
    if (j < AXES)
        w[j] = wrench[j];
    __syncthreads();
    if (j >= JOINTS)
        return;
    float sum = 0.0f;
    for (int a = 0; a < AXES; a++)
        sum += entry(jacobian, a, j) * w[a];
    torque[j] = clamp(sum, {limit});
}
