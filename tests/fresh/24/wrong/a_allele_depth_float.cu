// fpcheck: allele_depth <<<8, 128>>> allele=const(2):1024:u8 depth=inout:[5,0,16777216,12] reads=1024
// expect: error counter lost in float at line 10
// why: a binary32 counter stops at 2^24: 1024 further reads of allele 2 are not counted
// figure: computed depth[2]=16777216, MPFR 16778240
// Depth of the four alleles of a site of an amplicon run, batch after batch
__global__ void allele_depth(const unsigned char *allele, float *depth, int reads)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < reads && allele[r] < 4)
        atomicAdd(&depth[allele[r]], 1.0f);
}
