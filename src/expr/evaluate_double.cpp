#include "evaluator_elementwise.hpp"
#include "evaluator_linear.hpp"
#include "evaluator_order.hpp"
#include "evaluator_reduction.hpp"
#include "evaluator_spectral.hpp"
#include "evaluator_stream.hpp"
#include "evaluate_template.hpp"

namespace fpcheck::expr {

input_value from_tensor(const tensor::array& a) {
  input_value v;
  for (const std::uint64_t s : a.shape) v.sizes.push_back(static_cast<std::int64_t>(s));
  v.values.resize(a.size());
  for (std::uint64_t i = 0; i < a.size(); ++i) v.values[i] = a.value(i);
  return v;
}

template result<evaluation<double>> evaluate(const graph&, std::span<const node_id>, const bindings&, const arithmetic&, const progress&);

} // namespace fpcheck::expr
