// fpcheck: bce <<<1, 32>>> logit=[-120.0,-30.0,-2.5,-1e-04,0.0,0.3,7.0,40.0,150.0,-0.7] target=[0.0,1.0,1.0,0.0,0.5,1.0,0.0,1.0,1.0,0.0] loss=empty:10 n=10 want=[7.667648073937911e-53,30.000000000000092,2.5788897342925496,0.6930971818112084,0.6931471805599453,0.5543552393954866,7.000911466453775,4.248354255291589e-18,0.0,0.4031860528409679] ref=loss=want --tol rtol=1e-5,atol=1e-7
// expect: ok
// why: exp(-|z|) underflows to zero for large logits and max(z,0) - z*y cancels for a right answer: both are harmless, log1p adds what is left
// figure: computed loss[2] about 2.5788898, MPFR 2.57888973: error about 1e-7 relative against 1e-5; loss[0] is 0 against 7.67e-53, within atol 1e-7
// Binary cross-entropy on logits.
__global__ void bce(const float *logit, const float *target, float *loss, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float z = logit[i];
    loss[i] = fmaxf(z, 0.0f) - z * target[i] + log1pf(expf(-fabsf(z)));
}
