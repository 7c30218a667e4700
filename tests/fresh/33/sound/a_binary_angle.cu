// fpcheck: rotor_angle <<<1, 64>>> increment=@a_rotor_increment.npy start=@a_rotor_start.npy error=empty:64 turns=empty:64:u32 steps=300 target=3000000000 --ref 'turns=@a_rotor_turns.npy' --ref 'error=@a_rotor_error.npy' --tol rtol=1e-6,atol=1e-9
// expect: ok
// why: unsigned angles overflow with every revolution, and a difference of two is made signed: with 2^32 steps a turn the wrap is the modulo of the circle, and the signed difference the short way round
// figure: largest relative error 1.12e-07 at error[40] (2.22890496, exact 2.22890471), largest absolute error 2.7e-07
__global__ void rotor_angle(const int *__restrict__ increment, const unsigned *__restrict__ start, float *__restrict__ error,
                            unsigned *__restrict__ turns, int steps, unsigned target)
{
    int i = threadIdx.x;
    unsigned angle = start[i];
    int speed = increment[i];
    for (int k = 0; k < steps; ++k) {
        angle += (unsigned)speed;
        speed += (speed >> 12) * -1;
    }
    int off = (int)(target - angle);
    turns[i] = angle;
    error[i] = (float)off * 1.4629180792671596e-9f; // 2 pi / 2^32
}
