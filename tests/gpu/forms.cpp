// Runs the kernels of tests/exec/form_cases.hpp on the device and prints digests of what they leave: the lines of forms.digests.
// Usage: forms [FILE]; with a file the words themselves are written there too, case by case. Exit code 77 where there is no device.
#include "../../src/testing/device.hpp"
#include "../exec/form_cases.hpp"
#include "../kernels/device_digests.hpp"

#include <cstdio>
#include <fstream>

using namespace fpcheck;

int main(int argc, char** argv) {
  if (!testing::device_problem().empty()) {
    std::printf("skipped: %s\n", testing::device_problem().c_str());
    return 77;
  }
  int wrong = 0, number = 0;
  std::ofstream words;
  if (argc > 1) words.open(argv[1], std::ios::binary);
  for (const auto& c : exec::forms::every_case(exec::forms::recorded_warps)) {
    exec::run_request r = exec::forms::request_of(c);
    const auto done = testing::run_on_device(c.ptx, r);
    if (!done) std::printf("WRONG %s: %s\n", c.name.c_str(), done.error().text().c_str()), ++wrong;
    device_digests::digest d;
    d.add(r.buffers[1].data);
    std::printf("%s 0x%016llx\n", c.name.c_str(), static_cast<unsigned long long>(d.value()));
    if (words.is_open()) words.write(reinterpret_cast<const char*>(r.buffers[1].data.data()), static_cast<std::streamsize>(r.buffers[1].data.size()));
    ++number;
  }
  std::fprintf(stderr, "%s: %d cases, %d that did not run\n", testing::device_name().c_str(), number, wrong);
  return wrong == 0 ? 0 : 1;
}
