// fpcheck: deposit <<<4, 64>>> q=uniform(-1,1):256 cell=randint(0,3):256 acc=inout:zeros:4:i64 n=256
// fpcheck+ readout <<<1, 4>>> rho=empty:4
// expect: ok
// Charge deposition that is the same in every order: 2^-40 units in 64-bit integers.
__global__ void deposit(const float* q, const int* cell, unsigned long long* acc, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    long long v = __double2ll_rn((double)q[i] * 1099511627776.0);
    atomicAdd(&acc[cell[i]], (unsigned long long)v);
}
__global__ void readout(const unsigned long long* acc, float* rho)
{
    rho[threadIdx.x] = (float)((double)(long long)acc[threadIdx.x] * 0x1p-40);
}
