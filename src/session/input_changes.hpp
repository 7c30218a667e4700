#pragma once
#include <fpcheck/exec/launch.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace fpcheck::session {

/// Ways to change inputs that were generated: a little everywhere, or in one part; a part drawn anew; nearer together, farther apart or
/// moved as a whole; sorted. Ways that led to a larger error are taken more often. Numbers stay in the range of those that were drawn.
class input_changes {
public:
  explicit input_changes(std::uint64_t seed) : state_(seed ^ 0x9e3779b97f4a7c15u) {}

  /// Takes the range of what was generated, and some of it to draw from.
  void look_at(const std::vector<exec::buffer>& drawn);
  bool empty() const { return sources_.empty(); }
  /// Changes one of the buffers. `focus`: where in the output, from 0 to 1, the largest error is, so that the same part of the inputs comes first.
  void change(std::vector<exec::buffer>& buffers, double focus);
  /// Whether the last change led to a larger error.
  void learn(bool worse);

private:
  static constexpr std::size_t ways = 7;
  struct source {
    std::size_t buffer = 0;
    double low = 0, high = 0;
    std::vector<double> some; ///< of the numbers that were drawn
  };
  std::uint64_t next();
  double uniform(); ///< in [0, 1)
  std::uint64_t below(std::uint64_t n) { return next() % n; }
  std::size_t choose_way();
  void apply(std::size_t way, const source& s, std::vector<double>& part);
  void nudge(std::vector<double>& part);
  void move_about(const source& s, std::vector<double>& part);
  void sort(std::vector<double>& part);

  std::vector<source> sources_;
  std::array<double, ways> weights_{6, 6, 1, 2, 1, 1, 1};
  std::size_t last_ = 0;
  double step_ = 0, good_step_ = 0; ///< of the last nudge, and of the last that led to a larger error
  std::uint64_t state_;
};

} // namespace fpcheck::session
