// fpcheck: genotype <<<1, 32>>> error=[0.001,0.002,0.0005,0.01] alt=[20,40,3,60]:i32 depth=[60,50,45,61]:i32 q=empty:4 n=4
// expect: ok
// why: a likelihood of 1e-60 and the same limit of 9999, but it is a sum of logarithms, log1pf for the common term
// figure: q[0]: computed 600.173767, MPFR 600.173801: relative error 5.6e-08, tolerance about 1e-6
// Phred-scaled likelihood of the homozygous reference genotype.
__global__ void genotype(const float *error, const int *alt, const int *depth, float *q, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float e = error[i];
    float ln = (float)alt[i] * logf(e) + (float)(depth[i] - alt[i]) * log1pf(-e);
    q[i] = fminf(-4.3429448f * ln, 9999.0f);
}
