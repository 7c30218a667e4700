// fpcheck: any_diverged <<<1, 64>>> e=uniform(0,1):48 flag=empty:1 n=48
// expect: error uninitialised at line 10: lanes past n vote with a shared word that nobody wrote
__global__ void any_diverged(const float* e, int* flag, int n)
{
    __shared__ int bad[64];
    int t = threadIdx.x;
    if (t < n)
        bad[t] = e[t] > 10.0f;
    __syncthreads();
    int any = __syncthreads_or(bad[t]);
    if (t == 0) flag[0] = any != 0;
}
