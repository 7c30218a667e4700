// fpcheck: book <<<1, 32>>> amount=[12.5,-7.25,100.0,-250.75,3.5,-0.5,19.25,60.0] account=[0,0,1,1,2,2,0,1] cents=inout:zeros:3:i64 n=8 want=[2450,-9075,300] ref=cents=want --tol bitwise
// expect: ok
// why: negative amounts are added as unsigned 64-bit numbers: converted as signed first, so the wrap is two's complement and right
// figure: computed -9075, MPFR -9075 (cents[1]): exact
__device__ inline long long cents_of(float amount)
{
    return __float2ll_rn(amount * 100.0f);
}

__global__ void book(const float *amount, const int *account, long long *cents, int n)
{
    __shared__ unsigned long long part[3];
    if (threadIdx.x < 3)
        part[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&part[account[i]], (unsigned long long)cents_of(amount[i]));
    __syncthreads();
    if (threadIdx.x < 3)
        atomicAdd((unsigned long long *)&cents[threadIdx.x], part[threadIdx.x]);
}
