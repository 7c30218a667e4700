// fpcheck: net_torque <<<1, 32>>> force=[-1.0,0.25,1.5,-0.5,0.75,2.0,0.0,1.25,-0.75,0.5,1.75,-0.25,1.0,-1.0,0.25,1.5,-0.5,0.75,2.0,0.0,1.25,-0.75,0.5,1.75,-0.25,1.0,-1.0,0.25,1.5,-0.5,0.75,2.0] arm=[0.25,0.375,0.5,0.625,0.75,0.875,1.0,1.125,1.25,0.25,0.375,0.5,0.625,0.75,0.875,1.0,1.125,1.25,0.25,0.375,0.5,0.625,0.75,0.875,1.0,1.125,1.25,0.25,0.375,0.5,0.625,0.75] torque=empty:1 want=[10.21875] ref=torque=want --tol rtol=1e-5,atol=1e-5
// expect: error wrong shuffle width at line 18
// why: the shuffles are confined to segments of 16 lanes: with offset 16 a lane gets its own value, so the first half counts twice
// figure: torque[0] computed 10.625, MPFR 10.2188
// Net torque of 32 thrusters on a rigid body.
template <int WIDTH>
__device__ float reduce(float v)
{
    for (int o = 16; o > 0; o /= 2)
        v += __shfl_down_sync(0xffffffffu, v, o, WIDTH);
    return v;
}

__global__ void net_torque(const float *force, const float *arm, float *torque)
{
    int lane = threadIdx.x;
    float t = force[lane] * arm[lane];
    t = reduce<16>(t);
    if (lane == 0)
        *torque = t;
}
