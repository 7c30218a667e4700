// fpcheck: in_circle <<<1, 32>>> tri=[4520.03125,3310.0625,4520.875,3310.0625,4519.984375,3311.0,4527.109375,3312.875,4527.9375,3312.96875,4527.015625,3313.96875,4533.875,3315.875,4534.90625,3316.109375,4533.921875,3317.03125,4540.9375,3318.96875,4541.9375,3319.109375,4540.90625,3320.09375,4547.890625,3321.96875,4549.03125,3321.984375,4548.03125,3323.03125,4555.109375,3325.0,4556.09375,3324.9375,4554.953125,3326.09375,4561.953125,3328.03125,4562.890625,3328.078125,4561.953125,3328.921875,4569.09375,3331.078125,4569.9375,3330.875,4569.0625,3332.046875,4575.875,3334.0,4576.953125,3333.96875,4576.09375,3334.921875,4582.9375,3337.0625,4583.90625,3336.953125,4582.890625,3337.90625,4590.015625,3339.984375,4590.90625,3340.0625,4590.0625,3340.921875,4596.90625,3343.0625,4598.0,3343.0,4596.9375,3344.0] query=[4520.3125,3311.171875,4528.125,3313.65625,4534.359375,3317.125,4541.765625,3318.9375,4549.125,3322.703125,4556.421875,3325.96875,4562.890625,3328.09375,4570.4375,3331.59375,4576.140625,3334.921875,4583.25,3336.828125,4590.171875,3340.96875,4597.546875,3344.25] inside=empty:12 n=12 want=[1,0,1,0,1,0,1,0,1,0,1,0] ref=inside=want --tol bitwise
// expect: ok
// why: looks like a risky predicate, but differences of multiples of 2^-12 in double and products of a few dozen bits: the determinant is far above rounding
// figure: computed inside[0] = 1, MPFR 1: error 0 of 0 allowed
// Delaunay refinement: does point d lie inside the circumcircle of the counter-clockwise triangle abc?
__global__ void in_circle(const float2 *tri, const float2 *query, int *inside, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 a = tri[3 * i], b = tri[3 * i + 1], c = tri[3 * i + 2], d = query[i];
    double ax = (double)a.x - d.x, ay = (double)a.y - d.y;
    double bx = (double)b.x - d.x, by = (double)b.y - d.y;
    double cx = (double)c.x - d.x, cy = (double)c.y - d.y;
    double al = ax * ax + ay * ay, bl = bx * bx + by * by, cl = cx * cx + cy * cy;
    double det = al * (bx * cy - cx * by) - bl * (ax * cy - cx * ay) + cl * (ax * by - bx * ay);
    inside[i] = det > 0 ? 1 : 0;
}
