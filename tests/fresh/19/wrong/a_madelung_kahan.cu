// fpcheck: lattice_sum <<<1, 1>>> term=[-1.82963204,1076066.5,0.441718251,14474694,-1.412871,187465152,-1.14328265,1552356.88,-0.407860458,15034138,-0.395860761,157559168,-1076066.5,-14474694,-187465152,-1552356.88,-15034138,-157559168] energy=empty:1 n=18
// expect: error cancellation at line 18
// why: the error of the addition is taken as if the running sum were always the larger operand: where the term is larger, its low part is lost
// figure: energy[0] computed -10.918156, MPFR -4.7477887
// Energy of a shell of lattice charges, the terms in the order of their distance; compensated.
__device__ inline float low_part(float big, float small, float sum)
{
    return __fadd_rn(__fsub_rn(big, sum), small);
}

__global__ void lattice_sum(const float *term, float *energy, int n)
{
    float sum = 0.0f;
    float correction = 0.0f;
    for (int i = 0; i < n; i++) {
        float v = term[i];
        float next = __fadd_rn(sum, v);
        bool sum_is_larger = true;
        correction += sum_is_larger ? low_part(sum, v, next) : low_part(v, sum, next);
        sum = next;
    }
    energy[0] = sum + correction;
}
