// fpcheck: order_cents <<<1, 32>>> price=[0.29,1.15,19.99,4.35,100.1,-0.57,8.2,2.3] quantity=[1000,3,100,2000,7,500,10,1] total=empty:8 n=8 want=[29000,345,199900,870000,70070,-28500,8200,230] ref=total=want --tol rtol=0,atol=0.5
// expect: ok
// why: cents from a double by a multiplication that is not exact: the rounding to the nearest integer takes the noise away, also below zero
// figure: total[0] = 29000, exact
__device__ long long cents(double price)
{
    return llrint(price * 100.0);
}

__global__ void order_cents(const double *price, const int *quantity, long long *total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        total[i] = cents(price[i]) * quantity[i];
}
