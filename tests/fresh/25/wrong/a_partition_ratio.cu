// fpcheck: partition_ratio <<<1, 32>>> product=[1e+20,1e+38,6e+37,4e+36] reactant=[3e+20,2e+38,9e+37,8e+36] k=empty:4 n=4 want=[0.3333333333333333,0.5,0.6666667042266853,0.5] ref=k=want --tol rtol=1e-5,atol=0
// expect: error fast math beyond its range at line 10
// why: __fdividef gives 0 for a divisor between 2^126 and 2^128
// figure: k[1]: computed 0, MPFR 0.5
// Equilibrium constant from two partition functions, fast division.
__global__ void partition_ratio(const float *product, const float *reactant, float *k, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        k[i] = __fdividef(product[i], reactant[i]);
}
