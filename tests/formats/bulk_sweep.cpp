// Whole arrays against one by one: all 2^32 floats into the narrow formats, under every rounding and saturation that has
// a loop of its own, at every instruction set of the machine. bulk_sweep.sh builds it for one format after the other.
// FPCHECK_SHARD=i/n runs the i-th of n parts.
#include <fpcheck/formats/bulk.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

using namespace fpcheck;

namespace {

constexpr std::uint64_t chunk = std::uint64_t{1} << 16, chunks = std::uint64_t{1} << 16;
std::uint64_t shard_index = 0, shard_count = 1;

template <class Tag, policy P>
struct slow_body {
  const float* __restrict in;
  code_type<Tag>* __restrict out;
  FPCHECK_INLINE void operator()(std::size_t i) const noexcept {
    constexpr policy p = P;
    out[i] = encode<Tag>(in[i], p).code;
  }
};

template <class Tag, policy P>
void worker(std::atomic<std::uint64_t>& next, std::atomic<std::uint64_t>& differ, std::atomic<std::uint32_t>& example) {
  std::vector<float> in(chunk);
  std::vector<code_type<Tag>> slow(chunk), fast(chunk);
  for (std::uint64_t k = next++; k < chunks; k = next++) {
    if (k % shard_count != shard_index) continue;
    for (std::uint64_t i = 0; i < chunk; ++i) in[i] = bit_cast<float>(static_cast<std::uint32_t>(k * chunk + i));
    detail::loop(chunk, slow_body<Tag, P>{in.data(), slow.data()}, best_isa_level());
    for (const auto level : {isa_level::baseline, isa_level::avx2, isa_level::avx512}) {
      if (level > best_isa_level() || (level == isa_level::baseline && k % 16 != 0)) continue; // slow, the same text
      encode<Tag, P>(in, fast, level);
      if (std::memcmp(slow.data(), fast.data(), chunk * sizeof(code_type<Tag>)) == 0) continue;
      for (std::uint64_t i = 0; i < chunk; ++i)
        if (slow[i] != fast[i]) ++differ, example = static_cast<std::uint32_t>(k * chunk + i);
    }
  }
}

template <class Tag, policy P>
bool check(const char* name) {
  static_assert(encodes_narrowly(Tag::row, P));
  std::atomic<std::uint64_t> next{0}, differ{0};
  std::atomic<std::uint32_t> example{0};
  {
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
      workers.emplace_back([&] { worker<Tag, P>(next, differ, example); });
  }
  if (differ != 0)
    std::printf("%s rounding %d saturation %d NaN %d: %llu differ, one is %08x\n", name, static_cast<int>(P.round),
                static_cast<int>(P.saturate), static_cast<int>(P.nan), static_cast<unsigned long long>(differ.load()),
                example.load());
  return differ == 0;
}

template <class Tag, saturation S>
bool roundings(const char* name) {
  bool good = check<Tag, policy{.saturate = S}>(name);
  good &= check<Tag, policy{.saturate = S, .nan = nan_rule::positive, .negative = negative_rule::magnitude}>(name);
  good &= check<Tag, policy{.round = rounding::nearest_away, .saturate = S, .nan = nan_rule::payload}>(name);
  good &= check<Tag, policy{.round = rounding::toward_zero, .saturate = S, .nan = nan_rule::all_ones}>(name);
  good &= check<Tag, policy{.round = rounding::upward, .saturate = S, .negative = negative_rule::zero}>(name);
  good &= check<Tag, policy{.round = rounding::downward, .saturate = S, .without_infinity = no_infinity::max}>(name);
  return good & check<Tag, policy{.round = rounding::to_odd, .saturate = S, .overflow = overflow_rule::always}>(name);
}

template <class Tag>
bool saturations(const char* name) {
  const bool good = roundings<Tag, saturation::none>(name) & roundings<Tag, saturation::finite>(name) &
                    roundings<Tag, saturation::finite_only>(name);
  std::printf("%-12s %s\n", name, good ? "equal" : "FAILED");
  std::fflush(stdout);
  return good;
}

} // namespace

int main() {
  if (const char* text = std::getenv("FPCHECK_SHARD")) {
    const std::string t = text;
    shard_index = std::stoull(t), shard_count = std::stoull(t.substr(t.find('/') + 1));
  }
  return saturations<FPCHECK_SWEEP_FORMAT>(FPCHECK_SWEEP_NAME) ? 0 : 1;
}
