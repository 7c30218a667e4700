// fpcheck: tool_points<<<1, 32>>> q=[0.5,0.5,0.5,0.5,0.5,-0.5,0.5,-0.5,0.8,0.6,0,0,0.8,0,0,0.6,0.7,0.1,0.7,0.1] p=[1,2,3,1,2,3,1,2,3,1,2,3,1,2,3] out=empty:15 n=5 want=[3,1,2,3,-1,-2,1,-2.3200002,2.76,-1.6400001,1.52,3,3,2.2,-0.39999986] --ref out=want --tol rtol=1e-5,atol=2e-6
// expect: error row and column exchanged at line 26
// why: the matrix is stored rows first and read columns first: the point is turned by the inverse rotation
// figure: computed out[0] = 2, MPFR 3
// Tool tip of a robot: the matrix of a unit quaternion (w, x, y, z), rows first, times a point.
struct Mat3 {
    float m[9];
};

__device__ Mat3 matrix(float w, float x, float y, float z)
{
    return {{1.0f - 2.0f * (y * y + z * z), 2.0f * (x * y - w * z), 2.0f * (x * z + w * y),
             2.0f * (x * y + w * z), 1.0f - 2.0f * (x * x + z * z), 2.0f * (y * z - w * x),
             2.0f * (x * z - w * y), 2.0f * (y * z + w * x), 1.0f - 2.0f * (x * x + y * y)}};
}

__global__ void tool_points(const float *q, const float *p, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Mat3 r = matrix(q[4 * i], q[4 * i + 1], q[4 * i + 2], q[4 * i + 3]);
    for (int a = 0; a < 3; ++a) {
        float s = 0.0f;
        for (int b = 0; b < 3; ++b)
            s += r.m[3 * b + a] * p[3 * i + b];
        out[3 * i + a] = s;
    }
}
