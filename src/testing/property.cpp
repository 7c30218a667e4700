#include <fpcheck/testing/property.hpp>

#include <gtest/gtest-spi.h>

#include <cstdlib>
#include <sstream>
#include <string_view>

namespace fpcheck::testing::detail {
namespace {

/// "Suite/test/name": what RC_PARAMS="reproduce=..." tells properties apart by.
std::string id_of(const property_name& name) {
  const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
  if (info == nullptr) return name.text;
  return std::string(info->test_suite_name()) + '/' + info->name() + '/' + name.text;
}

/// Runs `body` with GoogleTest's failures turned into RapidCheck's, so that they shrink.
void with_expectations(const std::function<void()>& body) {
  ::testing::TestPartResultArray parts;
  {
    const ::testing::ScopedFakeTestPartResultReporter catcher(
        ::testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &parts);
    body();
  }
  std::string messages;
  for (int i = 0; i < parts.size(); ++i)
    if (parts.GetTestPartResult(i).failed()) messages += std::string(parts.GetTestPartResult(i).message()) + '\n';
  if (!messages.empty()) throw rc::detail::CaseResult(rc::detail::CaseResult::Type::Failure, messages);
}

std::string replay_of(const rc::detail::TestResult& result, const std::string& id, std::uint64_t seed) {
  rc::detail::Configuration same;
  same.testParams.seed = 0;
  if (result.is<rc::detail::FailureResult>()) same.reproduce[id] = result.get<rc::detail::FailureResult>().reproduce;
  const std::string reproduce = rc::detail::configToMinimalString(same);
  return "replay this counterexample: RC_PARAMS=\"" + reproduce + "\"\nreplay the whole run: RC_PARAMS=\"seed=" +
         std::to_string(seed) + "\"";
}

} // namespace

std::string run_property(const property_name& name, const std::function<void()>& body) {
  const rc::detail::Configuration& configured = rc::detail::configuration();
  rc::detail::TestParams params = configured.testParams;
  const char* words = std::getenv("RC_PARAMS");
  if (words == nullptr || std::string_view(words).find("max_success") == std::string_view::npos) params.maxSuccess = name.cases;
  rc::detail::TestMetadata metadata;
  metadata.id = id_of(name);
  metadata.description = name.text;
  const std::function<void()> guarded = [&] { with_expectations(body); };
  const auto result = rc::detail::checkProperty(rc::detail::toProperty(guarded), metadata, params);
  if (result.is<rc::detail::SuccessResult>()) return {};
  std::ostringstream out;
  out << name.text << ": ";
  rc::detail::printResultMessage(result, out);
  out << '\n' << replay_of(result, metadata.id, params.seed);
  return out.str();
}

bool check_property(const property_name& name, const std::function<void()>& body) {
  const std::string failure = run_property(name, body);
  if (failure.empty()) return true;
  ADD_FAILURE() << failure;
  return false;
}

} // namespace fpcheck::testing::detail
