// fpcheck: interpolate <<<1, 32>>> node=[1.0,0.9238795325112867,0.7071067811865476,0.38268343236508984,6.123233995736766e-17,-0.3826834323650897,-0.7071067811865475,-0.9238795325112867,-1.0] value=[0.383603953541131,0.9108173424790507,1.7284620237007347,1.3371368076918584,1.8369701987210297e-16,-0.6219869000557892,-0.4202180427956761,-0.14353563184481558,-0.05191514970317339] q=[-1.0,1.0,0.3,-0.77,0.38268343236508984,0.38268343336508986,0.0,0.999] out=empty:8 m=9 n=8 want=[-0.05191514970317339,0.383603953541131,1.0577012177713911,-0.34238822891779847,1.3371368076918584,1.3371368108294874,-2.5768731440755076e-19,0.3912767500504346] ref=out=want --tol rtol=1e-12,atol=1e-12
// expect: ok
// why: a query 1e-9 from a node divides by a tiny difference twice, but numerator and denominator have the same error there; a query on a node returns its value
// figure: out[7] computed 0.39127675, MPFR 0.39127675005; error 1.1e-16 of 1.4e-12 allowed
// Barycentric interpolation at Chebyshev points of the second kind, m <= 32.
__global__ void interpolate(const double *node, const double *value, const double *q, double *out, int m, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double numerator = 0.0;
    double denominator = 0.0;
    int exact = -1;
    for (int k = 0; k < m; k++) {
        double d = q[i] - node[k];
        if (d == 0.0) {
            exact = k;
            break;
        }
        double w = (k & 1) ? -1.0 : 1.0;
        if (k == 0 || k == m - 1)
            w *= 0.5;
        numerator += w / d * value[k];
        denominator += w / d;
    }
    out[i] = exact >= 0 ? value[exact] : numerator / denominator;
}
