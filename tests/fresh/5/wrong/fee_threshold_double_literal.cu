// fpcheck: fees <<<1, 32>>> load=[0.1,0.7,0.5,0.9,0.2] fee=empty:5 n=5 ref=fee=where(load>0.6999,2,1) --tol rtol=1e-6,atol=0
// expect: error branch decided wrong at line 9: 0.7f is 0.699999988, below the double literal 0.7, so a load of 0.7 pays the low fee
__global__ void fees(const float *load, float *fee, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    fee[i] = 1.0f;
    if (load[i] >= 0.7)
        fee[i] = 2.0f;
}
