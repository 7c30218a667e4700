// fpcheck: sagitta <<<1, 32>>> chord=[10.0,1000.0,25000.0,300000.0,2.0] out=empty:5 n=5 want=[1.9620126105616746e-06,0.019620126135824745,12.262590617210606,1766.0561266074437,7.848050442245539e-08] ref=out=want --tol rtol=1e-5,atol=0
// expect: ok
// why: R - sqrt(R^2 - c^2) is rewritten as c^2 / (R + sqrt(R^2 - c^2)): R^2 - c^2 only loses digits of c that the sum does not need
// figure: error about 3e-7 relative, allowed 1e-5
// How high the earth's bulge stands above a straight sight line of the given length.
__global__ void sagitta(const float *chord, float *out, int n)
{
    const float radius = 6371008.8f;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float c = 0.5f * chord[i];
    float inner = sqrtf((radius - c) * (radius + c));
    out[i] = c * c / (radius + inner);
}
