// fpcheck: to_laboratory <<<1, 32>>> ub=[[0.071,0.0123,-0.034],[-0.018,0.0894,0.0052],[0.0271,-0.0066,0.1021]] hkl=[[3,-1,4],[0,9,1],[-8,-7,-9],[9,-8,1],[2,6,8]] q=empty:5x3 n=5 want=[[0.06469999998807907,-0.12259999848902225,0.49630000069737434],[0.07669999450445175,0.8098000078462064,0.04270000010728836],[-0.3480999991297722,-0.5286000124178827,-1.0895000025629997],[0.506600022315979,-0.871999999973923,0.39880000427365303],[-0.05620001256465912,0.5420000068843365,0.8313999995589256]] ref=q=want --tol rtol=1e-5,atol=1e-6
// expect: error mismatch at line 10
// why: the orientation matrix is stored by rows and read by columns: UB transposed is applied
// figure: computed q[0][0] = 0.3394, MPFR 0.0647
// Scattering vectors q = UB h of reflections, UB in row-major order.
__device__ float component(const float *ub, const int *h, int axis)
{
    float sum = 0.0f;
    for (int k = 0; k < 3; k++)
        sum += ub[3 * k + axis] * (float)h[k];
    return sum;
}

__global__ void to_laboratory(const float *ub, const int *hkl, float *q, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    for (int axis = 0; axis < 3; axis++)
        q[3 * i + axis] = component(ub, hkl + 3 * i, axis);
}
