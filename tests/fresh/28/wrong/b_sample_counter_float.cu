// fpcheck: add_samples <<<4, 64>>> x=const(3):256 count=inout:[16777216] sum=inout:[33554432] n=256 ref=count=[16777472] --tol rtol=1e-6,atol=0
// fpcheck+ finish <<<1, 1>>> count=count sum=sum mean=empty:1
// expect: error absorbed at line 12
// why: the running count of samples is a float that has reached 2^24, where adding 1 changes nothing
// figure: computed 16777216, MPFR 16777472 (count[0])
__global__ void add_samples(const float *x, float *count, double *sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (isfinite(x[i])) {
        atomicAdd(count, 1.0f);
        atomicAdd(sum, (double)x[i]);
    }
}

__global__ void finish(const float *count, const double *sum, double *mean)
{
    *mean = *sum / (double)*count;
}
