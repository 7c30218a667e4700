// fpcheck: gram_schmidt_classical <<<1, 32>>> a=[1.0, 1e-4, 0.0, 0.0,  1.0, 0.0, 1e-4, 0.0,  1.0, 0.0, 0.0, 1e-4] q=empty:12
// expect: error cancellation at line 21: a column minus its projections cancels to the last bits; q1 and q2 are not orthogonal at all
// Orthonormal basis of three columns of length four, classical Gram-Schmidt. One lane a component.
__device__ float sum4(float v)
{
    v += __shfl_xor_sync(0xfu, v, 1, 4);
    v += __shfl_xor_sync(0xfu, v, 2, 4);
    return v;
}

__global__ void gram_schmidt_classical(const float* a, float* q)
{
    int t = threadIdx.x;
    if (t >= 4) return;
    float basis[3];
    for (int c = 0; c < 3; ++c) {
        float col = a[c * 4 + t];
        float v = col;
        for (int p = 0; p < c; ++p) {
            float h = sum4(basis[p] * col);
            v = v - h * basis[p];
        }
        float norm = sqrtf(sum4(v * v));
        basis[c] = v / norm;
        q[c * 4 + t] = basis[c];
    }
}
