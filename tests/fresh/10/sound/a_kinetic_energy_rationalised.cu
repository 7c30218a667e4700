// fpcheck: kinetic_energy <<<1, 32>>> v=[312.5,7800.0,29780.0,150000.0,2.0e6,1.5e8] mass=[1.0,420000.0,3.0,0.5,0.001,0.00025] energy=empty:6 n=6
// expect: ok
// why: gamma - 1 written as beta^2 gamma^2 / (gamma + 1), without a difference
// figure: energy[0]: computed 48828.125000039792, MPFR 48828.125000039792 (largest relative error 3.1e-16)
// Relativistic kinetic energy (gamma - 1) m c^2 of bodies between a rifle bullet and half the speed of light.
constexpr double C = 299792458.0;

__global__ void kinetic_energy(const double *v, const double *mass, double *energy, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double beta = v[i] / C;
    double b2 = beta * beta;
    double root = sqrt(1.0 - b2);
    double excess = b2 / (root * (1.0 + root));
    energy[i] = excess * mass[i] * C * C;
}
