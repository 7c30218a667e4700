// The Gumbel-max trick samples from a softmax: the token with the largest z - log(-log(u)), u uniform. A generator that gives 32 bits over 2^32 in
// f32 gives u = 1 whenever the upper 25 bits are ones, once in 2^25 draws: log(1) = 0, and that token wins with an infinite score, whatever
// its logit; u = 0 loses as surely. Both ends have to be left out: the middle of 2^23 equal intervals, (k + 1/2) / 2^23, is exact in f32 and never
// an end. A test on a few thousand draws sees neither.

// fpcheck: of_32_bits <<<1, 8>>> bits=[3000000000, 17, 4294967290, 2147483648, 123456789, 0, 4026531840, 987654321]:u32 z=randn:8 score=empty:8 --expect inf-born
__global__ void of_32_bits(const unsigned* __restrict__ bits, const float* __restrict__ z, float* __restrict__ score) {
  const float u = bits[threadIdx.x] * 0x1p-32f;
  score[threadIdx.x] = z[threadIdx.x] - logf(-logf(u));
}

// fpcheck: of_middles <<<1, 8>>> bits=[3000000000, 17, 4294967290, 2147483648, 123456789, 0, 4026531840, 987654321]:u32 z=randn:8 score=empty:8 \
//   --range 'score=[-10,25]' --expect clean
// fpcheck: of_middles <<<1, 8>>> bits=randint(0,16777215):8:u32 z=randn:8 score=empty:8 --ref 'z - log(-log((floor(bits / 512) + 0.5) / 2^23))' --expect clean
__global__ void of_middles(const unsigned* __restrict__ bits, const float* __restrict__ z, float* __restrict__ score) {
  const float u = ((bits[threadIdx.x] >> 9) + 0.5f) * 0x1p-23f;
  score[threadIdx.x] = z[threadIdx.x] - logf(-logf(u));
}
