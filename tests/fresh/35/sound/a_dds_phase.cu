// fpcheck: dds <<<1, 8>>> step=@a_dds_phase_step.npy wave=empty:8 increment=2654435769
// expect: ok
// why: the phase of an oscillator is a 32-bit integer that wraps once a turn, on purpose; taken as signed it is in [-1, 1) half turns and sinpif of it is accurate after any number of turns
// figure: wave[5] computed 0.237915263, MPFR 0.2379152046 (error 0.29 of the tolerance)
#include <cuda_runtime.h>
__global__ void dds(const int* step, float* wave, unsigned increment)
{
    unsigned phase = (unsigned)step[threadIdx.x] * increment;
    float half_turns = (float)(int)phase * 4.656612873077392578125e-10f;
    wave[threadIdx.x] = sinpif(half_turns);
}
