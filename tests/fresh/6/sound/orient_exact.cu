// fpcheck: orient_exact <<<1, 32>>> n=6 px=[0.1, 0.3, 0.7, 1.1, 1.3, 2.3] py=[0.3, 0.7, 0.9, 1.7, 0.1, 1.9] side=empty:6:i32 want=[0, 0, 0, 0, 0, 0]:i32 ref=side=want --tol rtol=0,atol=0
// expect: ok
// Sign of the cross product of P and 2P: both products as exact pairs (two-product by fma), compared part by part.
__global__ void orient_exact(const float* px, const float* py, int* side, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float ax = px[i], ay = py[i];
    float bx = ax + ax, by = ay + ay;
    float p = __fmul_rn(ax, by), pe = __fmaf_rn(ax, by, -p);
    float q = __fmul_rn(ay, bx), qe = __fmaf_rn(ay, bx, -q);
    int s = 0;
    if (p != q) s = p > q ? 1 : -1;
    else if (pe != qe) s = pe > qe ? 1 : -1;
    side[i] = s;
}
