// fpcheck: side <<<1, 32>>> a=[500303.625,4649187.0,500472.0,4649064.0,500605.625,4649149.0,500352.875,4649116.0,500888.375,4649065.0,500339.125,4649054.5,500002.375,4649155.0,500608.25,4649154.0] b=[500773.625,4649377.5,500581.25,4649313.0,500771.375,4649285.0,500442.25,4649427.5,501287.625,4649336.5,500357.125,4649065.5,500227.375,4649350.5,500843.125,4649159.0] c=[500201.5,4649213.5,500690.5,4649562.0,500677.25,4649106.5,500531.625,4649739.5,500965.375,4649049.0,500375.125,4649076.5,500035.875,4649133.0,501078.0,4649164.5] where=empty:8 n=8 want=[1,0,-1,1,-1,0,-1,1] ref=where=want --tol bitwise
// expect: ok
// why: the float determinant may have the wrong sign, and is believed only where it exceeds its error bound; else doubles decide, exactly for these coordinates.
// figure: exact decisions, error 0
__device__ int orient(float2 a, float2 b, float2 c)
{
    float left = (a.x - c.x) * (b.y - c.y);
    float right = (a.y - c.y) * (b.x - c.x);
    float det = left - right;
    float bound = 4.0e-7f * (fabsf(left) + fabsf(right));
    if (fabsf(det) > bound)
        return det > 0.0f ? 1 : -1;
    double dl = ((double)a.x - (double)c.x) * ((double)b.y - (double)c.y);
    double dr = ((double)a.y - (double)c.y) * ((double)b.x - (double)c.x);
    return (dl > dr) - (dl < dr);
}

__global__ void side(const float *a, const float *b, const float *c, int *where, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    where[i] = orient(make_float2(a[2 * i], a[2 * i + 1]), make_float2(b[2 * i], b[2 * i + 1]),
                      make_float2(c[2 * i], c[2 * i + 1]));
}
