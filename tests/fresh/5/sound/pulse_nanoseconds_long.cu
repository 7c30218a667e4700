// fpcheck: arrival_ns <<<1, 32>>> t=[0.25,1.5,2.0,2.5,4.0,12.0,0.125] ns=empty:7 n=7 ref=ns=t*1000000000
// expect: ok
__global__ void arrival_ns(const float *t, long long *ns, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        ns[i] = llrint((double)t[i] * 1e9);
}
