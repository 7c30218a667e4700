// fpcheck: visit_sites <<<1, 32>>> bits=[2119487000,2588582102,279321579,2800728995,4229524709,3053672346,1829550353,4128960190,2167585669,3193793316,2347247651,2457323182,3782383494,3899181988,716512687,2484473174,1003994702,3768535589,4157089186,4294967287,1328473279,3143170145,3987252419,3827285938,109919112,2546563952,3821350637,3666095564,2008754556,4019088364,2037644352,2811748499] visits=inout:zeros:16 tries=32 sites=16 want=[1,1,1,1,1,0,1,3,2,4,2,3,0,1,7,4] --ref 'visits=want' --tol rtol=1e-7,atol=0
// expect: error out-of-bounds at line 8
// why: random 32 bits to float round to 2^32, so the uniform is 1.0 and the site index equals the number of sites
// figure: site of bits[19] computed 16, MPFR 15 (16 is outside of visits)
// Which lattice site each Metropolis trial touches: uniform deviates from a counter-based generator's words.
__device__ inline float uniform01(unsigned word)
{
    return (float)word * 2.3283064365386963e-10f; // 2^-32
}

__device__ inline int pick(unsigned word, int sites)
{
    return (int)(uniform01(word) * (float)sites);
}

__global__ void visit_sites(const unsigned *bits, int *visits, int tries, int sites)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= tries)
        return;
    int site = pick(bits[i], sites);
    atomicAdd(&visits[site], 1);
}
