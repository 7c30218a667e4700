// fpcheck: left_turns_d <<<1, 64>>> side=empty:64 step=5.9604645e-8 px=0.5 py=0.5 --ref side=@b_orient_double_ref.npy
// expect: ok
// why: nearly collinear points an ulp apart, but differences and products of these floats are exact in double, so the sign is
// figure: side[1] computed -1, MPFR -1; every one of the 64 exact
__device__ int sign_of(double d)
{
    return (d > 0.0) - (d < 0.0);
}

__global__ void left_turns_d(int *side, float step, float px, float py)
{
    int i = threadIdx.x;
    double x = (double)(px + (float)(i % 8) * step);
    double y = (double)(py + (float)(i / 8) * step);
    double l = (x - 24.0) * (12.0 - 24.0);
    double r = (y - 24.0) * (12.0 - 24.0);
    side[i] = sign_of(l - r);
}
