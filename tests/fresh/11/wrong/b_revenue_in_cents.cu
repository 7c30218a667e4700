// fpcheck: revenue <<<1, 64>>> cents=[1999900,2499900,899900,129900,4599900,399900,1099900,2299900] quantity=[1200,150,400,90,310,77,640,58] group=[0,1,0,1,0,1,0,1] total=inout:[0,0] n=8 want=[4889745000,550862500] ref=total=want --tol bitwise
// expect: error mismatch at line 13
// why: cents times quantity is multiplied in 32 bits and only then widened
// figure: computed total[0] = 594777704, MPFR 4889745000
// select region, sum(price * quantity) from sales group by region
__global__ void revenue(const int *cents, const int *quantity, const int *group, long long *total, int n)
{
    __shared__ unsigned long long local[2];
    if (threadIdx.x < 2)
        local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        long long amount = cents[i] * quantity[i];
        atomicAdd(&local[group[i]], (unsigned long long)amount);
    }
    __syncthreads();
    if (threadIdx.x < 2)
        total[threadIdx.x] = (long long)local[threadIdx.x];
}
