// fpcheck: latency <<<1, 8>>> t0=[1700000000.125,1700000001.5,1700000002.25,1700000003.75,1700000100.5,1700000200.25,1700000300.125,1700000400.5] t1=[1700000001.625,1700000011.5,1700000003.75,1700000010.25,1700000101.25,1700000209.5,1700000333.125,1700000401.75] dt=empty:8 n=8 --ref dt=t1-t0 --tol rtol=1e-5,atol=0
// expect: ok
__global__ void latency(const double* t0, const double* t1, float* dt, int n)
{
    int i = threadIdx.x;
    if (i < n) dt[i] = (float)(t1[i] - t0[i]);
}
