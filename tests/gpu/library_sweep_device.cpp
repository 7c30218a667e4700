// A wrong result at one input of 2^32 is found by a sweep on the device, and the device's results are those of the engine.
// Skips (77) where no device is.
#include <fpcheck/sweep/device.hpp>
#include <fpcheck/sweep/stretches.hpp>

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

/// Neighbours in binary64 through the engine and the device, and a last bit that is wrong.
void compare_stretches(const sweep::searched_function& f) {
  const std::string name(f.name);
  sweep::stretch_choice choice{std::uint64_t{1} << 18, 2, true};
  const auto device = sweep::sweep_stretches(f, choice);
  choice.on_device = false;
  const auto engine = sweep::sweep_stretches(f, choice);
  if (!device || !engine) return expect(false, "stretches", name);
  expect(std::memcmp(&engine->tally, &device->tally, sizeof engine->tally) == 0, "engine and device find the same in stretches", name);
  if (device->tally.not_nearest * 1000 > device->tally.inputs) return; // a wrong bit would be one of many
  choice.on_device = true;
  const sweep::stretch s = sweep::stretches_of(f, choice)[5];
  for (std::uint32_t i = 0; i < s.count; i += s.count / 16) {
    choice.planted = s.code(i);
    const auto wrong = sweep::sweep_stretches(f, choice);
    expect(wrong && wrong->tally.not_nearest != device->tally.not_nearest, "a wrong last bit changes how many are the nearest", name);
  }
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
  for (const sweep::searched_function& f : sweep::searched_functions())
    if (sweep::has_stretches(f)) compare_stretches(f);
  std::printf("library_sweep_device: %d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
