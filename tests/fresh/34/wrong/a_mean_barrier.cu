// fpcheck: remove_dc <<<2, 256>>> x=@a_mean_barrier_x.npy y=empty:2x256 --ref 'y=@a_mean_barrier_y.npy' --tol rtol=1e-4,atol=1e-5
// expect: error barrier at line 16
// why: __syncthreads() stands inside the branch that only the lower threads take; the upper half waits at the barrier behind the loop instead, which the hardware pairs with it, and reads a partial sum
// figure: y[253] computed 2.87591624, exact 0.000899869003 (504 of 512 elements off)
// Subtracts the mean of each frame of 256 samples.
__global__ void remove_dc(const float* x, float* y)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    int at = blockIdx.x * 256 + t;
    s[t] = x[at];
    __syncthreads();
    for (int h = 128; h > 0; h >>= 1) {
        if (t < h) {
            s[t] += s[t + h];
            __syncthreads();
        }
    }
    __syncthreads();
    float mean = s[0] * (1.0f / 256.0f);
    y[at] = x[at] - mean;
}
