// fpcheck: sides <<<1, 32>>> p=[[451020.5, 5210031.0], [451019.5, 5210030.0], [451030.25, 5210040.0], [451010.0, 5210020.0]] a=[451000.0, 5210010.0] b=[451050.0, 5210060.0] side=empty:4 n=4 --ref 'side=@b_side_want.npy'
// expect: error flipped decision at line 13
// why: the expanded determinant sums products of 2e12 whose ulp is 262144, for an area of tens of square metres
// figure: computed side[2] = 1 (determinant about +33136 with fma, 262144 without), MPFR -1 (determinant -12.5)
// On which side of an edge of an image footprint (UTM metres) does a point lie? 1 left, -1 right, 0 on it.
__global__ void sides(const float *p, const float *a, const float *b, int *side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float px = p[2 * i];
    float py = p[2 * i + 1];
    float det = (a[0] * b[1] - a[1] * b[0]) + (b[0] * py - b[1] * px) + (px * a[1] - py * a[0]);
    side[i] = det > 0.0f ? 1 : (det < 0.0f ? -1 : 0);
}
