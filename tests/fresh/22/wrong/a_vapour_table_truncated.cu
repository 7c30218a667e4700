// fpcheck: vapour <<<1, 32>>> t=[-12.5,-3.25,4.5,-0.5,-18.75,17.25] table=[1.2597,1.3723,1.4939,1.6251,1.7665,1.9187,2.0826,2.2589,2.4483,2.6518,2.8703,3.1047,3.3559,3.6251,3.9134,4.2218,4.5517,4.9043,5.2809,5.683,6.112,6.5695,7.057,7.5763,8.1292,8.7174,9.343,10.0079,10.7143,11.4643,12.2603,13.1046,13.9998,14.9483,15.9531,17.0167,18.1423,19.3327,20.5913,21.9212,23.326] e=empty:6 n=6 want=[2.353599906,4.816150188,8.423299789,5.897500038,1.402700007,19.64735031] ref=e=want --tol rtol=2e-5,atol=0
// expect: error index at line 15
// why: the cast to int truncates towards zero, so below freezing the cell is one too warm and the weight is negative: the line is extrapolated
// figure: computed 2.34654999 at e[0], MPFR 2.35359991
// Saturation vapour pressure (hPa) by linear interpolation in a table of one value a degree from -20 to 20.
#define T_LOW (-20)
#define T_HIGH 20

__global__ void vapour(const float *t, const float *table, float *e, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = fminf(fmaxf(t[i], (float)T_LOW), (float)T_HIGH - 0.001f);
    int cell = (int)x;
    float weight = x - (float)cell;
    float a = table[cell - T_LOW];
    float b = table[cell - T_LOW + 1];
    e[i] = a + weight * (b - a);
}
