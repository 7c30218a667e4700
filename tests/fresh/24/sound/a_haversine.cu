// fpcheck: distance <<<1, 32>>> phi1=[0.9,0.7,-0.3,1.2] lambda1=[0.1,0.5,2.0,-1.0] phi2=[0.9000001,0.71,0.4,1.2] lambda2=[0.10000002,0.5,-2.0,-0.99999] metres=empty:4 n=4 want=[0.7617726,63710.02,14861097.0,23.11719] --ref metres=want --tol rtol=2e-6,atol=0
// expect: ok
// why: differences of coordinates a metre apart look like cancellation, but they are of inputs and exact; the haversine has no 1 - cos; fminf only guards the square root against 1 + ulp
// figure: metres[0] is 0.76177257 by MPFR; device error below 5e-7 relative, tolerance 2e-6
#define EARTH 6371008.0f
#define TWICE_EARTH (2.0f * EARTH)

// Great circle distance, radians to metres, for points that may be very near to each other
__global__ void distance(const float *phi1, const float *lambda1, const float *phi2, const float *lambda2, float *metres, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sp = sinf(0.5f * (phi2[i] - phi1[i]));
    float sl = sinf(0.5f * (lambda2[i] - lambda1[i]));
    float h = sp * sp + cosf(phi1[i]) * cosf(phi2[i]) * (sl * sl);
    metres[i] = TWICE_EARTH * asinf(fminf(sqrtf(h), 1.0f));
}
