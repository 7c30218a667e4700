// fpcheck: state_of_charge <<<1, 32>>> current=@a_cell_current.npy charge0=0.9 inv_capacity=1.0 dt=0.000001 charge=empty:32 used=empty:32 ticks=20000 --ref 'used=@a_cell_used.npy' --tol rtol=1e-2
// expect: error rounding at line 13
// why: the loop adds some 2e-8 to a charge near 0.9, whose half step is 3e-8: every tick is absorbed and the cell never discharges (the known fault of integrators at high rates)
// figure: used[0] computed 0, MPFR 0.000362849495
__global__ void state_of_charge(const float *__restrict__ current, float charge0, float inv_capacity, float dt,
                                float *__restrict__ charge, float *__restrict__ used, int ticks)
{
    int cell = threadIdx.x;
    float q = charge0;
    float i_cell = current[cell];
    for (int k = 0; k < ticks; ++k) {
        float ripple = 1.0f + 0.1f * ((k & 7) - 3.5f);
        q -= i_cell * ripple * dt * inv_capacity;
    }
    charge[cell] = q;
    used[cell] = charge0 - q;
}
