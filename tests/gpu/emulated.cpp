// Digests of what the device makes of the kernels that the emulator runs in tests/exec/matrix_test.cpp and tests/kernels/*_test.cpp, from
// the same PTX and the same inputs, and whether they have the bits of their twins. Its lines with digests are emulated.digests.
// Usage: emulated DIR, the folder of what ptxas made of tests/kernels/*.ptx. Exit code 77 where there is no device.
#include "../../src/testing/device.hpp"
#include "../exec/matrix_cases.hpp"
#include "../kernels/kernel_requests.hpp"
#include "../kernels/row_sweep.hpp"

#include <fpcheck/kernels/fingerprint_tree.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>

using namespace fpcheck;
using namespace fpcheck::kernels;

namespace {

std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A committed .ptx, and its machine code, which the driver takes as well and need not make again for every launch.
struct kernels_file {
  kernels_file(const std::string& folder, const std::string& name)
      : ptx(text_of(FPCHECK_SOURCE_DIR "/tests/kernels/" + name + ".ptx")), image(text_of(folder + "/" + name + ".cubin")) {}
  std::string ptx, image;
};

int wrong = 0;

void print(const char* name, const device_digests::digest& d, const std::string& differences) {
  std::printf("%s 0x%016llx\n", name, static_cast<unsigned long long>(d.value()));
  if (differences.empty()) return;
  ++wrong;
  std::printf("WRONG %s: %s\n", name, differences.c_str());
}

/// Runs a request; its buffers hold the results.
std::string run_request(const std::string& ptx, exec::run_request& r) {
  const auto done = testing::run_on_device(ptx, r);
  return done ? std::string() : done.error().text();
}

template <class T>
std::vector<T> contents(const exec::run_request& r, std::size_t buffer) {
  std::vector<T> out(r.buffers[buffer].data.size() / sizeof(T));
  std::memcpy(out.data(), r.buffers[buffer].data.data(), r.buffers[buffer].data.size());
  return out;
}

void check_matrices() {
  device_digests::digest d;
  std::string differences;
  for (const auto& s : exec::matrices::every_spelling())
    for (std::uint32_t seed = 0; seed < 4; ++seed) {
      const auto words = exec::matrices::some_words(s, seed);
      exec::run_request r = exec::matrices::request_of(s, words);
      differences += run_request(exec::matrices::module_of(s), r);
      d.add(r.buffers[1].data);
      if (contents<std::uint32_t>(r, 1) != exec::matrices::product(s, words)) differences += exec::matrices::instruction(s) + "\n";
    }
  print("integer_mma", d, differences);
}

void check_products(const kernels_file& file) {
  device_digests::digest d;
  std::string differences;
  for (const auto& c : requests::product_cases()) {
    exec::run_request r = requests::product(file.ptx, c.a, c.shape, c.d, c.moving, c.groups);
    differences += run_request(file.image, r);
    d.add(r.buffers[requests::product_result].data);
    if (contents<double>(r, requests::product_result) != product_tangents(c.a.data(), c.shape, c.d, static_cast<int>(c.groups) * probes_per_group)) differences += "a product\n";
  }
  print("product_tangents", d, differences);
}

void check_trees(const kernels_file& file) {
  device_digests::digest d;
  std::string differences;
  for (const std::uint64_t n : requests::tree_sizes) {
    const auto data = requests::some_bytes(n);
    const fingerprint_key key = make_fingerprint_key(n + 1);
    exec::run_request r = requests::short_tree(file.ptx, data, key);
    differences += run_request(file.image, r);
    for (std::size_t k = 1; k < 4; ++k) d.add(r.buffers[k].data);
    if (contents<std::uint64_t>(r, 3)[0] != fingerprint_of(std::as_bytes(std::span(data)), key).digest) differences += std::to_string(n) + " bytes\n";
  }
  print("short_tree", d, differences);
}

void check_rows(const kernels_file& file) {
  const auto run = [&](const std::string& name, unsigned grid, unsigned block, const auto& a, const std::vector<rows::member>& members, emulated::launch_extras extras = {}) {
    exec::run_request r = emulated::request_of(name, grid, block, a, members, extras);
    std::string error = run_request(file.image, r);
    for (std::size_t i = 0; i < members.size(); ++i) std::memcpy(members[i].host.data(), r.buffers[i].data.data(), members[i].host.size());
    return error;
  };
#define SWEEP_ROW_KERNEL(name, ...)                                                                                    \
  {                                                                                                                    \
    const rows::outcome o = __VA_ARGS__;                                                                               \
    print(#name, o.results, o.differences);                                                                            \
  }
#include "../kernels/row_kernels.def"
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  if (!testing::device_problem().empty()) {
    std::printf("skipped: %s\n", testing::device_problem().c_str());
    return 77;
  }
  check_matrices();
  check_products({argv[1], "gradient_kernels"});
  check_trees({argv[1], "hash_kernels"});
  check_rows({argv[1], "row_kernels"});
  std::fprintf(stderr, "%s: %d of the kernels with other bits than their twins\n", testing::device_name().c_str(), wrong);
  return wrong == 0 ? 0 : 1;
}
