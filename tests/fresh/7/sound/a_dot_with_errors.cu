// fpcheck: compensated_dot<<<1, 32>>> x=[4097.0,-4097.0,1.5,0.25,3000.0,-3000.0,0.125,2.0] y=[4099.0,4098.9995,2.0,1.0,1001.0,1000.9995,3.0,0.5] out=empty:1 n=8
// expect: ok
// why: the products cancel to a millionth, but every product and every sum keeps its exact error (fma and two-sum), and the errors are added at the end
// figure: computed out[0] = 8.09033203, MPFR 8.09033203 (plain binary32: 12)
// Dot product with twofold precision (Ogita, Rump, Oishi), one lane after the other joined by two-sums.
struct Two {
    float head, tail;
};

__device__ Two two_product(float a, float b)
{
    float p = __fmul_rn(a, b);
    return {p, fmaf(a, b, -p)};
}

__device__ Two two_sum(float a, float b)
{
    float s = __fadd_rn(a, b);
    float t = __fsub_rn(s, a);
    float e = __fadd_rn(__fsub_rn(a, __fsub_rn(s, t)), __fsub_rn(b, t));
    return {s, e};
}

__global__ void compensated_dot(const float *x, const float *y, float *out, int n)
{
    int lane = threadIdx.x;
    float sum = 0.0f, errors = 0.0f;
    for (int i = lane; i < n; i += 32) {
        Two p = two_product(x[i], y[i]);
        Two s = two_sum(sum, p.head);
        sum = s.head;
        errors += s.tail + p.tail;
    }
    for (int d = 16; d > 0; d >>= 1) {
        float other = __shfl_xor_sync(0xffffffffu, sum, d);
        errors += __shfl_xor_sync(0xffffffffu, errors, d);
        Two s = two_sum(sum, other); // both partners get the same sum and the same error
        sum = s.head;
        errors += s.tail;
    }
    if (lane == 0)
        *out = sum + errors;
}
