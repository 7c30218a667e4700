#pragma once
#include <fpcheck/kernels/gradient.hpp>

/// Evidence about a gradient from a forward function that is a black box: central differences with Richardson
/// extrapolation, the step chosen from the measured noise of the function. Who runs the function is left open.
namespace fpcheck::kernels {

/// Noise in the values of a function at equally spaced points close to each other.
struct noise_estimate {
  double level = 0;     ///< standard deviation
  bool settled = false; ///< false where differences of several orders do not agree: the spacing is too wide
};

/// The noise of `values` by their difference table. Requires: 4 to 32 values.
/// Source: J. More and S. Wild, Estimating computational noise, SIAM J. Sci. Comput. 33(3), 2011.
noise_estimate noise_level(std::span<const double> values);

/// The ratio of successive steps of a ladder.
inline constexpr double step_ratio = 4;

/// Residuals of central differences over 2 h from steps h and h / 4, freed of their h^2 term.
/// Error: of the h^4 term and 3.1 noise / h for values with standard deviation `noise`.
double extrapolate(double coarse, double fine);

/// The step of a ladder to measure with and what to expect of it.
struct step_choice {
  std::size_t level = 0; ///< use ladder levels `level` and `level + 1`
  double noise = 0;      ///< standard deviation of the extrapolated residual
  double truncation = 0; ///< estimate of what is left of the higher terms
};

/// Chooses where truncation and noise are least in sum. residual[p][l] is that of pilot p at step first_step / 4^l.
/// Requires: the same number of levels, 3 or more, for each pilot.
step_choice choose_step(const std::vector<std::vector<double>>& residual, double first_step, double value_noise);

/// One central difference: probe number and step.
struct displacement {
  int probe;
  double step;
};

/// What came of it, after rounding of the parameters to their format: f(up) - f(down), and <g, up - down>.
struct response {
  double predicted;
  double change;
};

/// Takes central differences; an answer shorter than the request means that the function could not be run.
using measure_differences = std::function<std::vector<response>(std::span<const displacement>)>;

/// How differences are taken, and what was found about them.
struct difference_plan {
  double first_step = 0;      ///< the largest step that is tried, half the root mean square of the parameters, say
  int pilots = 2;             ///< probes that choose the step
  int levels = 8;             ///< steps that they try
  double step = 0;            ///< out: the larger of the two steps of each probe
  bool noise_settled = false; ///< out: whether the noise of the forward function could be told from its curvature
  int measurements = 0;       ///< out: central differences taken, two runs of the function each
};

/// Derivatives along probes 0 .. probes - 1. `precision` is that of the parameters' format in bits.
/// Requires: plan.first_step > 0, plan.levels >= 3, plan.pilots >= 1.
gradient_evidence difference_evidence(const measure_differences& measure, int probes, int precision,
                                      difference_plan& plan);

} // namespace fpcheck::kernels
