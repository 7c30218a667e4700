#include "targets.hpp"

#include <fpcheck/record/capture.hpp>

#include <cstdlib>
#include <string>

namespace fpcheck::fuzz {

void run_capture(std::string_view bytes) {
  const auto c = record::read_capture(bytes, "fuzz.fpcap", std::uint64_t{64} << 20);
  if (!c) {
    if (c.error().text().empty()) std::abort();
    return;
  }
  for (const record::saved_memory& m : c->memory) (void)record::after(m);
  const std::string again = record::write_capture(*c);
  const auto back = record::read_capture(again, "fuzz.fpcap");
  if (!back || record::write_capture(*back) != again) std::abort();
}

} // namespace fpcheck::fuzz
