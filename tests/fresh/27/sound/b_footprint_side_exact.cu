// fpcheck: sides <<<1, 32>>> p=[[451020.5, 5210031.0], [451019.5, 5210030.0], [451030.25, 5210040.0], [451010.0, 5210020.0]] a=[451000.0, 5210010.0] b=[451050.0, 5210060.0] side=empty:4 n=4 --ref 'side=@b_side_want.npy'
// expect: ok
// why: differences are exact in float and the two products are compared with their rounding errors by fma, so the sign is exact
// figure: sides 1, 1, -1, 0: error 0 (integers)
// On which side of an edge of an image footprint (UTM metres) does a point lie? 1 left, -1 right, 0 on it.
__global__ void sides(const float *p, const float *a, const float *b, int *side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float px = p[2 * i];
    float py = p[2 * i + 1];
    float ux = b[0] - a[0];
    float uy = b[1] - a[1];
    float vx = px - a[0];
    float vy = py - a[1];
    float m = __fmul_rn(ux, vy);
    float n2 = __fmul_rn(uy, vx);
    float em = __fmaf_rn(ux, vy, -m);
    float en = __fmaf_rn(uy, vx, -n2);
    int s;
    if (m != n2)
        s = m > n2 ? 1 : -1;
    else
        s = em > en ? 1 : (em < en ? -1 : 0);
    side[i] = s;
}
