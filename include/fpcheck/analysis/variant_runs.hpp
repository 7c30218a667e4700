#pragma once
#include <fpcheck/analysis/what_if.hpp>

#include <memory>

namespace fpcheck::analysis {

/// A launch that variants are tried on, one after the other.
class variant_runs {
public:
  /// Runs the launches as they are. `code` and `request` must outlive it.
  /// Error: a launch that cannot be made, or that does not come to its end.
  static result<variant_runs> start(const exec::program& code, const exec::run_request& request, std::atomic<bool>* interrupt);
  variant_runs(variant_runs&&) noexcept;
  variant_runs& operator=(variant_runs&&) noexcept;
  ~variant_runs();

  /// The launch as it is.
  const variation_result& as_it_is() const;
  /// What a variation comes to. Error: it cannot be run.
  result<variation_result> run(const variation& v) const;

private:
  struct state;
  explicit variant_runs(std::unique_ptr<state> s);
  std::unique_ptr<state> state_;
};

} // namespace fpcheck::analysis
