// Runs 10,000 programs of products and sums on the device and, contracted, in the emulator, and counts the programs whose bits differ.
// Usage: contraction_device RECORD: writes a digest a module. contraction_device --write DIR: the modules as files, as they are and
// contracted, for an assembler. Exit code 77 where there is no device.
#include "../../src/testing/device.hpp"

#include <fpcheck/ptx/print.hpp>

#include "contraction_replay.hpp"

#include <atomic>
#include <cstdio>
#include <fstream>
#include <mutex>
#include <thread>

using namespace fpcheck;

namespace {

int write_modules(const std::string& folder) {
  for (std::uint32_t m = 0; m < gpu::modules; ++m) {
    const std::string text = gpu::module_text(m), stem = folder + "/m" + std::to_string(m);
    std::ofstream(stem + ".ptx") << text;
    const auto parsed = ptx::parse(text, "m.ptx");
    if (!parsed) return std::printf("%s", parsed.error().text().c_str()), 1;
    std::ofstream(stem + ".contracted.ptx") << ptx::print(ptx::contract(*parsed).code);
  }
  return 0;
}

/// Programs of one module whose outputs differ.
std::size_t differing(const std::vector<std::byte>& a, const std::vector<std::byte>& b, std::uint32_t module, std::string& which) {
  const std::size_t part = a.size() / gpu::programs_in_module;
  std::size_t n = 0;
  for (std::uint32_t k = 0; k < gpu::programs_in_module; ++k)
    if (std::memcmp(a.data() + part * k, b.data() + part * k, part) != 0) ++n, which += " m" + std::to_string(module) + ":k" + std::to_string(k);
  return n;
}

struct outcome {
  std::uint64_t digest = 0;
  std::size_t different = 0, fused = 0;
  std::string which, error;
};

outcome compare(std::uint32_t module, const std::string& assembled) {
  outcome out;
  gpu::contracted_module ours = gpu::run_contracted(module);
  out.fused = ours.fused;
  out.error = ours.error;
  std::string code = gpu::module_text(module);
  if (!assembled.empty()) {
    std::ifstream in(assembled + "/m" + std::to_string(module) + ".cubin", std::ios::binary);
    code.assign(std::istreambuf_iterator<char>(in), {});
  }
  exec::run_request request = gpu::contraction_request(module);
  const auto device = testing::run_on_device(code, request);
  if (!device) out.error += device.error().text();
  if (!out.error.empty()) return out;
  std::vector<std::byte>& theirs = request.buffers[1].data;
  gpu::settle(theirs, module);
  out.digest = gpu::digest(theirs);
  out.different = differing(ours.outputs, theirs, module, out.which);
  return out;
}

int report(const std::vector<outcome>& all, const std::string& record) {
  std::size_t different = 0, fused = 0;
  std::string digests, which, errors;
  for (std::size_t m = 0; m < all.size(); ++m) {
    different += all[m].different, fused += all[m].fused;
    which += all[m].which, errors += all[m].error;
    char line[48];
    std::snprintf(line, sizeof line, "%zu %016llx\n", m, static_cast<unsigned long long>(all[m].digest));
    digests += line;
  }
  std::printf("%s: %u programs, %zu fused multiply-adds, %zu programs differ\n%.4000s\n%.2000s\n", testing::device_name().c_str(),
              gpu::modules * gpu::programs_in_module, fused, different, which.c_str(), errors.c_str());
  if (!record.empty()) std::ofstream(record) << digests;
  return different == 0 && errors.empty() ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 2 && words[0] == "--write") return write_modules(words[1]);
  if (words.size() > 2) return 2;
  if (!testing::device_problem().empty()) {
    std::printf("skipped: %s\n", testing::device_problem().c_str());
    return 77;
  }
  std::vector<outcome> all(gpu::modules);
  std::atomic<std::uint32_t> next{0};
  std::vector<std::thread> workers;
  for (unsigned w = 0; w < std::max(1u, std::thread::hardware_concurrency()); ++w)
    workers.emplace_back([&] {
      for (std::uint32_t m = next++; m < gpu::modules; m = next++) all[m] = compare(m, words.size() == 2 ? words[1] : "");
    });
  for (std::thread& w : workers) w.join();
  return report(all, words.empty() ? "" : words[0]);
}
