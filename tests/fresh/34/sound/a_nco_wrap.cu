// fpcheck: tone <<<4, 64>>> step=@a_nco_wrap_step.npy pcm=empty:4x64 start=1000000 --ref 'pcm=@a_nco_wrap_pcm.npy' --tol rtol=1e-5,atol=1e-6
// expect: ok
// why: the phase of an oscillator is a 32-bit fraction of a turn that wraps around by itself; read as a signed number its top bits are half turns for sinpif, rounded to 2^-24 of them
// figure: largest relative error at pcm[117]: computed -0.0146754673, exact -0.0146755522, off by 8.5e-08, within rtol=1e-5,atol=1e-6
__global__ void tone(const unsigned* step, float* pcm, int start)
{
    unsigned k = (unsigned)start + threadIdx.x;
    unsigned phase = step[blockIdx.x] * k;       // modulo one turn
    float half_turns = (float)(int)phase * 4.6566128730773926e-10f;
    pcm[blockIdx.x * 64 + threadIdx.x] = sinpif(half_turns);
}
