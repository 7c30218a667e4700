// fpcheck: wind_up<<<1, 32>>> error=[0.5,1.25,-0.75,0.8999999761581421] command=empty:4 kp=2.0 ki=4.0 dt=0.001 steps=3000 n=4
// expect: error accumulation at line 20
// why: an integral kept in half rounds every step to its spacing: near 1 a step of 0.0005 becomes 0.00098, later steps vanish
// figure: command[0] computed 8.7265625, MPFR 7.00000028
#include <cuda_fp16.h>

struct Gains {
    float kp, ki;
};

// Discrete PI controllers, one a thread; the error is constant while the valve is stuck.
__global__ void wind_up(const float *error, float *command, float kp, float ki, float dt, int steps, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    Gains g = {kp, ki};
    __half integral = __float2half(0.0f);
    for (int k = 0; k < steps; k++)
        integral = __hadd(integral, __float2half(error[i] * dt));
    command[i] = g.kp * error[i] + g.ki * __half2float(integral);
}
