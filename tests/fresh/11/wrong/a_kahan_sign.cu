// fpcheck: odometer <<<1, 32>>> step=uniform(0.04,0.06):8x1024 total=empty:8 start=1048576.0 rows=8 n=1024 --ref total=1048576+sum(step,1) --tol rtol=1e-6,atol=0
// expect: error absorption at line 13
// why: the compensation is (t - s) - y, the part added too much, and has to be subtracted from the next step; added, it cancels the step, and nothing below half a spacing ever arrives
// figure: total[0], for one such row: computed 1048646.38, MPFR 1048627.27; spacing 0.125
// Mileage: many small steps on a large total, summed with compensation.
__global__ void odometer(const float *step, float *total, float start, int rows, int n)
{
    int i = threadIdx.x;
    if (i >= rows)
        return;
    float s = start, c = 0.0f;
    for (int k = 0; k < n; k++) {
        float y = step[i * n + k] + c;
        float t = s + y;
        c = (t - s) - y;
        s = t;
    }
    total[i] = s;
}
