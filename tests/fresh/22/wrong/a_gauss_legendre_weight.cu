// fpcheck: optical_depth <<<1, 32>>> a=[0.0,0.5,1.0,-1.0] b=[1.0,2.5,1.5,1.0] tau=empty:4 n=4 want=[0.688338791292,0.668730943581,0.185168437534,2.22026496224] ref=tau=want --tol rtol=1e-5,atol=0
// expect: error constant at line 7
// why: two digits of the second Gauss-Legendre weight are swapped (0.4768 for 0.4786), so the weights do not sum to 2
// figure: computed 0.687104106 at tau[0], MPFR 0.688338791
// Optical depth of an exponential atmosphere by five-point Gauss-Legendre quadrature.
__constant__ float node[3] = {0.0f, 0.5384693101f, 0.9061798459f};
__constant__ float weight[3] = {0.5688888889f, 0.4768286705f, 0.2369268851f};

__device__ float extinction(float z)
{
    return expf(-0.8f * z);
}

__global__ void optical_depth(const float *a, const float *b, float *tau, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float half = 0.5f * (b[i] - a[i]);
    float middle = 0.5f * (b[i] + a[i]);
    float sum = weight[0] * extinction(middle);
    for (int k = 1; k < 3; k++) {
        float d = half * node[k];
        sum += weight[k] * (extinction(middle - d) + extinction(middle + d));
    }
    tau[i] = half * sum;
}
