// fpcheck: decay_chain <<<1, 32>>> l1=[0.5,1.25,0.125] l2=[0.25,0.75,1.0] n0=[1000.0,500.0,80.0] parent=empty:3 daughter=empty:3 granddaughter=empty:3 n=3 t_end=1.0 h=0.1
// expect: error loop steps at line 41
// why: ten additions of 0.1 give 0.9999999999999999, so the loop makes an eleventh step and the samples are a tenth too old
// figure: parent[0]: computed 576.949827611, MPFR 606.53067618
// Decay chain A -> B -> C, classical Runge-Kutta.
struct Amounts {
    double a, b, c;
};

__device__ Amounts rate(Amounts y, double l1, double l2)
{
    double da = l1 * y.a;
    double db = l2 * y.b;
    return {-da, da - db, db};
}

__device__ Amounts shifted(Amounts y, Amounts k, double h)
{
    return {y.a + h * k.a, y.b + h * k.b, y.c + h * k.c};
}

__device__ Amounts rk4(Amounts y, double l1, double l2, double h)
{
    Amounts k1 = rate(y, l1, l2);
    Amounts k2 = rate(shifted(y, k1, 0.5 * h), l1, l2);
    Amounts k3 = rate(shifted(y, k2, 0.5 * h), l1, l2);
    Amounts k4 = rate(shifted(y, k3, h), l1, l2);
    y.a += h / 6.0 * (k1.a + 2.0 * (k2.a + k3.a) + k4.a);
    y.b += h / 6.0 * (k1.b + 2.0 * (k2.b + k3.b) + k4.b);
    y.c += h / 6.0 * (k1.c + 2.0 * (k2.c + k3.c) + k4.c);
    return y;
}

__global__ void decay_chain(const double *l1, const double *l2, const double *n0, double *parent,
                            double *daughter, double *granddaughter, int n, double t_end, double h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Amounts y = {n0[i], 0.0, 0.0};
    for (double t = 0.0; t < t_end; t += h)
        y = rk4(y, l1[i], l2[i], h);
    parent[i] = y.a;
    daughter[i] = y.b;
    granddaughter[i] = y.c;
}
