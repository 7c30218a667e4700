// fpcheck: corner_class <<<1, 32>>> a=[0.1,0.3,0.7,1.3,2.1,0.9,5.7,3.3] b=[0.1,0.3,0.7,1.3,2.1,0.9,5.7,3.3] c=[0.1,0.3,0.7,1.3,2.1,0.9,5.7,3.3] kind=empty:8 n=8
// expect: error contraction at line 11
// why: a c - b b is fused: one product is exact, the other rounded, so equal products leave their rounding error and an edge is called a corner or a saddle
// figure: computed det -4.098e-10 (kind -1), MPFR 0 (kind 0) for a = b = c = 0.1
// Structure tensors [a b; b c]: 0 = edge (rank one), 1 = corner, -1 = not a tensor.
__global__ void corner_class(const float *a, const float *b, const float *c, int *kind, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float det = a[i] * c[i] - b[i] * b[i];
    int k = 0;
    if (det > 0.0f)
        k = 1;
    else if (det < 0.0f)
        k = -1;
    kind[i] = k;
}
