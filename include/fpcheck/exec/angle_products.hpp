#pragma once
// What the angles of sines and cosines are made of.
#include <fpcheck/exec/program.hpp>

#include <set>
#include <vector>

namespace fpcheck::exec {

/// The products, and sums of products, that are the arguments of the instructions at `functions`, and the products that go into those.
std::vector<std::uint32_t> products_of_angles(const program& p, const std::set<std::uint32_t>& functions);

} // namespace fpcheck::exec
