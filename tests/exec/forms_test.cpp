// Forms that are rare: the engine's results against what a device left, by digest (tests/gpu/forms.cpp printed forms.digests).
#include "../kernels/device_digests.hpp"
#include "form_cases.hpp"
#include "launching.hpp"

#include <fpcheck/exec/coverage.hpp>

#include <map>
#include <set>

namespace fpcheck::exec {
namespace {

/// Lines of `NAME 0xDIGEST`; names hold blanks.
std::map<std::string, std::uint64_t> recorded() {
  std::map<std::string, std::uint64_t> out;
  std::ifstream in(FPCHECK_SOURCE_DIR "/tests/gpu/forms.digests");
  for (std::string line; std::getline(in, line);)
    if (const std::size_t at = line.rfind(" 0x"); at != std::string::npos) out[line.substr(0, at)] = std::stoull(line.substr(at + 1), nullptr, 16);
  return out;
}

/// Where the words of a case differ from the device's, which FPCHECK_FORMS_FILE holds case by case: for whoever looks for the reason.
void show_differences(const forms::form_case& c, const std::vector<std::byte>& bytes, std::size_t at) {
  const char* const path = std::getenv("FPCHECK_FORMS_FILE");
  if (path == nullptr) return;
  const std::string all = read_file(path);
  const std::size_t results = c.out.size() / (32 * c.warps);
  std::vector<int> wrong(results);
  int shown = 0;
  for (std::size_t k = 0; k < c.out.size(); ++k) {
    std::uint32_t here, there;
    std::memcpy(&here, bytes.data() + 4 * k, 4), std::memcpy(&there, all.data() + at + 4 * k, 4);
    if (here == there) continue;
    if (wrong[k % results]++ < 2 && shown++ < 40) std::printf("result %zu of thread %zu: %08x, the device has %08x; before %08x\n", k % results, k / results, here, there, c.out[k]);
  }
}

TEST(forms, have_the_devices_bits) {
  const auto digests = recorded();
  ASSERT_FALSE(digests.empty());
  std::set<std::string> left;
  std::size_t at = 0;
  for (const forms::form_case& c : forms::every_case(forms::recorded_warps)) {
    const auto k = load_text(c.ptx);
    run_request request = forms::request_of(c);
    run_plan plan;
    plan.domain = no_shadow();
    const auto r = run(*k->code, request, plan);
    ASSERT_TRUE(r.has_value()) << c.name << ": " << r.error().text();
    if (!r->incomplete.empty()) {
      at += c.out.size() * 4;
      left.insert(c.name.substr(0, c.name.find(" selector")));
      continue;
    }
    for (const auto& f : r->faults) ADD_FAILURE() << c.name << ": " << f.detail;
    const auto bytes = contents<std::byte>(*r, 1);
    const std::size_t before = std::exchange(at, at + bytes.size());
    device_digests::digest d;
    d.add(bytes);
    ASSERT_TRUE(digests.contains(c.name)) << c.name;
    EXPECT_EQ(d.value(), digests.at(c.name)) << c.name;
    if (d.value() != digests.at(c.name)) show_differences(c, bytes, before);
  }
  // What the engine does not run: reductions that it has no device's rule for.
  for (const std::string& name : left) EXPECT_TRUE(name.ends_with(".min.f16") || name.ends_with(".max.f16") || name.ends_with(".min.bf16") || name.ends_with(".max.bf16")) << name;
}

TEST(forms, what_is_not_modelled_has_a_reason) {
  for (std::size_t k = 1; k < static_cast<std::size_t>(ptx::form::count); ++k) {
    const auto f = static_cast<ptx::form>(k);
    EXPECT_EQ(is_modelled(f), absence_of(f) == absence::none) << ptx::name(f);
  }
}

} // namespace
} // namespace fpcheck::exec
