// fpcheck: e_step <<<1, 8>>> x=[0.1,1.7,2.4,3.9,5.2,31,-2,6] mu=[0.0,5.0] sigma=[1.0,1.0] weight=[0.5,0.5] resp=empty:8 n=8 want=[0.99999385582535205,0.98201378582679066,0.62245921914334568,0.0009110507603734678,1.3709585143033527e-06,1.2972877847274156e-62,0.99999999983081023,2.5109990926928157e-08] --ref 'resp=want' --tol rtol=1e-4,atol=1e-6
// expect: error nan at line 19
// why: both densities underflow at an outlier: 0 / 0 is NaN, and the clamp into [0, 1] turns it into 1
// figure: resp[5] computed 1, MPFR 1.297e-62
// E step of a two-component mixture in one dimension: responsibility of component 0.
__device__ float density(float x, float mu, float sigma)
{
    float z = (x - mu) / sigma;
    return 0.3989422804f / sigma * expf(-0.5f * z * z);
}

__global__ void e_step(const float *x, const float *mu, const float *sigma, const float *weight, float *resp, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = weight[0] * density(x[i], mu[0], sigma[0]);
    float b = weight[1] * density(x[i], mu[1], sigma[1]);
    float r = a / (a + b);
    // rounding may leave the unit interval by an ulp
    r = fmaxf(0.0f, fminf(1.0f, r));
    resp[i] = r;
}
