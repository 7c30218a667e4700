// fpcheck: logistic_loss <<<1, 32>>> logit=[-80.0,-20.0,-3.0,-0.001,0.0,0.5,4.0,17.0,40.0,104.0] label=[0,1,0,1,1,0,1,1,1,0] loss=empty:10 n=10 want=[1.80485139e-35,20,0.0485873516,0.693647306,0.693147181,0.974076984,0.0181499279,4.13993763e-08,4.24835426e-18,104] ref=loss=want --tol rtol=5e-6,atol=0
// expect: ok
// why: max(x, 0) - x y looks like a cancellation for x = 40 and label 1, but it is exactly 0 there, and log1p keeps the rest of 4e-18
// figure: computed loss[8] 4.24835413113866e-18, MPFR 4.2483543e-18; relative error below 3e-7 of 5e-6
// Binary cross entropy from logits with labels 0 or 1.
__global__ void logistic_loss(const float *logit, const int *label, float *loss, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = logit[i];
    float linear = fmaxf(x, 0.0f) - (label[i] ? x : 0.0f);
    loss[i] = linear + log1pf(expf(-fabsf(x)));
}
