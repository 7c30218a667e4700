// fpcheck: principal <<<1, 32>>> stress=[4.0,1.0,0.5,3.0,-0.25,2.0, 120.0,-30.0,12.5,80.0,5.0,-45.0, 1.5,0.0,0.0,-2.5,1.0,0.75, 9.0,2.0,2.0,6.0,-1.0,3.0] values=empty:4x3 n=4
// expect: ok
// why: cyclic Jacobi rotations: differences of diagonal elements over twice the off-diagonal one may be large or infinite, where t goes to zero as it should
// figure: values[0][0]: computed 4.6518755, MPFR 4.65187576 (largest relative error 1.2e-07)
// Principal values of symmetric stress tensors (xx, xy, xz, yy, yz, zz), sorted downwards: cyclic Jacobi.
#define SWEEPS 5

struct Tensor {
    float m[3][3];
};

__device__ void rotate(Tensor *t, int p, int q)
{
    float apq = t->m[p][q];
    if (apq == 0.0f)
        return;
    float theta = (t->m[q][q] - t->m[p][p]) / (2.0f * apq);
    float tangent = copysignf(1.0f, theta) / (fabsf(theta) + sqrtf(1.0f + theta * theta));
    float c = 1.0f / sqrtf(1.0f + tangent * tangent);
    float s = tangent * c;
    int r = 3 - p - q;
    float arp = t->m[r][p];
    float arq = t->m[r][q];
    t->m[p][p] -= tangent * apq;
    t->m[q][q] += tangent * apq;
    t->m[p][q] = t->m[q][p] = 0.0f;
    t->m[r][p] = t->m[p][r] = c * arp - s * arq;
    t->m[r][q] = t->m[q][r] = s * arp + c * arq;
}

__device__ void order(float *a, float *b)
{
    float high = fmaxf(*a, *b);
    float low = fminf(*a, *b);
    *a = high;
    *b = low;
}

__global__ void principal(const float *stress, float *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float *s = stress + 6 * i;
    Tensor t = {{{s[0], s[1], s[2]}, {s[1], s[3], s[4]}, {s[2], s[4], s[5]}}};
    for (int k = 0; k < SWEEPS; k++) {
        rotate(&t, 0, 1);
        rotate(&t, 0, 2);
        rotate(&t, 1, 2);
    }
    float a = t.m[0][0], b = t.m[1][1], c = t.m[2][2];
    order(&a, &b);
    order(&b, &c);
    order(&a, &b);
    values[3 * i] = a;
    values[3 * i + 1] = b;
    values[3 * i + 2] = c;
}
