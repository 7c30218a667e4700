// fpcheck: plasma_frequency <<<1, 32>>> density=[1e+16,1e+18,5e+19] mass=[9.109383e-31,9.109383e-31,1.6726218e-27] omega=empty:3 n=3 want=[5641460000.0,56414600000.0,9309410000.0] --ref omega=want --tol rtol=1e-6,atol=0
// expect: ok
// why: charges of 1e-19 and masses of 1e-31 whose products underflow; the quotients are taken first and stay between 1e8 and 1e23
// figure: omega[1] is 5.64146027e+10 by MPFR, float within 2e-7 relative, tolerance 1e-6
#define ELEMENTARY_CHARGE 1.602176634e-19f
#define EPSILON0 8.8541878128e-12f

// sqrt(n e^2 / (eps0 m)) of each species, SI units
__global__ void plasma_frequency(const float *density, const float *mass, float *omega, int n)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= n)
        return;
    float specific_charge = ELEMENTARY_CHARGE / mass[s];
    float field = density[s] * (ELEMENTARY_CHARGE / EPSILON0);
    omega[s] = sqrtf(field * specific_charge);
}
