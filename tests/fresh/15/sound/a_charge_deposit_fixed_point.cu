// fpcheck: deposit <<<2, 64>>> place=uniform(0,15):128 charge=uniform(-1,1):128 grid=inout:zeros:16 n=128
// expect: ok
// why: atomic additions in no order, but of integers: weights times 2^40 in 64 bits, so that the sums do not depend on the order and cannot overflow
// figure: computed grid values within half a unit (2^-41) for each deposit of the exact sums, times 2^40

__device__ void add_fixed(long long *cell, double value)
{
    long long v = __double2ll_rn(value * 1099511627776.0);
    atomicAdd((unsigned long long *)cell, (unsigned long long)v);
}

// Charges of a particle code to the two nearest nodes.
__global__ void deposit(const float *place, const float *charge, long long *grid, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double x = place[i];
    double q = charge[i];
    int left = min((int)x, 14);
    double right_share = x - left;
    add_fixed(&grid[left], q * (1.0 - right_share));
    add_fixed(&grid[left + 1], q * right_share);
}
