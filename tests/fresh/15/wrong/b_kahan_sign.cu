// fpcheck: partition_sum<<<1, 32>>> w=const(3e-8):4x3000 z=empty:4 rows=4 n=3000 want=[1.00009,1.00009,1.00009,1.00009] ref=z=want --tol rtol=1e-6,atol=0
// expect: error absorbed at line 12
// why: the compensation is added in place of subtracted: it cancels every second term in place of bringing the lost part back
// figure: computed z[0] = 1, MPFR 1.00009
// Partition function: the ground state (1) and many small Boltzmann weights, with Kahan's summation.
struct Kahan {
    float sum, c;
};

__device__ void add(Kahan &k, float x)
{
    float y = x + k.c;
    float t = __fadd_rn(k.sum, y);
    k.c = __fsub_rn(__fsub_rn(t, k.sum), y);
    k.sum = t;
}

__global__ void partition_sum(const float *w, float *z, int rows, int n)
{
    int r = threadIdx.x;
    if (r >= rows)
        return;
    Kahan k = {1.0f, 0.0f};
    for (int j = 0; j < n; j++)
        add(k, w[r * n + j]);
    z[r] = k.sum;
}
