#pragma once
#include <fpcheck/kernels/fingerprint.hpp>

#include <cstddef>
#include <cstdint>

/// Fingerprints of device memory. The functions are in the library fpcheck::kernels_device (src/kernels/fingerprint.cu).
namespace fpcheck::kernels {

/// How many words of device memory a fingerprint of so many bytes needs: the levels of the tree one behind the other,
/// leaves first (`level_sizes` says how long each is), then the digest, then what the launch uses besides.
std::size_t fingerprint_workspace_words(std::uint64_t bytes);

/// Starts a fingerprint of `bytes` bytes of device memory on a stream (a cudaStream_t, or null for the default one).
/// Requires: `workspace` has room for the words above; nothing has to be cleared.
/// Error: a cudaError_t, 0 for success. Nothing waits for the device.
int launch_fingerprint(const void* data, std::uint64_t bytes, const fingerprint_key& key, std::uint64_t* workspace,
                       void* stream);

/// Starts a search for the first byte in which two arrays of device memory differ; `first` (device memory) becomes its
/// index, or `bytes` where they are equal. Error: as above.
int launch_first_difference(const void* a, const void* b, std::uint64_t bytes, std::uint64_t* first, void* stream);

} // namespace fpcheck::kernels
