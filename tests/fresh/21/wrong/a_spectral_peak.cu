// fpcheck: spectral_peak <<<1, 32>>> power=[1.0,3.0,7.9999,1000.0,2.0,5.0,1000.01,40.0,8.0,1000.03,6.0,12.0] key=inout:zeros:1:u32 bin=empty:1 n=12 want=[9] ref=bin=want --tol bitwise
// expect: error argmax key loses bits at line 10
// why: the low 16 bits of the power make place for the bin number: powers that differ by less than 2^-7 count as equal and the lowest bin wins
// figure: bin[0] computed 3, right 9
// Strongest line of a power spectrum; of equal ones the lowest bin. One 32 bit atomic a bin.
__global__ void spectral_peak(const float *power, unsigned *key, int *bin, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        unsigned high = __float_as_uint(power[i]) & 0xffff0000u;
        atomicMax(key, high | (0xffffu - (unsigned)i));
    }
    __syncthreads();
    if (i == 0)
        *bin = (int)(0xffffu - (*key & 0xffffu));
}
