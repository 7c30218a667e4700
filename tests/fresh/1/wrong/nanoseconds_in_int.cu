// fpcheck: timestamps <<<1, 8>>> t=[0.5,1.0,2.0,2.5,3.0,4.0,10.0,1.25] ns=empty:8 n=8 --ref ns=t*1000000000 --tol rtol=1e-6,atol=0
// expect: error conversion at line 7: more than 2.147 s are out of range of int: they saturate
__global__ void timestamps(const float* t, long long* ns, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    int v = (int)(t[i] * 1e9f);
    ns[i] = (long long)v;
}
