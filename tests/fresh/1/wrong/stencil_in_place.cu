// fpcheck: diffuse <<<2, 64>>> u=inout:uniform(0,1):128 n=128 alpha=0.2
// expect: error race at line 7: the neighbour's cell is read while its thread updates it in the same buffer
__global__ void diffuse(float* u, int n, float alpha)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        u[i] += alpha * (u[i - 1] - 2.0f * u[i] + u[i + 1]);
}
