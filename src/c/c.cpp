#include <fpcheck/c.h>

#include <fpcheck/session/kernel_session.hpp>
#include <fpcheck/report/difference.hpp>
#include <fpcheck/report/document.hpp>
#include <fpcheck/tensor/difference.hpp>

#include "dlpack.hpp"
#include "version.hpp"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <new>

namespace {

using namespace fpcheck;

/// What a function of this interface returns, and the text that goes with it.
struct answer {
  exit_code code = exit_code::passed;
  std::string text;
};

answer refused(const diagnostic& d) {
  return {d.code, d.text()};
}


void give(char** report, const std::string& text) {
  if (report == nullptr) return;
  *report = static_cast<char*>(std::malloc(text.size() + 1));
  if (*report != nullptr) std::memcpy(*report, text.c_str(), text.size() + 1);
}

/// Runs `body`; what it throws, a lack of memory for the most part, ends as the exit code of a defect.
int guarded(char** report, const std::function<answer()>& body) {
  if (report != nullptr) *report = nullptr;
  answer a{exit_code::internal_error, "fpcheck: internal error\n"};
  try {
    a = body();
    give(report, a.text);
    return static_cast<int>(a.code);
  } catch (const std::bad_alloc&) {
    a.text = "fpcheck: error: out of memory\n";
  } catch (const std::exception& e) {
    a.text = std::string("fpcheck: internal error: ") + e.what() + '\n';
  } catch (...) {
  }
  give(report, a.text);
  return static_cast<int>(exit_code::internal_error);
}

answer diff(const fpcheck_tensor* actual, const fpcheck_tensor* reference, const char* tolerance) {
  const auto a = c::read(actual, "actual");
  if (!a) return refused(a.error());
  const auto expected = c::read(reference, "reference");
  if (!expected) return refused(expected.error());
  const std::string words = tolerance == nullptr ? "0ulp" : tolerance;
  const auto allowed = tensor::parse_tolerance(words, a->type);
  if (!allowed) return refused(allowed.error());
  const auto d = tensor::compare(*a, *expected, *allowed);
  if (!d) return refused(d.error());
  return {d->elements == 0 ? exit_code::incomplete : d->passed() ? exit_code::passed : exit_code::findings,
          report::write_text(*d, a->shape, words)};
}

/// The arguments of fpcheck_run, read.
struct run_words {
  std::string file, kernel, format = "text";
  std::vector<std::string> words;
  tensor::archive given;
};

result<run_words> read_run(const char* file, const char* kernel, const char* const* words, std::size_t word_count,
                           const fpcheck_named_tensor* tensors, std::size_t tensor_count, const char* format) {
  if (file == nullptr) return fail("the name of the file is NULL", {"fpcheck_run"});
  if (word_count > 0 && words == nullptr) return fail("the words are NULL", {"fpcheck_run"});
  if (tensor_count > 0 && tensors == nullptr) return fail("the tensors are NULL", {"fpcheck_run"});
  run_words out{file, kernel == nullptr ? "" : kernel, format == nullptr ? "text" : format, {}, {}};
  for (std::size_t i = 0; i < word_count; ++i) {
    if (words[i] == nullptr) return fail("word " + std::to_string(i) + " is NULL", {"fpcheck_run"});
    out.words.emplace_back(words[i]);
  }
  for (std::size_t i = 0; i < tensor_count; ++i) {
    if (tensors[i].name == nullptr) return fail("tensor " + std::to_string(i) + " has no name", {"fpcheck_run"});
    auto a = c::read(&tensors[i].tensor, tensors[i].name);
    if (!a) return tl::unexpected(a.error());
    if (!out.given.emplace(tensors[i].name, *std::move(a)).second)
      return fail("two tensors are called " + tensor::quoted(tensors[i].name), {"fpcheck_run"});
  }
  if (const auto known = report::write({}, out.format, {}, report::colour::off); !known) return tl::unexpected(known.error());
  return out;
}

/// The buffer with this name, or, where it is a number, the one that the parameter in this place points to.
std::string buffer_called(const session::case_data& data, const std::string& name) {
  std::size_t position = 0;
  const auto end = std::from_chars(name.data(), name.data() + name.size(), position);
  const bool is_position = end.ec == std::errc() && end.ptr == name.data() + name.size() && position < data.pointed.size();
  return is_position && data.after.count(name) == 0 ? data.pointed[position] : name;
}

result<void> write_back(const session::session_outcome& outcome, const fpcheck_named_tensor* tensors, std::size_t count) {
  if (!outcome.document.cases.back().run) return {}; // nothing ran: the tensors stay as they are
  for (std::size_t i = 0; i < count; ++i) {
    if (tensors[i].write_back == 0) continue;
    const auto at = outcome.data.after.find(buffer_called(outcome.data, tensors[i].name));
    if (at == outcome.data.after.end())
      return fail("no buffer is called " + tensor::quoted(tensors[i].name), {"fpcheck_run"},
                  "a tensor that is written back has the name of a parameter");
    if (auto ok = c::write(at->second, tensors[i].tensor, tensors[i].name); !ok) return ok;
  }
  return {};
}

answer run(const run_words& r, const fpcheck_named_tensor* tensors, std::size_t tensor_count) {
  auto session = session::kernel_session::open(r.file);
  if (!session) return refused(session.error());
  const auto outcome = session->run(r.kernel, r.words, r.given);
  if (!outcome) return refused(outcome.error());
  if (const auto ok = write_back(*outcome, tensors, tensor_count); !ok) return refused(ok.error());
  if (r.format == "text") return {outcome->code, outcome->text};
  const auto text = report::write(outcome->document, r.format, {}, report::colour::off);
  return text ? answer{outcome->code, *text} : refused(text.error());
}

answer rewrite(const char* document, const char* format) {
  if (document == nullptr || format == nullptr) return refused({"the document or the format is NULL", {"fpcheck_report"}});
  const auto d = report::read_json(document, "fpcheck_report");
  if (!d) return refused(d.error());
  const auto text = report::write(*d, format, report::attached_lines(*d), report::colour::off);
  return text ? answer{exit_code::passed, *text} : refused(text.error());
}

} // namespace

int fpcheck_diff(const fpcheck_tensor* actual, const fpcheck_tensor* reference, const char* tolerance, char** report) {
  return guarded(report, [&] { return diff(actual, reference, tolerance); });
}

int fpcheck_run(const char* file, const char* kernel, const char* const* words, size_t word_count,
                const fpcheck_named_tensor* tensors, size_t tensor_count, const char* format, char** report) {
  return guarded(report, [&] {
    const auto r = read_run(file, kernel, words, word_count, tensors, tensor_count, format);
    return r ? run(*r, tensors, tensor_count) : refused(r.error());
  });
}

int fpcheck_report(const char* document, const char* format, char** report) {
  return guarded(report, [&] { return rewrite(document, format); });
}

void fpcheck_free(char* report) {
  std::free(report);
}

const char* fpcheck_version(void) {
  return session::version;
}
