// fpcheck: pairs <<<1, 16>>> ij=empty:16x2 base=10619128 n=16 want=[4607,4600,4607,4601,4607,4602,4607,4603,4607,4604,4607,4605,4607,4606,4607,4607,4608,0,4608,1,4608,2,4608,3,4608,4,4608,5,4608,6,4608,7] --ref ij=want --tol rtol=0,atol=0.5
// expect: ok
// why: the root in binary32 is a guess that integers correct by steps of one
// figure: exact integers
// Number k of the pair list (i, j), j <= i, of an all-pairs force sum that is cut over many launches.
__device__ int2 pair_of(int k)
{
    int i = (int)((sqrtf(8.0f * k + 1.0f) - 1.0f) * 0.5f);
    while ((long long)i * (i + 1) / 2 > k)
        i--;
    while ((long long)(i + 1) * (i + 2) / 2 <= k)
        i++;
    return make_int2(i, k - i * (i + 1) / 2);
}

__global__ void pairs(int2 *ij, int base, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n)
        ij[t] = pair_of(base + t);
}
