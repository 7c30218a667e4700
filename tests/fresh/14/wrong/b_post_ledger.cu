// fpcheck: post <<<1, 32>>> amount=[12.5,-7.25,100.0,-250.75,3.5,-0.5,19.25,60.0] account=[0,0,1,1,2,2,0,1] cents=inout:zeros:3 n=8 want=[2450,-9075,300] ref=cents=want --tol bitwise
// expect: error negative float to unsigned at line 8
// why: debits are converted to unsigned, which saturates at 0: they are never posted
// figure: computed 16000, MPFR -9075 (cents[1])
// Posts amounts to accounts in cents. atomicAdd of unsigned wraps as two's complement would.
__device__ inline unsigned to_cents(float amount)
{
    return (unsigned)rintf(amount * 100.0f);
}

__global__ void post(const float *amount, const int *account, int *cents, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd((unsigned *)&cents[account[i]], to_cents(amount[i]));
}
