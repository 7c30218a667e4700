// fpcheck: normals<<<1, 32>>> u=[5,4294967295,2147483648,1234567890,3333333333,77777777,4000000000,1]:u32 v=[0,1073741824,4294967295,2222222222,3000000000,99,1500000000,2147483648]:u32 x=empty:16 n=8 want=[5.768107546403532,0.0,1.9714636254113686e-65,0.00034526698814612303,1.1774099212683453,-4.409482906962089e-07,-1.56963584631334,-0.1723051739228338,-0.22642609327920132,-0.6750359610969808,2.8324353214521962,0.0,-0.22027919512971741,0.30622884889720015,-5.768107546403532,6.587142475597878e-61] ref=x=want --tol rtol=3e-6,atol=1e-7
// expect: ok
// why: random bits to normals: the radius comes from a uniform that is never 0 or 1, the angle in half turns through sincospif, exact up to its last bit also at 2 pi times nearly one
// figure: MPFR x[0] = 5.76810755, x[5] = -4.40948291e-07; error 3 ulp at most
// Normal numbers by Box and Muller from two words each.
__device__ float radius(unsigned u)
{
    float open = ((float)(u >> 9) + 0.5f) * 1.1920928955078125e-7f;
    return sqrtf(-2.0f * logf(open));
}

__global__ void normals(const unsigned *u, const unsigned *v, float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float s, c;
    sincospif(2.0f * ((float)(v[i] >> 8) * 5.9604644775390625e-8f), &s, &c);
    float r = radius(u[i]);
    x[2 * i] = r * c;
    x[2 * i + 1] = r * s;
}
