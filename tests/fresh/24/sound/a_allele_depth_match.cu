// fpcheck: allele_depth <<<1, 128>>> allele=[0,2,4,1,3,1,3,0,2,4,2,4,1,3,0,3,0,2,4,1,4,1,3,0,2,0,2,4,1,3,1,3,0,2,4,2,4,1,3,0,3,0,2,4,1,4,1,3,0,2,0,2,4,1,3,1,3,0,2,4,2,4,1,3,0,3,0,2,4,1,4,1,3,0,2,0,2,4,1,3,1,3,0,2,4,2,4,1,3,0,3,0,2,4,1,4,1,3,0,2,0,2,4,1,3,1,3,0,2,4,2,4,1,3,0,3,0,2,4,1,4,1,3,0,2,0,2,4] depth=inout:[5,0,16777216,12] reads=128 want=[31,25,16777242,37] ref=depth=want
// expect: ok
// why: counts beyond 2^24, but in integers; lanes with the same allele are found by __match_any_sync by the whole warp, before any of them leaves
// figure: depth[2] computed 16777242, right 16777242; exact integers
// Depth of the four alleles of a site; one atomic a warp and allele. 4 and more: no call.
__global__ void allele_depth(const unsigned char *allele, int *depth, int reads)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = r < reads ? allele[r] : 255;
    unsigned peers = __match_any_sync(0xffffffffu, mine);
    int leader = __ffs(peers) - 1;
    if (mine < 4 && (threadIdx.x & 31) == leader)
        atomicAdd(&depth[mine], __popc(peers));
}
