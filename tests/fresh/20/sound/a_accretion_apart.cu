// fpcheck: accrete<<<1, 32>>> rate=[6e+22,5.5e+22,7e+22,3e+22] gained=empty:4 final=empty:4 star=1.989e30 steps=1500 n=4
// expect: ok
// why: the gain is accumulated by itself, where a step is large beside the sum, and added to the star once
// figure: computed gained[0]=8.99999949e+25, MPFR 8.9999998e+25
// A star takes in dust at a steady rate; how much has it gained after a number of steps?
__device__ float efficiency(float gained, float star)
{
    return gained < 0.5f * star ? 1.0f : 0.5f;
}

__global__ void accrete(const float *rate, float *gained, float *final, float star, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0.0f, carry = 0.0f;
    for (int k = 0; k < steps; k++) {
        float term = rate[i] * efficiency(sum, star) - carry;
        float next = sum + term;
        carry = (next - sum) - term;
        sum = next;
    }
    gained[i] = sum;
    final[i] = star + sum;
}
