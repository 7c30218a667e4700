// fpcheck: burgers_step <<<2, 32>>> u=[0.0,0.19866933,0.38941833,0.5646425,0.7173561,0.84147096,0.9320391,0.98544973,0.9995736,0.9738476,0.9092974,0.8084964,0.6754632,0.5155014,0.33498815,0.14112,-0.058374144,-0.25554112,-0.44252044,-0.6118579,-0.7568025,-0.8715758,-0.9516021,-0.993691,-0.9961646,-0.9589243,-0.8834547,-0.7727645,-0.63126665,-0.46460217,-0.2794155,-0.083089404,0.1165492,0.31154135,0.49411336,0.6569866,0.79366785,0.8987081,0.96791965,0.9985433,0.98935825,0.9407306,0.8545989,0.7343971,0.5849172,0.4121185,0.22288992,0.024775425,-0.17432678,-0.36647913,-0.5440211,-0.6998747,-0.82782644,-0.92277545,-0.9809362,-0.9999902,-0.9791777,-0.9193285,-0.8228286,-0.6935251,-0.53657293,-0.35822928,-0.16560417,0.033623047] next=empty:64 c=0.25 nu=0.125 n=64
// expect: error uninitialised shared memory at line 19
// why: the left halo cell is only filled where a block has a left neighbour; block 0 computes with shared memory that nobody wrote (the domain is periodic)
// figure: next[0] computed undefined, right 0.0290365
// One explicit step of the viscous Burgers equation, periodic in x.
#define B 32

__global__ void burgers_step(const float *u, float *next, float c, float nu, int n)
{
    __shared__ float s[B + 2];
    int t = threadIdx.x;
    int i = blockIdx.x * B + t;
    s[t + 1] = u[i];
    if (t == 0 && blockIdx.x > 0)
        s[0] = u[i - 1];
    if (t == B - 1)
        s[B + 1] = u[i + 1 < n ? i + 1 : 0];
    __syncthreads();
    float left = s[t];
    float here = s[t + 1];
    float right = s[t + 2];
    float advect = here > 0.0f ? here - left : right - here;
    next[i] = here - c * here * advect + nu * (left - 2.0f * here + right);
}
