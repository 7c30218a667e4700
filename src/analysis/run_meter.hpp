#pragma once
// The runs of a check, and the time that they may take together.
#include <fpcheck/exec/run.hpp>

#include <cstdint>
#include <functional>

namespace fpcheck::analysis {

class run_meter {
public:
  /// `clock` tells seconds from whenever; empty: the machine's own.
  run_meter(double seconds, std::function<double()> clock);

  /// Seconds that are left, at least 0.
  double left() const;
  bool is_spent() const { return left() <= 0; }
  std::uint64_t runs() const { return runs_; }

  /// A run that ends when the time does: it is incomplete then, and `interrupted`, so that nobody takes what it left for the kernel's.
  result<exec::run_record> run(const exec::program& code, const exec::run_request& request, exec::run_plan plan);

private:
  std::function<double()> clock_;
  double end_ = 0;
  std::uint64_t runs_ = 0;
};

} // namespace fpcheck::analysis
