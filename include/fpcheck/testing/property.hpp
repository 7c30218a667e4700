#pragma once
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <functional>
#include <string>
#include <tuple>
#include <type_traits>

namespace fpcheck::testing {

/// The name of a property, and how many values it is tried on. RC_PARAMS="max_success=N" overrides the number.
struct property_name {
  std::string text;
  int cases = 100;

  property_name(const char* name, int how_many = 100) : text(name), cases(how_many) {}
  property_name(std::string name, int how_many = 100) : text(std::move(name)), cases(how_many) {}
};

namespace detail {
/// Runs `body` and reports to GoogleTest. Failed expectations inside `body` count as failures of it.
bool check_property(const property_name& name, const std::function<void()>& body);
/// The same, with the failure's text instead of a report: empty where the property held.
std::string run_property(const property_name& name, const std::function<void()>& body);

template <class Testable, class... T>
void call(const Testable& testable, const std::tuple<T...>& values) {
  if constexpr (std::is_same_v<decltype(std::apply(testable, values)), bool>)
    RC_ASSERT(std::apply(testable, values));
  else
    std::apply(testable, values);
}
} // namespace detail

/// Tries `testable` on what the generators draw: `property("sums commute", [](float a, float b) { return a + b == b + a; },
/// finite<float>(), finite<float>())`. It returns whether the property holds, or expects things by GoogleTest's macros.
/// A failure is one of the running test; it shows the smallest counterexample, and RC_PARAMS to replay it.
template <class Testable, class... T>
bool property(const property_name& name, Testable testable, rc::Gen<T>... generators) {
  return detail::check_property(name, [&] {
    const std::tuple<T...> values{*generators...}; // drawn in this order
    detail::call(testable, values);
  });
}

} // namespace fpcheck::testing
