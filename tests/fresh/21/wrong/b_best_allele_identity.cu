// fpcheck: call_genotype<<<4, 32>>> likelihood=[[-13.7,-1.02,-18.11,-30.07,-1.16,-16.25,-79.28,-63.17,-10.58,-18.84,-61.58,-73.43,-28.95,-63.07,-12.59,-43.8,-48.15,-63.4,-23.01,-33.68,-30.71],[-11.89,-54.4,-45.03,-40.99,-50.49,-48.82,-6.78,-24.68,-32.86,-15.88,-57.94,-54.26,-61.59,-2.28,-8.7,-20.28,-43.78,-7.12,-74.26,-3.33,-50.93],[-61.23,-47.15,-31.44,-68.96,-24.33,-15.66,-44.56,-10.77,-7.55,-75.07,-38.48,-18.64,-56.37,-71.57,-7.68,-33.45,-27.08,-71.91,-15.18,-22.71,-7.47],[-49.58,-17.26,-54.11,-20.35,-67.09,-57.24,-74.33,-34.81,-13.79,-75.58,-51.7,-72.78,-40.31,-61.9,-39.92,-28.27,-59.69,-20.2,-7.52,-36.87,-1.64]] best=empty:4 quality=empty:4 genotypes=21 want=[-1.02,-2.28,-7.47,-1.64] --ref 'best=want' --tol rtol=1e-6,atol=1e-6
// expect: error mismatch at line 12
// why: FLT_MIN is the smallest positive float, not the lowest: lanes without a genotype win over every negative log-likelihood
// figure: computed best[0] = 1.17549435e-38, MPFR -1.02
#include <cfloat>

// Best and second best log-likelihood of the genotypes of a site, one warp a site.
__global__ void call_genotype(const float *likelihood, float *best, float *quality, int genotypes)
{
    int site = blockIdx.x;
    int lane = threadIdx.x;
    float first = FLT_MIN;
    float second = -FLT_MAX;
    if (lane < genotypes)
        first = likelihood[site * genotypes + lane];
    for (int d = 16; d > 0; d >>= 1)
    {
        float other_first = __shfl_xor_sync(0xffffffffu, first, d);
        float other_second = __shfl_xor_sync(0xffffffffu, second, d);
        second = fmaxf(fminf(first, other_first), fmaxf(second, other_second));
        first = fmaxf(first, other_first);
    }
    if (lane == 0)
    {
        best[site] = first;
        quality[site] = 4.3429448f * (first - second);
    }
}
