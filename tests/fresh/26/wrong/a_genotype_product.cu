// fpcheck: genotype <<<1, 32>>> error=[0.001,0.002,0.0005,0.01] alt=[20,40,3,60]:i32 depth=[60,50,45,61]:i32 q=empty:4 n=4
// expect: error underflow at line 15
// why: the product of twenty errors of 1e-3 is below 1e-45 and becomes 0, log10f gives -inf, and fminf makes a confident 9999 of it
// figure: q[0]: computed 9999, MPFR 600.173801
// Phred-scaled likelihood of the homozygous reference genotype.
__global__ void genotype(const float *error, const int *alt, const int *depth, float *q, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float e = error[i];
    float likelihood = 1.0f;
    for (int k = 0; k < depth[i]; k++)
        likelihood *= k < alt[i] ? e : 1.0f - e;
    q[i] = fminf(-10.0f * log10f(likelihood), 9999.0f);
}
