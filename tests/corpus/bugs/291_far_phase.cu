// A phase is a place on a circle: a thousandth of a turn is much wherever it is.

// fpcheck: phase_of_epoch <<<1, 64>>> day=2451545 step=0.1 period=2.5 phase=empty:64
// expect: phase_of_epoch rule=cancellation line=7
__global__ void phase_of_epoch(int day, float step, float period, float* phase) {
  const float now = (float)day + step * (float)threadIdx.x, turns = now / period;
  phase[threadIdx.x] = turns - floorf(turns);
}

// fpcheck: phase_of_difference <<<1, 64>>> day=2451545 epoch=2451540 step=0.1 period=2.5 phase=empty:64
// expect: phase_of_difference clean
__global__ void phase_of_difference(int day, int epoch, float step, float period, float* phase) {
  const float turns = ((float)(day - epoch) + step * (float)threadIdx.x) / period + 0.013f;
  phase[threadIdx.x] = turns - floorf(turns);
}

// Stamps in fixed point are subtracted as numbers of binary32: what they differ by was rounded away before.
// fpcheck: stamps_apart <<<1, 64>>> stamp=randint(1000000000,1000100000):64:u32 apart=empty:64
// expect: stamps_apart rule=int-to-float-loss
__global__ void stamps_apart(const unsigned* stamp, float* apart) {
  apart[threadIdx.x] = (float)stamp[threadIdx.x] * 0x1p-32f - (float)stamp[(threadIdx.x + 1) % 64] * 0x1p-32f;
}

// fpcheck: integers_apart <<<1, 64>>> stamp=randint(1000000000,1000100000):64:u32 apart=empty:64
// expect: integers_apart clean
__global__ void integers_apart(const unsigned* stamp, float* apart) {
  apart[threadIdx.x] = (float)(int)(stamp[threadIdx.x] - stamp[(threadIdx.x + 1) % 64]) * 0x1p-32f;
}
