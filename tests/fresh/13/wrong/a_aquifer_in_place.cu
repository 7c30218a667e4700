// fpcheck: aquifer<<<1, 64>>> head=[10.875,9.75,9.625,9.5,9.390625,9.265625,9.140625,10.015625,8.890625,8.765625,8.640625,8.515625,8.40625,8.28125,9.15625,8.03125,7.90625,7.78125,7.65625,7.53125,7.421875,8.296875,7.171875,7.046875,6.921875,6.796875,6.671875,6.546875,7.4375,6.3125,6.1875,6.0625,5.9375,5.8125,5.6875,6.5625,5.453125,5.328125,5.203125,5.078125,4.953125,4.828125,5.703125,4.578125,4.46875,4.34375,4.21875,4.09375,3.96875,4.84375,3.71875,3.59375,3.484375,3.359375,3.234375,3.109375,3.984375,2.859375,2.734375,2.609375,2.5,2.375,2.25,3.125] out=empty:64 c=0.2 steps=10
// expect: error race on shared memory at line 18
// why: u[i] is overwritten while the neighbours in the other warp (and nothing orders lanes of one either) may still read the old value: a barrier is missing between reading and writing
// figure: computed out[31] undefined, MPFR 6.15482642
// Groundwater head in an aquifer, explicit steps in shared memory.
__global__ void aquifer(const float *head, float *out, float c, int steps)
{
    __shared__ float u[66];
    int i = threadIdx.x + 1;
    u[i] = head[threadIdx.x];
    if (threadIdx.x == 0) {
        u[0] = 10.0f;
        u[65] = 2.0f;
    }
    __syncthreads();
    for (int s = 0; s < steps; ++s) {
        float next = u[i] + c * ((u[i - 1] - u[i]) - (u[i] - u[i + 1]));
        u[i] = next;
        __syncthreads();
    }
    out[threadIdx.x] = u[i];
}
