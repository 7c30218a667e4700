#include <fpcheck/report/device_run.hpp>

#include <fpcheck/base/number.hpp>
#include <fpcheck/report/document.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace fpcheck::report {
namespace {

std::string place(const device_line& l) {
  const bool known = !l.stack.empty() && l.stack[0].line != 0;
  return known ? "line " + std::to_string(l.stack[0].line) : "PTX line " + std::to_string(l.ptx_line);
}

std::string milliseconds(double seconds) { return number(seconds * 1e3, 3) + " ms"; }

std::string ulps_of(const device_line& l) {
  if (!std::isfinite(l.ulps)) return "without a bound";
  return number(l.ulps, 3) + " ulp, " + number(l.share, 2) + (l.share > 1 ? " times what rounding may make" : " of what rounding may make");
}

std::string element_of(const device_line& l) {
  if (l.output.empty()) return {};
  return " at " + l.output + (l.element ? '[' + std::to_string(*l.element) + ']' : "");
}

std::string times(std::uint64_t n) { return n == 1 ? "once" : grouped(n) + " times"; }

/// How each event is called in JSON, and told. `$` is how often, `#` the largest weight.
struct event_row {
  device_line::event what;
  const char *name, *text;
};
using e = device_line::event;
constexpr event_row events[] = {
    {e::stored, "stored", ""},
    {e::decided, "decided", ""},
    {e::ended, "ended", ""},
    {e::swallowed, "swallowed", "takes a NaN or infinity of the kernel's own making away $"},
    {e::saturated, "saturated", "has no finite number for a finite one $, the largest #"},
    {e::zeroed, "zeroed", "makes zero of other numbers $"},
    {e::left_range, "left-range", "takes integers beyond what holds them $, the largest #"},
    {e::vanished, "vanished", "makes zero of addends in fixed point $"},
    {e::sums_narrow, "sums-narrow", "carries a sum below binary32 round a loop"},
    {e::update_lost, "update-lost", "leaves a number in memory as it was, which exact arithmetic moves, $"},
    {e::fractions_lost, "fractions-lost", "keeps nothing of numbers between -1 and 1 that are scaled afterwards, $"},
    {e::drifted, "drifted", "cuts addends in fixed point all the same way $"},
    {e::miscoded, "miscoded", "makes narrower numbers of others' bits that are not their neighbours $"},
    {e::count_stands, "count-stands", "counts where the counter has outgrown what is added $"},
    {e::bits_mistaken, "bits-mistaken", "takes bits for a number that they are not $"},
    {e::units_lost, "units-lost", "rounds to binary32 what becomes an integer of a smaller unit $, the largest #"},
    {e::order_turned, "order-turned", "orders numbers by their bits otherwise than they stand $"},
    {e::constant_narrowed, "constant-narrowed", "takes a constant that was rounded to binary32 in binary64 $"},
    {e::born, "born", "makes a NaN or infinity of numbers $"},
    {e::cancelled, "cancelled", "cancels what earlier roundings left: by up to # half ulps, $"},
    {e::absorbed, "absorbed", "rounds away half of the digits of an addend, or more, $"},
    {e::flushed, "flushed", "gives zero where exact arithmetic has a number $"},
    {e::narrowed, "narrowed", "rounds to a narrower format: by up to # half ulps, $"},
    {e::integer_lost, "integer-lost", "rounds an integer $, by up to #"},
};

std::string counts(const device_line& l) {
  std::string out;
  if (l.over != 0) out += ", more than it " + times(l.over);
  if (l.open != 0) out += ", left open " + times(l.open);
  if (l.unbounded != 0) out += ", without a bound " + times(l.unbounded);
  if (l.born != 0) out += ", a NaN or infinity where exact arithmetic has a number " + times(l.born);
  return out;
}

std::string row(const device_line& l) {
  const std::string block = ", block " + std::to_string(l.block);
  switch (l.what) {
  case device_line::event::stored: return place(l) + " stores with an error of at most " + ulps_of(l) + element_of(l) + block + counts(l);
  case device_line::event::decided: {
    std::string out = place(l) + " decides";
    if (l.over != 0) out += " otherwise than exact numbers " + times(l.over) + (l.open != 0 ? ", perhaps " + grouped(l.open) + " times more" : "");
    else if (l.open != 0) out += " perhaps otherwise than exact numbers " + times(l.open);
    else out += " within what rounding may make otherwise than exact numbers";
    if (l.near != 0) out += ", " + times(l.near);
    return out + ", margin at most " + number(l.ulps, 3) + " ulp" + block;
  }
  case device_line::event::ended: return place(l) + " takes the bits of numbers that are off by more than rounding may make, or perhaps so, " + times(l.open) + (l.ulps > 0 ? ": by at most " + number(l.ulps, 3) + " ulp" + block : "");
  default: break;
  }
  std::string out = place(l) + ' ';
  for (const char* s = events[static_cast<std::size_t>(l.what)].text; *s != '\0'; ++s) out += *s == '$' ? times(l.over) : *s == '#' ? number(2 * l.ulps, 3) : std::string(1, *s);
  return out + block;
}

std::string replays(const device_run& d) {
  if (d.whole) return "; all blocks replayed";
  if (d.replayed.empty()) return "; no block replayed";
  std::string out = d.replayed.size() == 1 ? "; block " : "; blocks ";
  for (std::size_t k = 0; k < d.replayed.size(); ++k) out += (k == 0 ? "" : k + 1 == d.replayed.size() ? " and " : ", ") + std::to_string(d.replayed[k]);
  return out + " replayed";
}

} // namespace

const char* name_of(device_line::event what) { return events[static_cast<std::size_t>(what)].name; }

device_line::event event_of(std::string_view word) {
  const auto at = std::find_if(std::begin(events), std::end(events), [&](const event_row& r) { return r.name == word; });
  return at == std::end(events) ? device_line::event::stored : at->what;
}

std::vector<std::string> device_text(const device_run& d) {
  std::vector<std::string> out;
  out.push_back("on " + d.card + " (" + (d.shadow == "ball" ? "enclosures" : "binary64, not certified") + " beside every number): " + milliseconds(d.seconds) + ", without shadows " + milliseconds(d.bare_seconds) + "; " +
                grouped((d.bytes + 1023) >> 10) + " KiB; " + (d.same_bits ? "the bits are those without shadows" : "the bits are not those without shadows"));
  const device_line* const worst = !d.lines.empty() && d.lines[0].what == device_line::event::stored ? &d.lines[0] : nullptr;
  if (worst != nullptr) out.push_back("largest of " + grouped(d.outputs) + " outputs: " + ulps_of(*worst) + element_of(*worst) + replays(d));
  else out.push_back("no error in " + grouped(d.outputs) + " outputs" + replays(d));
  for (const device_line& l : d.lines) out.push_back("  " + row(l));
  return out;
}

} // namespace fpcheck::report
