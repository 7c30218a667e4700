// fpcheck: mixer_phase <<<1, 32>>> n=8 re=[1.1, 1.3, 0.7, 2.9, 3.3, 0.1, 1.7, 5.3] im=[0.3, 0.7, 0.9, 1.7, 0.1, 1.9, 2.3, 0.6] lo_re=[-1.1, -1.3, -0.7, -2.9, -3.3, -0.1, -1.7, -5.3] lo_im=[0.3, 0.7, 0.9, 1.7, 0.1, 1.9, 2.3, 0.6] phase=empty:8 want=[3.14159265, 3.14159265, 3.14159265, 3.14159265, 3.14159265, 3.14159265, 3.14159265, 3.14159265] ref=phase=want --tol rtol=1e-5,atol=0
// expect: error contraction decides at line 11: x*y + y*(-x) is 0, fused it is a rounding error, and below zero the phase jumps to -pi
// Phase of samples mixed with a local oscillator; here it holds their negated conjugates: the product is real and negative, phase pi.
__global__ void mixer_phase(const float* re, const float* im, const float* lo_re, const float* lo_im, float* phase, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float x = re[i], y = im[i];
    float u = lo_re[i], v = lo_im[i];
    float pr = x * u - y * v;
    float pi = x * v + y * u;
    phase[i] = atan2f(pi, pr);
}
