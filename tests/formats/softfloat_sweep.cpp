// Software binary32 against the machine's: so many cases an operation and mode, flags included, on every core, with a
// digest of all results that is the same on every machine.
//   softfloat_sweep [CASES [DIGESTS]]     compares; with a file of digests, those too
//   softfloat_sweep --vectors             prints what the machine gives for the file softfloat.vectors
#include "machine_float.hpp"

#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

using namespace fpcheck;

namespace {

constexpr std::uint64_t chunk = std::uint64_t{1} << 18;

struct tally {
  std::atomic<std::uint64_t> digest{0}, mismatches{0}, example{0};
};
constexpr std::size_t mode_count = std::size(machine::modes);

void sweep(const machine::operation& op, std::uint64_t cases, std::atomic<std::uint64_t>& next, tally* tallies) {
  for (std::uint64_t first = next.fetch_add(chunk); first < cases; first = next.fetch_add(chunk)) {
    std::uint64_t digest[mode_count] = {};
    for (std::uint64_t i = first; i < first + chunk && i < cases; ++i) {
      const machine::operands o = machine::case_of(i);
      const std::uint64_t place = machine::scattered(i);
      for (std::size_t k = 0; k < mode_count; ++k) {
        const auto want = machine::compute(op, o, machine::modes[k]), got = op.ours(o, machine::modes[k].round);
        const std::uint64_t ours =
            std::uint64_t{machine::one_nan(got.code)} << 8 | static_cast<std::uint8_t>(got.flags);
        digest[k] += machine::scattered(place ^ ours);
        if (machine::one_nan(want.code) != machine::one_nan(got.code) || want.flags != got.flags)
          tallies[k].mismatches += 1, tallies[k].example = i;
      }
    }
    for (std::size_t k = 0; k < mode_count; ++k) tallies[k].digest += digest[k];
  }
  machine::set_mode(FE_TONEAREST);
}

/// The digest that the record has for this line. Range: empty where it has none.
std::string recorded(const char* path, const std::string& key) {
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);)
    if (line.rfind(key + " ", 0) == 0) return line.substr(key.size() + 1);
  return {};
}

bool report(const machine::operation& op, const machine::mode& m, std::uint64_t cases, const tally& t,
            const char* record) {
  char digest[17];
  std::snprintf(digest, sizeof digest, "%016" PRIx64, t.digest.load());
  const std::string key = std::string(op.name) + " " + m.name + " " + std::to_string(cases);
  std::printf("%s %s", key.c_str(), digest);
  bool good = t.mismatches == 0;
  if (!good) {
    const machine::operands o = machine::case_of(t.example);
    std::printf(" FAILED: %" PRIu64 " cases differ, one is %08x %08x %08x", t.mismatches.load(), o.a, o.b, o.c);
  }
  if (record != nullptr && recorded(record, key) != digest) {
    std::printf(" FAILED: on record is '%s'", recorded(record, key).c_str());
    good = false;
  }
  std::printf("\n");
  std::fflush(stdout);
  return good;
}

bool check(const machine::operation& op, std::uint64_t cases, const char* record) {
  tally tallies[mode_count];
  std::atomic<std::uint64_t> next{0};
  {
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
      workers.emplace_back([&] { sweep(op, cases, next, tallies); });
  }
  bool good = true;
  for (std::size_t k = 0; k < mode_count; ++k) good &= report(op, machine::modes[k], cases, tallies[k], record);
  return good;
}

/// Zeros, infinities, NaNs and both ends of the range with each other, then codes from all over the generator's range.
machine::operands vector_case(std::uint64_t i) {
  constexpr std::uint32_t specials[] = {0x00000000, 0x3f800000, 0x7f800000, 0x80000000,
                                        0x00000001, 0xff7fffff, 0x7f800001, 0xff800000};
  if (i >= 32) return machine::case_of(machine::scattered(i));
  return {specials[i % 8], specials[(i + 3 * (i / 8)) % 8], specials[(5 * i + i / 8) % 8]};
}

/// 64 cases an operation and mode.
void print_vectors() {
  for (const machine::operation& op : machine::operations)
    for (const machine::mode& m : machine::modes)
      for (std::uint64_t i = 0; i < 64; ++i) {
        const machine::operands o = vector_case(i);
        const auto r = machine::compute(op, o, m);
        std::printf("%s %s %08x %08x %08x %08x %02x\n", op.name, m.name, o.a, o.b, o.c, machine::one_nan(r.code),
                    static_cast<unsigned>(r.flags));
      }
}

} // namespace

int main(int count, char** words) {
  if (!machine::has_fused()) return std::puts("softfloat_sweep: this machine has no fused multiply-add"), 77;
  if (count > 1 && std::string(words[1]) == "--vectors") return print_vectors(), 0;
  const std::uint64_t cases = count > 1 ? std::strtoull(words[1], nullptr, 10) : 1000000;
  const char* record = count > 2 ? words[2] : nullptr;
  bool good = true;
  for (const machine::operation& op : machine::operations) good &= check(op, cases, record);
  return good ? 0 : 1;
}
