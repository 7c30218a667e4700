#include "input_search.hpp"
#include "input_changes.hpp"

#include <fpcheck/analysis/largest_error.hpp>
#include <fpcheck/device/run.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/session/on_device.hpp>
#include <fpcheck/session/progress.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

namespace fpcheck::session {
namespace {

using analysis::largest_error;
using measure = std::function<result<largest_error>(const exec::run_request&)>;

/// On a card the kernels are compiled once.
result<measure> on_card(const settings& s, const compiled& code, const exec::run_request& request) {
  const device::plan how{s.card->number, s.card->beside == card_choice::shadow::ball ? instrument::domain::ball : instrument::domain::f64, 0, s.time_budget};
  auto kernels = device::rewrite_all(*code.program, request, how.domain);
  if (!kernels) return tl::unexpected(kernels.error());
  auto opened = device::repeated_run::open(code.ptx, code.module, request, *std::move(kernels), how);
  if (!opened) return tl::unexpected(opened.error());
  const auto run = std::make_shared<device::repeated_run>(*std::move(opened));
  return [run](const exec::run_request& now) -> result<largest_error> {
    const auto done = run->run(now);
    if (!done) return tl::unexpected(done.error());
    return worst_stored(now, run->kernels(), *done);
  };
}

measure in_engine(const compiled& code) {
  return [&code](const exec::run_request& now) { return analysis::find_largest_error(*code.program, now, &interrupted()); };
}

std::string with_unit(double ulps) {
  if (std::isinf(ulps)) return "a NaN or infinity of its own";
  char text[32];
  std::snprintf(text, sizeof text, "%.3g ulp", ulps);
  return text;
}

std::string place_in(const exec::run_request& request, const largest_error& e) { return request.buffers[e.buffer].name + '[' + std::to_string(e.element) + ']'; }

class search {
public:
  search(const settings& s, exec::run_request& request, const binder_of_seeds& bind, measure m) : settings_(s), request_(request), bind_(bind), measure_(std::move(m)) {}

  result<std::string> run() {
    const std::uint64_t drawn = settings_.search_climbs ? std::max<std::uint64_t>(1, settings_.search / 4) : settings_.search;
    if (const auto ok = draw(drawn); !ok) return tl::unexpected(ok.error());
    const largest_error at_random = worst_;
    if (const auto ok = climb(); !ok) return tl::unexpected(ok.error());
    request_.buffers = std::move(best_);
    std::string out = "searched " + std::to_string(tried_) + " inputs" + (settings_.search_climbs ? ", " + std::to_string(drawn) + " of them at random" : " at random") + ": the largest error is " +
                      with_unit(worst_.ulps) + " of " + place_in(request_, worst_) + ", in input " + std::to_string(found_in_);
    if (settings_.search_climbs) out += "; at random " + with_unit(at_random.ulps);
    if (refused_ != 0) out += "; " + std::to_string(refused_) + " others do not run to their end";
    return out;
  }

private:
  /// Whether these inputs are worse than those before.
  result<bool> try_these(const exec::run_request& now) {
    const progress bar("searching inputs, " + std::to_string(tried_ + 1) + " of " + std::to_string(settings_.search));
    const auto found = measure_(now);
    if (!found) {
      if (tried_++ == 0 || settings_.card) return tl::unexpected(found.error());
      ++refused_;
      return false;
    }
    if (tried_++ != 0 && !(found->ulps > worst_.ulps)) return false;
    worst_ = *found, best_ = now.buffers, found_in_ = tried_;
    return true;
  }

  result<void> draw(std::uint64_t count) {
    for (std::uint64_t k = 0; k < count && !is_over(); ++k) {
      auto drawn = k == 0 ? result<exec::run_request>(request_) : bind_(settings_.seed + k);
      if (!drawn) return tl::unexpected(drawn.error());
      changes_.look_at(drawn->buffers);
      exec::run_request now = request_;
      now.buffers = std::move(drawn->buffers);
      if (const auto ok = try_these(now); !ok) return tl::unexpected(ok.error());
    }
    if (changes_.empty()) return tl::unexpected(diagnostic{"--search changes numbers that are generated at random: here are none", {}, {}, "write x=randn:1024"});
    return {};
  }

  result<void> climb() {
    exec::run_request now = request_;
    while (settings_.search_climbs && !is_over()) {
      now.buffers = best_;
      const exec::buffer& output = now.buffers[worst_.buffer];
      const double size = static_cast<double>(std::max<std::uint64_t>(1, output.data.size() / tensor::size_of(output.type)));
      changes_.change(now.buffers, static_cast<double>(worst_.element) / size);
      const auto worse = try_these(now);
      if (!worse) return tl::unexpected(worse.error());
      changes_.learn(*worse);
    }
    return {};
  }

  bool is_over() const { return tried_ >= settings_.search || interrupted() || std::isinf(worst_.ulps); }

  const settings& settings_;
  exec::run_request& request_;
  const binder_of_seeds& bind_;
  measure measure_;
  input_changes changes_{settings_.seed};
  largest_error worst_;
  std::vector<exec::buffer> best_;
  std::uint64_t tried_ = 0, found_in_ = 0, refused_ = 0;
};

} // namespace

result<std::string> search_inputs(const settings& s, const compiled& code, exec::run_request& request, const binder_of_seeds& bind) {
  auto how = s.card ? on_card(s, code, request) : result<measure>(in_engine(code));
  if (!how) return tl::unexpected(how.error());
  return search(s, request, bind, *std::move(how)).run();
}

} // namespace fpcheck::session
