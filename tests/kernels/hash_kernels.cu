// The functions of kernels/hash.hpp and kernels/float_key.hpp, and the kernels of kernels/fingerprint.hpp, as device code
// for the emulator. `make_ptx.sh` makes the .ptx.
#include <fpcheck/kernels/fingerprint.hpp>

#include "hash_outputs.hpp"

extern "C" __global__ void outputs(std::uint64_t* out, std::uint32_t count) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  std::uint64_t words[hash_outputs::columns];
  hash_outputs::for_input(i, words);
  for (int c = 0; c < hash_outputs::columns; ++c) out[i * hash_outputs::columns + c] = words[c];
}

template __global__ void fpcheck::kernels::fingerprint_leaves<16>(const unsigned char*, std::uint64_t,
                                                                 fpcheck::kernels::fingerprint_key, std::uint64_t*);
template __global__ void fpcheck::kernels::fingerprint_short_tree<256, 16>(const unsigned char*, std::uint64_t,
                                                                          fpcheck::kernels::fingerprint_key,
                                                                          fpcheck::kernels::short_tree);
template __global__ void fpcheck::kernels::fingerprint_fold<256>(fpcheck::kernels::fold_step,
                                                                 fpcheck::kernels::fingerprint_key);
template __global__ void fpcheck::kernels::first_difference<4>(const unsigned char*, const unsigned char*,
                                                               std::uint64_t, unsigned long long*);
