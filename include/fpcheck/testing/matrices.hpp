#pragma once
#include <fpcheck/tensor/array.hpp>

#include <rapidcheck.h>

#include <cstdint>
#include <vector>

/// Generators of matrices with a known spectrum. Elements are rounded to the type once: singular values and eigenvalues
/// hold up to n u of the largest one. All shrink to smaller extents where those are drawn, and with the same spectrum to diagonal matrices.
namespace fpcheck::testing {

/// rows x columns matrices U S V^T with random orthogonal U and V. Requires: at most min(rows, columns) values, none
/// negative; those not given are zero.
rc::Gen<tensor::array> with_singular_values(tensor::dtype type, std::uint64_t rows, std::uint64_t columns,
                                            std::vector<double> values);
/// rows x columns matrices U S V^T whose singular values run from 1 down to 1 / condition in geometric progression; a row or a column
/// has the one singular value 1. Requires: rows, columns and condition are at least 1.
rc::Gen<tensor::array> with_condition(tensor::dtype type, rc::Gen<std::uint64_t> rows, rc::Gen<std::uint64_t> columns, double condition);
/// Symmetric matrices, exactly so, with these eigenvalues.
rc::Gen<tensor::array> symmetric(tensor::dtype type, std::vector<double> eigenvalues);
/// Symmetric positive definite n x n matrices whose eigenvalues run from 1 down to 1 / condition.
/// Requires: n >= 1, condition >= 1 and below 1 / (n u) of the type, lest rounding make them indefinite.
rc::Gen<tensor::array> spd(tensor::dtype type, rc::Gen<std::uint64_t> n, double condition);
/// Upper triangular n x n matrices with eigenvalues in [1/2, 1] and elements of size `departure` above the diagonal:
/// powers and inverses that are far larger than the eigenvalues say. Shrinks to ones on the diagonal and `departure` just above it.
rc::Gen<tensor::array> non_normal(tensor::dtype type, rc::Gen<std::uint64_t> n, double departure = 10);

/// The singular values of a matrix, the largest first, by one-sided Jacobi rotations in binary64.
/// Requires: two extents. Error: relative to the largest, some n times 2^-52.
std::vector<double> singular_values(const tensor::array& a);

} // namespace fpcheck::testing
