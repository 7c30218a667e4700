#pragma once
#include <fpcheck/expr/graph.hpp>

#include <string_view>
#include <utility>
#include <vector>

namespace fpcheck::expr {

/// What one node passes on: to each argument (or the body) its share of the adjoint.
struct adjoint_share {
  node_id to{};
  node_id adjoint{};
};

/// The rule of one node: dF = tr(up^T d(self)) rewritten as a sum of tr(share^T d(argument)).
/// Error: the operation has no derivative here.
result<std::vector<adjoint_share>> apply_rule(graph& g, node_id self, node_id up);

/// The differential of an operation in words: `d(A B) = dA B + A dB`; of a composite, that its definition is used.
std::string_view rule_text(const graph& g, node_id self);
std::string_view rule_text(operation o);
/// The same in LaTeX.
std::string_view rule_latex(const graph& g, node_id self);
/// What is printed, and what is accepted, where the operation has a kink or a tie; or empty.
std::string_view rule_note(operation o);

// The rules of the matrix operations.
result<std::vector<adjoint_share>> matmul_rule(graph& g, node_id self, node_id up);
result<std::vector<adjoint_share>> inv_rule(graph& g, node_id self, node_id up);
result<std::vector<adjoint_share>> det_rule(graph& g, node_id self, node_id up);
result<std::vector<adjoint_share>> logdet_rule(graph& g, node_id self, node_id up);
result<std::vector<adjoint_share>> solve_rule(graph& g, node_id self, node_id up);
result<std::vector<adjoint_share>> cholesky_rule(graph& g, node_id self, node_id up);
result<std::vector<adjoint_share>> expm_rule(graph& g, node_id self, node_id up);
result<std::vector<adjoint_share>> eigvalsh_rule(graph& g, node_id self, node_id up);
result<std::vector<adjoint_share>> eigen_compose_rule(graph& g, node_id self, node_id up);
result<std::vector<adjoint_share>> eigen_diagonal_rule(graph& g, node_id self, node_id up);

} // namespace fpcheck::expr
