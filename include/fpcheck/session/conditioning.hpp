#pragma once
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/expr/evaluate.hpp>
#include <fpcheck/expr/infer.hpp>
#include <fpcheck/tolerance/reference.hpp>
#include <fpcheck/verdict/comparison.hpp>

#include <optional>

namespace fpcheck::session {

/// A reference's expression with the values of its names.
struct formula {
  expr::program program;
  expr::bindings values;
};

/// The conditioning of the elements of `output`, whose exact values are `expected`, in the inputs of `f`: of the one called `worst` and of
/// others, evenly spread, as many as the formula's size allows. Nothing where an operation has no derivative, and where no element that
/// was looked at is a finite number other than zero.
std::optional<verdict::conditioning> conditioning_of(const formula& f, const tolerance::reference& expected, const exec::run_request& request,
                                                    const exec::buffer& output, std::uint64_t worst);

} // namespace fpcheck::session
