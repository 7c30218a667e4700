#include "evaluate_template.hpp"

namespace fpcheck::expr {

template result<evaluation<exact::double_double>> evaluate(const graph&, std::span<const node_id>, const bindings&, const arithmetic&, const progress&);

} // namespace fpcheck::expr
