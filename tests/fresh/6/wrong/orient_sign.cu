// fpcheck: orient_sign <<<1, 32>>> n=6 px=[0.1, 0.3, 0.7, 1.1, 1.3, 2.3] py=[0.3, 0.7, 0.9, 1.7, 0.1, 1.9] side=empty:6:i32 want=[0, 0, 0, 0, 0, 0]:i32 ref=side=want --tol rtol=0,atol=0
// expect: error contraction decides at line 10: the cross product of (x,y) and (2x,2y) is exactly 0, fused it is a rounding error of either sign
// On which side of the ray to P does the point 2P lie: left 1, right -1, on it 0.
__global__ void orient_sign(const float* px, const float* py, int* side, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float ax = px[i], ay = py[i];
    float bx = ax + ax, by = ay + ay;
    float cross = ax * by - ay * bx;
    int s = 0;
    if (cross > 0.0f) s = 1;
    if (cross < 0.0f) s = -1;
    side[i] = s;
}
