// One libFuzzer binary with a target by argument: fuzz TARGET [libFuzzer's options] CORPUS
#include "targets.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

using fpcheck::fuzz::target;

constexpr target targets[] = {{"ptx", &fpcheck::fuzz::run_ptx},           {"engine", &fpcheck::fuzz::run_engine},
                              {"words", &fpcheck::fuzz::run_words},       {"comments", &fpcheck::fuzz::run_comments},
                              {"toml", &fpcheck::fuzz::run_toml},         {"expression", &fpcheck::fuzz::run_expression},
                              {"npy", &fpcheck::fuzz::run_npy},           {"npz", &fpcheck::fuzz::run_npz},
                              {"safetensors", &fpcheck::fuzz::run_safetensors}, {"report", &fpcheck::fuzz::run_report},
                              {"mcp", &fpcheck::fuzz::run_mcp},         {"capture", &fpcheck::fuzz::run_capture}};
const target* chosen = nullptr;

} // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** words) {
  setenv("FPCHECK_NVCC", "", 1); // nothing is compiled
  setenv("FPCHECK_CACHE", "off", 1);
  if (*count > 1)
    for (const target& t : targets)
      if (std::strcmp((*words)[1], t.name) == 0) chosen = &t;
  if (chosen == nullptr) {
    std::fprintf(stderr, "fuzz TARGET [options of libFuzzer] FOLDER; targets:");
    for (const target& t : targets) std::fprintf(stderr, " %s", t.name);
    std::fprintf(stderr, "\n");
    std::exit(2);
  }
  for (int i = 1; i + 1 < *count; ++i) (*words)[i] = (*words)[i + 1];
  --*count;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chosen->run({reinterpret_cast<const char*>(data), size});
  return 0;
}
