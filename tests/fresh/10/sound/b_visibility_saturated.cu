// fpcheck: visibility <<<1, 32>>> depth=[0.25,1.0,0.5,0.75,0.999,1.0,0.3,0.31,1.0,0.9,0.7,1.0] pixel=[0,0,1,1,2,2,3,3,4,4,5,5] fragments=12 buffer=inout:[4294967295,4294967295,4294967295,4294967295,4294967295,4294967295] want=[1073741824,2147483650,4290672388,1288490246,3865470473,3006477066] ref=buffer=want --tol bitwise
// expect: ok
// why: a power-of-two scale is exact, z = 1 is held back at 2^24 - 1; ties go to the lower primitive as meant
// figure: computed buffer[0] = 1073741824, MPFR 1073741824: error 0 of 0 allowed
// Visibility buffer: 24 bits of depth above 8 bits of primitive, the nearest fragment wins.
__global__ void visibility(const float *depth, const int *pixel, int fragments, unsigned *buffer)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= fragments)
        return;
    float z = fminf(fmaxf(depth[i], 0.0f), 1.0f);
    unsigned q = min((unsigned)(z * 16777216.0f), 0xffffffu);
    atomicMin(&buffer[pixel[i]], q << 8 | (unsigned)i);
}
