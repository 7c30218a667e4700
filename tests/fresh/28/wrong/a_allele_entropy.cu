// fpcheck: diversity <<<4, 32>>> counts=[12,0,4,16,0,3,9,1,5,5,5,5,5,5,5,5,31,1,0,0,2,2,2,2,7,7,0,7,7,7,7,7] entropy=empty:4 alleles=8
// expect: error NaN swallowed by max at line 26
// why: 0 * log(0) is NaN for an allele nobody carries; fmaxf, meant for -0, makes an entropy of 0 of it
// figure: entropy[0] computed 0 (fmaxf(NaN, 0)), MPFR 1.52229949
// Shannon diversity of each locus from its allele counts, one warp for a locus.
__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void diversity(const int *counts, float *entropy, int alleles)
{
    int locus = blockIdx.x;
    int lane = threadIdx.x;
    float c = lane < alleles ? (float)counts[locus * alleles + lane] : 0.0f;
    float total = warp_sum(c);
    float term = 0.0f;
    if (lane < alleles) {
        float p = c / total;
        term = -p * logf(p);
    }
    float h = warp_sum(term);
    if (lane == 0)
        entropy[locus] = fmaxf(h, 0.0f);
}
