// fpcheck: accrual <<<1, 64>>> rate=uniform(0.0005,0.05):64 notional=uniform(1e6,5e7):64 interest=empty:64 dt=0.0027397260 n=64 --ref interest=notional*expm1(rate*dt) --tol rtol=1e-5,atol=0
// expect: ok
__global__ void accrual(const float* rate, const float* notional, float* interest, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) interest[i] = notional[i] * expm1f(rate[i] * dt);
}
