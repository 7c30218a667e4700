// fpcheck: log_sigmoid <<<1, 32>>> z=[18,-2,40,3.5,-90,0.25,-0.00100000005,120] y=empty:8 n=8 want=[-1.5229979628736488e-08,-2.1269280110429727,-4.248354255291589e-18,-0.029750418272620566,-90.0,-0.5759394198788436,-0.6936473055837007,-7.667648073722e-53] ref=y=want --tol rtol=1e-5,atol=1e-37
// expect: ok
// why: the exponential of -|z| may underflow, which is harmless: log1p of it is then below half an ulp, or the result itself below 1e-37
// figure: largest relative error 7.9e-08 of 1e-5
// log(sigmoid(z)), for logits of either sign.
__global__ void log_sigmoid(const float *z, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = z[i];
    float tail = log1pf(expf(-fabsf(v)));
    y[i] = fminf(v, 0.0f) - tail;
}
