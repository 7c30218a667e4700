#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

/// What random probes say about a gradient: from residuals <g, v_j> - d f / d v_j to a verdict, the size of error that
/// could not have been seen, and the tiles where the error sits. Plain host code; the residuals come from a device or
/// from the CPU twins.
namespace fpcheck::kernels {

/// How a gradient check ended.
enum class gradient_outcome : std::uint8_t {
  passed,
  wrong,
  incomplete ///< the probes cannot tell: no derivative, or too coarse a resolution
};

/// What is known about each probe.
struct gradient_evidence {
  std::vector<double> projection; ///< <g, v_j>: what the gradient claims
  std::vector<double> derivative; ///< d f / d v_j by other means
  double noise = 0;               ///< standard deviation of `derivative` from the rounding of the forward launch
  double truncation = 0;          ///< bound on what finite steps add
};

/// What is demanded.
struct gradient_options {
  /// Euclidean norm of the error that rounding may cause, over the norm of the gradient: see `rounding_allowance`.
  double allowance = 1e-5;
  double miss = 1e-6;            ///< chance at which the resolution is stated
  double false_alarm = 1e-9;     ///< chance that a gradient within the allowance is called wrong
  double worst_resolution = 0.1; ///< over the norm of the gradient; coarser is incomplete
};

/// What the probes say.
struct gradient_verdict {
  gradient_outcome outcome = gradient_outcome::incomplete;
  double gradient_norm = 0; ///< estimate of |grad f| from the derivatives
  double error_norm = 0;    ///< estimate of |g - grad f|, noise taken off
  double worst = 0;         ///< largest residual
  std::size_t worst_probe = 0;
  double allowed_worst = 0; ///< a gradient within the allowance exceeds these with chance `false_alarm` at most
  double allowed_norm = 0;
  double resolution = 0; ///< an error of this norm is missed with chance `miss_probability` at most
  double miss_probability = 1;
  std::string why; ///< in one line
};

/// The relative error in norm that rounding explains for gradient elements that are sums of `depth` terms of like size
/// and random sign, accumulated with unit roundoff `u_accumulate` and stored with `u_store`: u_store + 6 depth
/// u_accumulate. Source: N. Higham and T. Mary, SIAM J. Sci. Comput. 41(5), 2019, with lambda = 6.
double rounding_allowance(double u_store, double u_accumulate, double depth);

/// Judges the evidence.
/// A gradient g with |g - grad f| <= allowance |grad f| is called wrong with chance `false_alarm` at most over the
/// directions: for random signs v, <E, v> is sub-Gaussian with parameter |E| (Hoeffding), and the mean of k squares
/// exceeds |E|^2 (1 + 2 sqrt(x / k) + 2 x / k) with chance e^-x at most (Hsu, Kakade, Zhang, 2012). An error at the
/// resolution is missed with chance `miss_probability` at most: E <E, v>^4 <= 3 |E|^4, so one probe sees half of |E|
/// with chance 3/16 (Paley, Zygmund), and the mean of k squares is below |E|^2 (1 - s) with chance exp(-k s^2 / 6) at
/// most. Noise enters both sides with as many deviations as its own chance asks for.
gradient_verdict judge_gradient(const gradient_evidence& evidence, const gradient_options& options = {});

/// The verdict in words, several lines.
std::string text(const gradient_verdict& v);

/// The mean of the squares; 0 for nothing.
double mean_square(std::span<const double> x);

/// A matrix cut into tiles; a vector is a matrix of one row.
struct tile_grid {
  std::uint64_t rows = 1, columns = 1;
  std::uint64_t tile_rows = 1, tile_columns = 1;
  std::uint64_t across() const { return (columns + tile_columns - 1) / tile_columns; }
  std::uint64_t count() const { return across() * ((rows + tile_rows - 1) / tile_rows); }
  std::uint64_t elements_of(std::uint64_t tile) const;
};

/// What back-projection found in one tile.
struct tile_energy {
  double squares = 0;        ///< sum of the squared estimates
  double peak = 0;           ///< largest estimate in magnitude, signed
  std::uint64_t element = 0; ///< where it is: the first one of equals
};

/// A tile in which the gradient is wrong.
struct suspect_tile {
  std::uint64_t tile = 0;
  double error_norm = 0; ///< estimate of the norm of the error inside
  double deviations = 0; ///< how far that is above chance
  double peak = 0;       ///< the estimated error of the worst element
  std::uint64_t element = 0;
};

/// The tiles whose energy chance does not explain (6 deviations), worst first. Unbiased: the energy that the errors of
/// all other elements leave in a tile is taken off.
std::vector<suspect_tile> suspect_tiles(const std::vector<tile_energy>& energy, const tile_grid& grid,
                                        std::span<const double> residual);

/// Elements begin .. end - 1.
struct element_range {
  std::uint64_t begin = 0, end = 0;
};

/// Follows the larger error by halves down to `smallest` elements: for where too few probes can be had to tell tiles
/// apart by back-projection. `error` measures the size of the error inside a range from directions that touch only
/// that.
element_range locate_range(element_range all, std::uint64_t smallest,
                           const std::function<double(const element_range&)>& error);

/// The energies of all tiles of an estimate, on the host. Requires: rows * columns estimates.
std::vector<tile_energy> tile_energies(std::span<const double> estimate, const tile_grid& grid);

} // namespace fpcheck::kernels
