#include "itl.hpp"

#include <fpcheck/interval/reduction.hpp>
#include <fpcheck/interval/text.hpp>

#include <array>
#include <functional>
#include <map>

namespace fpcheck::interval::itl {
namespace {

using set = interval<double>;
using dset = decorated<double>;
using values = std::vector<value>;
using operation = std::function<outcome(const values&)>;

value of(double x) {
  value v;
  v.number = x;
  return v;
}
value of(set x) {
  value v;
  v.is = value::kind::bare, v.set = dset{x};
  return v;
}
value of(dset x) {
  value v;
  v.is = value::kind::decorated, v.set = x;
  return v;
}
value word(std::string s) {
  value v;
  v.is = value::kind::word, v.text = std::move(s);
  return v;
}
value of(bool x) { return word(x ? "true" : "false"); }

template <class... Value>
outcome gives(Value... v) {
  return {true, {v...}, false};
}

bool is_decorated(const values& in) {
  for (const value& v : in)
    if (v.is == value::kind::decorated) return true;
  return false;
}
bool any_nai(const values& in) {
  for (const value& v : in)
    if (v.is == value::kind::decorated && v.set.is_nai()) return true;
  return false;
}
int integer(const value& v) { return static_cast<int>(v.number); }

using table = std::map<std::string, operation>;

// A function with an interval and a decorated overload of the same name, by number of interval operands.
#define UNARY(name, function)                                                                                          \
  t[name] = [](const values& v) {                                                                                      \
    return is_decorated(v) ? gives(of(function(v[0].set))) : gives(of(function(v[0].set.part)));                       \
  };
#define BINARY(name, function)                                                                                         \
  t[name] = [](const values& v) {                                                                                      \
    return is_decorated(v) ? gives(of(function(v[0].set, v[1].set)))                                                   \
                           : gives(of(function(v[0].set.part, v[1].set.part)));                                        \
  };
// An operation on sets only: decorated operands give trv or NaI.
#define WITHOUT_PROOF(name, expression)                                                                                \
  t[name] = [](const values& v) {                                                                                      \
    const set r = expression;                                                                                          \
    return is_decorated(v) ? gives(of(without_proof(r, any_nai(v)))) : gives(of(r));                                   \
  };
#define RELATION(name, function)                                                                                       \
  t[name] = [](const values& v) { return gives(of(!any_nai(v) && function(v[0].set.part, v[1].set.part))); };
#define PROPERTY(name, function)                                                                                       \
  t[name] = [](const values& v) { return gives(of(!any_nai(v) && function(v[0].set.part))); };
#define NUMERIC(name, function)                                                                                        \
  t[name] = [](const values& v) {                                                                                      \
    return gives(of(any_nai(v) ? std::numeric_limits<double>::quiet_NaN() : function(v[0].set.part)));                 \
  };

void add_arithmetic(table& t) {
  UNARY("pos", +) UNARY("neg", -) UNARY("recip", recip) UNARY("sqr", sqr) UNARY("sqrt", sqrt)
  t["add"] = [](const values& v) {
    return is_decorated(v) ? gives(of(v[0].set + v[1].set)) : gives(of(v[0].set.part + v[1].set.part));
  };
  t["sub"] = [](const values& v) {
    return is_decorated(v) ? gives(of(v[0].set - v[1].set)) : gives(of(v[0].set.part - v[1].set.part));
  };
  t["mul"] = [](const values& v) {
    return is_decorated(v) ? gives(of(v[0].set * v[1].set)) : gives(of(v[0].set.part * v[1].set.part));
  };
  t["div"] = [](const values& v) {
    return is_decorated(v) ? gives(of(v[0].set / v[1].set)) : gives(of(v[0].set.part / v[1].set.part));
  };
  t["fma"] = [](const values& v) {
    return is_decorated(v) ? gives(of(fma(v[0].set, v[1].set, v[2].set)))
                           : gives(of(fma(v[0].set.part, v[1].set.part, v[2].set.part)));
  };
  UNARY("abs", abs) UNARY("sign", sign) UNARY("ceil", ceil) UNARY("floor", floor) UNARY("trunc", trunc)
  UNARY("roundTiesToEven", round_ties_to_even) UNARY("roundTiesToAway", round_ties_to_away)
  BINARY("min", min) BINARY("max", max)
  BINARY("intersection", intersection) BINARY("convexHull", convex_hull)
  BINARY("cancelPlus", cancel_plus) BINARY("cancelMinus", cancel_minus)
}

void add_elementary(table& t) {
  UNARY("exp", exp) UNARY("exp2", exp2) UNARY("exp10", exp10) UNARY("expm1", expm1)
  UNARY("log", log) UNARY("log2", log2) UNARY("log10", log10) UNARY("logp1", log1p) UNARY("log1p", log1p)
  UNARY("sin", sin) UNARY("cos", cos) UNARY("tan", tan) UNARY("asin", asin) UNARY("acos", acos) UNARY("atan", atan)
  UNARY("sinh", sinh) UNARY("cosh", cosh) UNARY("tanh", tanh)
  UNARY("asinh", asinh) UNARY("acosh", acosh) UNARY("atanh", atanh)
  BINARY("pow", pow) BINARY("atan2", atan2) BINARY("hypot", hypot)
  t["pown"] = [](const values& v) {
    const int n = integer(v[1]);
    return is_decorated(v) ? gives(of(pown(v[0].set, n))) : gives(of(pown(v[0].set.part, n)));
  };
  t["rootn"] = [](const values& v) {
    const int n = integer(v[1]);
    return is_decorated(v) ? gives(of(rootn(v[0].set, n))) : gives(of(rootn(v[0].set.part, n)));
  };
}

set part(const value& v) { return v.set.part; }

void add_reverse(table& t) {
  for (const char* suffix : {"Rev", "RevBin"}) {
    const std::string s = suffix;
    const auto argument = [](const values& v) { return v.size() > 1 ? part(v[1]) : set::entire(); };
    const auto unary = [&t, argument](const std::string& name, set (*f)(set, set)) {
      t[name] = [f, argument](const values& v) {
        const set r = f(part(v[0]), argument(v));
        return is_decorated(v) ? gives(of(without_proof(r, any_nai(v)))) : gives(of(r));
      };
    };
    unary("sqr" + s, sqr_rev<double>);
    unary("abs" + s, abs_rev<double>);
    unary("sin" + s, sin_rev<double>);
    unary("cos" + s, cos_rev<double>);
    unary("tan" + s, tan_rev<double>);
    unary("cosh" + s, cosh_rev<double>);
  }
  WITHOUT_PROOF("pownRev", pown_rev(part(v[0]), set::entire(), integer(v[1])))
  WITHOUT_PROOF("pownRevBin", pown_rev(part(v[0]), part(v[1]), integer(v[2])))
  WITHOUT_PROOF("mulRev", mul_rev(part(v[0]), part(v[1])))
  WITHOUT_PROOF("mulRevTen", mul_rev(part(v[0]), part(v[1]), part(v[2])))
  WITHOUT_PROOF("powRev1", pow_rev1(part(v[0]), part(v[1]), part(v[2])))
  WITHOUT_PROOF("powRev2", pow_rev2(part(v[0]), part(v[1]), part(v[2])))
  t["mulRevToPair"] = [](const values& v) {
    if (!is_decorated(v)) {
      const interval_pair<double> p = mul_rev_to_pair(part(v[0]), part(v[1]));
      return gives(of(p.first), of(p.second));
    }
    const decorated_pair<double> p = mul_rev_to_pair(v[0].set, v[1].set);
    return gives(of(p.first), of(p.second));
  };
}

void add_relations(table& t) {
  PROPERTY("isEmpty", [](set x) { return x.is_empty(); }) PROPERTY("isEntire", is_entire)
  PROPERTY("isSingleton", is_singleton) PROPERTY("isCommonInterval", is_common)
  t["isNaI"] = [](const values& v) { return gives(of(any_nai(v))); };
  t["isMember"] = [](const values& v) { return gives(of(!any_nai(v) && is_member(v[0].number, part(v[1])))); };
  RELATION("equal", equal) RELATION("subset", subset) RELATION("less", less) RELATION("precedes", precedes)
  RELATION("interior", interior) RELATION("strictLess", strictly_less)
  RELATION("strictPrecedes", strictly_precedes) RELATION("disjoint", disjoint)
  t["overlap"] = [](const values& v) {
    constexpr std::array names{"bothEmpty",  "firstEmpty", "secondEmpty", "before",     "meets",    "overlaps",
                               "starts",     "containedBy", "finishes",   "equals",     "finishedBy", "contains",
                               "startedBy",  "overlappedBy", "metBy",     "after"};
    if (any_nai(v)) return gives(word("undefined"));
    return gives(word(names[static_cast<std::size_t>(overlap(part(v[0]), part(v[1])))]));
  };
}

void add_numeric(table& t) {
  NUMERIC("inf", inf) NUMERIC("sup", sup) NUMERIC("mid", mid) NUMERIC("rad", rad) NUMERIC("wid", wid)
  NUMERIC("mag", mag) NUMERIC("mig", mig)
  t["midRad"] = [](const values& v) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return any_nai(v) ? gives(of(nan), of(nan)) : gives(of(mid(part(v[0]))), of(rad(part(v[0]))));
  };
  const auto reduction = [&t](const std::string& name, double (*f)(const double*, std::size_t, direction)) {
    t[name] = [f](const values& v) { return gives(of(f(v[0].list.data(), v[0].list.size(), direction::nearest_even))); };
  };
  reduction("sum_nearest", static_cast<double (*)(const double*, std::size_t, direction)>(sum));
  reduction("sum_abs_nearest", sum_abs);
  reduction("sum_sqr_nearest", sum_square);
  t["dot_nearest"] = [](const values& v) {
    return gives(of(dot(v[0].list.data(), v[1].list.data(), v[0].list.size())));
  };
}

decoration decoration_of(const std::string& s) {
  const std::map<std::string, decoration> m{{"com", decoration::com}, {"dac", decoration::dac}, {"def", decoration::def},
                                            {"trv", decoration::trv}, {"ill", decoration::ill}};
  return m.at(s);
}

void add_constructors(table& t) {
  t["b-numsToInterval"] = [](const values& v) {
    const set r{v[0].number, v[1].number};
    return outcome{true, {of(r)}, r.is_empty()};
  };
  t["d-numsToInterval"] = [](const values& v) {
    const set r{v[0].number, v[1].number};
    return outcome{true, {of(r.is_empty() ? dset::nai() : dset{r})}, r.is_empty()};
  };
  t["b-textToInterval"] = [](const values& v) {
    const auto r = text_to_interval<double>(v[0].text);
    return outcome{true, {of(r ? *r : set{})}, !r};
  };
  t["d-textToInterval"] = [](const values& v) {
    const auto r = text_to_decorated<double>(v[0].text);
    return outcome{true, {of(r ? *r : dset::nai())}, !r};
  };
  t["newDec"] = [](const values& v) { return gives(of(v[0].is == value::kind::bare ? dset{part(v[0])} : v[0].set)); };
  t["setDec"] = [](const values& v) {
    const decoration d = decoration_of(v[1].text);
    return outcome{true, {of(dset{part(v[0]), d})}, d == decoration::ill};
  };
  t["intervalPart"] = [](const values& v) { return outcome{true, {of(part(v[0]))}, any_nai(v)}; };
  t["decorationPart"] = [](const values& v) {
    constexpr std::array names{"ill", "trv", "def", "dac", "com"};
    return gives(word(names[static_cast<std::size_t>(v[0].set.mark)]));
  };
}

} // namespace

outcome run(const statement& s) {
  static const table operations = [] {
    table t;
    add_arithmetic(t), add_elementary(t), add_reverse(t), add_relations(t), add_numeric(t), add_constructors(t);
    return t;
  }();
  const auto found = operations.find(s.operation);
  return found == operations.end() ? outcome{} : found->second(s.inputs);
}

} // namespace fpcheck::interval::itl
