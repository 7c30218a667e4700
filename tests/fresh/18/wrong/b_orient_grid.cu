// fpcheck: left_turns <<<1, 64>>> side=empty:64 step=5.9604645e-8 px=0.5 py=0.5 --ref side=@b_orient_grid_ref.npy
// expect: error flipped geometric decision at line 13: the cross product of the nearly collinear points drowns in its rounding, so points on one side of the line are put on the other
// why: the cross product of the nearly collinear points drowns in its rounding, so points on one side of the line are put on the other
// figure: side[1] computed 0, MPFR -1; 56 of 64 are wrong
struct P {
    float x, y;
};

__device__ float orient(P a, P b, P c)
{
    float l = __fmul_rn(a.x - c.x, b.y - c.y);
    float r = __fmul_rn(a.y - c.y, b.x - c.x);
    return __fsub_rn(l, r);
}

// Kettner's picture: points around (0.5, 0.5) one ulp apart against the line through (12, 12) and (24, 24).
__global__ void left_turns(int *side, float step, float px, float py)
{
    int i = threadIdx.x;
    P p = {px + (float)(i % 8) * step, py + (float)(i / 8) * step};
    P q = {12.0f, 12.0f};
    P r = {24.0f, 24.0f};
    float d = orient(p, q, r);
    side[i] = d > 0.0f ? 1 : (d < 0.0f ? -1 : 0);
}
