#pragma once
#include <fpcheck/formats/text.hpp>

#include <fmt/format.h>

/// `{}` writes the shortest decimal that reads back, `{:a}` a hex float, `{:e}` the exact decimal, `{:x}` the code.
template <class Tag>
struct fmt::formatter<fpcheck::basic_float<Tag>> {
  constexpr auto parse(fmt::format_parse_context& context) {
    auto it = context.begin();
    if (it != context.end() && *it != '}') form_ = *it++;
    if ((it != context.end() && *it != '}') || (form_ != 's' && form_ != 'a' && form_ != 'e' && form_ != 'x'))
      context.on_error("a number takes {}, {:a}, {:e} or {:x}");
    return it;
  }

  template <class Context>
  auto format(fpcheck::basic_float<Tag> x, Context& context) const {
    constexpr int digits = (Tag::row.bits + Tag::row.box_shift + 3) / 4;
    if (form_ == 'x') return fmt::format_to(context.out(), "0x{:0{}x}", x.code(), digits);
    const auto how = form_ == 'a'   ? fpcheck::notation::hex
                     : form_ == 'e' ? fpcheck::notation::exact
                                    : fpcheck::notation::shortest;
    return fmt::format_to(context.out(), "{}", fpcheck::to_string(x, how));
  }

private:
  char form_ = 's';
};
