// fpcheck: wraps <<<1, 32>>> phase=[0.5,3.0,-3.0,2.9,-2.8,-0.1,0.3,3.1] k=empty:8 n=8 want=[0,0,-1,1,-1,0,0,0] ref=k=want --tol bitwise
// expect: error rounding at line 13
// why: adding a half and truncating rounds only positive numbers: a step of -6.0 rad (-0.95 turns) becomes 0 turns, not -1
// figure: computed k[2] = 0, right -1
// Whole turns between neighbouring samples of a wrapped phase (MR field map along a read-out line).
__global__ void wraps(const float *phase, int *k, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float step = i == 0 ? 0.0f : phase[i] - phase[i - 1];
    float turns = step * 0.15915494309f;
    k[i] = (int)(turns + 0.5f);
}
