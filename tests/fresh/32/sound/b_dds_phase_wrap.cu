// fpcheck: dds <<<4, 128>>> increment=@b_dds_phase_wrap_i.npy y=empty:4x128 start=1000 --ref 'y=@b_dds_phase_wrap_ref.npy' --tol rtol=1e-4,atol=2e-6
// expect: ok
// why: a direct digital synthesiser: the 32-bit phase wraps by design (one turn is 2^32), and only its upper 24 bits go into the float, whose truncation is far below the tolerance
// figure: y[20] computed 1.12352109e-06, exact 1.49217647e-06; 0.184 of the tolerance
__global__ void dds(const unsigned* increment, float* y, unsigned start) {
  unsigned n = start + threadIdx.x;
  unsigned phase = 0x40000000u + n * increment[blockIdx.x];
  int turned = (int)phase;                           // -half a turn .. half a turn
  float half_turns = (float)(turned >> 8) * 0x1p-23f;
  y[blockIdx.x * 128 + threadIdx.x] = sinpif(half_turns);
}
