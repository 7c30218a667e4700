#include "probes.hpp"

#include <fpcheck/base/probe_ring.hpp>

#include <algorithm>
#include <cstdio>

namespace fpcheck::analysis {
namespace {

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", x);
  return text;
}

std::string told(const probe::hit& h) {
  const std::string value = number(h.value);
  if (h.what == probe::kind::finite) return "probe::finite: the value is " + value;
  const std::string name = h.what == probe::kind::range ? "probe::range" : "probe::encloses";
  return name + ": the value " + value + " is not in [" + number(h.lower) + ", " + number(h.upper) + "]";
}

finding finding_of(const probe::hit& h) {
  finding f;
  f.rule = rule::out_of_domain;
  f.message = told(h);
  const auto end = std::find(std::begin(h.file), std::end(h.file), '\0');
  f.stack.push_back({{}, std::string(std::begin(h.file), end), h.line, 0});
  thread_position at;
  std::copy_n(h.block, 3, at.cta);
  std::copy_n(h.thread, 3, at.thread);
  f.thread = at;
  f.hint = std::string(advice(f.rule));
  return f;
}

} // namespace

void add_failed_probes(const exec::run_record& run, finding_list& findings, std::vector<incomplete_note>& incomplete) {
  for (const auto& r : run.memory->regions()) {
    if (r->name.find("fpcheck_probe_ring") == std::string::npos) continue;
    const probe::report failed = probe::decode(r->data.data(), r->data.size());
    if (!failed.understood) {
      incomplete.push_back({"the kernel's probes are of another version of fpcheck/kernels/probe.hpp: recompile it", {}, 0});
      continue;
    }
    for (const probe::hit& h : failed.hits) findings.add(finding_of(h));
  }
}

} // namespace fpcheck::analysis
