// A wrong result at one input of 2^32 is found by a sweep on the device, and the device's results are those of the engine.
// Skips (77) where no device is.
#include <fpcheck/sweep/device.hpp>

#include <cstdio>
#include <cstring>

using namespace fpcheck;

namespace {

int failures = 0;

void expect(bool holds, const char* what, const std::string& name) {
  if (holds) return;
  std::printf("library_sweep_device: %s FAILED: %s\n", name.c_str(), what);
  ++failures;
}

/// One bit of one result, changed by an ulp and by much.
void plant(const sweep::library_function& f, const sweep::reference_tables& reference, const sweep::library_tally& clean) {
  const std::string name(f.name);
  const auto much = sweep::sweep_on_devices(f, reference, {}, sweep::planted_error{0x3f8ccccdu, 0x4000u});
  if (!much) return expect(false, much.error().message.c_str(), name);
  expect(much->tally.normal.code == 0x3f8ccccdu && much->tally.normal.ulps > 1000, "a planted error of 2^14 ulps is the largest", name);
  expect(much->tally.digest != clean.digest && much->tally.not_nearest - clean.not_nearest <= 1, "one result changed", name);
  const auto bit = sweep::sweep_on_devices(f, reference, {}, sweep::planted_error{0x3f8ccccdu, 1u});
  expect(bit && bit->tally.digest != clean.digest, "a flipped bit changes the digest", name);
}

/// A stride of inputs through the engine and the device.
void compare(const sweep::library_function& f, const sweep::reference_tables& reference) {
  const sweep::code_range range{0, 1u << 16, 1u << 16};
  const auto source = sweep::on_the_engine(f);
  const auto device = sweep::sweep_on_devices(f, reference, range);
  if (!source || !device) return expect(false, "a sweep", std::string(f.name));
  const auto engine = sweep::sweep_block(f, reference, range, true, *source);
  expect(engine && std::memcmp(&*engine, &device->tally, sizeof *engine) == 0, "engine and device find the same", std::string(f.name));
}

} // namespace

int main() {
  if (!sweep::device_problem().empty()) {
    std::printf("library_sweep_device: skipped, %s\n", sweep::device_problem().c_str());
    return 77;
  }
  for (const sweep::library_function& f : sweep::library_functions()) {
    const auto reference = sweep::reference_tables::make(f.reference);
    if (!reference) return 1;
    compare(f, *reference);
    if (f.id != "expf" && f.id != "sinf" && f.id != "rsqrtf") continue;
    const auto clean = sweep::sweep_on_devices(f, *reference, {});
    if (clean) plant(f, *reference, clean->tally);
    else expect(false, clean.error().message.c_str(), std::string(f.name));
  }
  std::printf("library_sweep_device: %d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
