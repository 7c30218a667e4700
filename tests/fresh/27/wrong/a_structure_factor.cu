// fpcheck: structure_factor <<<1, 32>>> phase=[2000003.25,1500000.5,3000001.0,12.5] amplitude=[1.0,0.5,0.25,2.0] real=empty:4 n=4
// expect: error fast math beyond its range at line 10
// why: __cosf reduces its argument by one rounded product with 1/2pi: at 2e6 the turns are known to 1/32 only
// figure: computed about -0.707107, MPFR -0.82152205
// Real part of a structure factor, term by term: phases k.r are accumulated over a long supercell.
__global__ void structure_factor(const float *phase, const float *amplitude, float *real, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        real[i] = amplitude[i] * __cosf(phase[i]);
}
