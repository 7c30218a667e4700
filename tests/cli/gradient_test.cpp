// fpcheck grad FILE:KERNEL and fpcheck run --shadow dual, on kernels whose .ptx lies beside them.
#include "session.hpp"

#include <cmath>
#include <filesystem>

namespace fpcheck::cli {
namespace {

std::string kernels(const std::string& name) { return std::string(FPCHECK_SOURCE_DIR) + "/tests/" + name; }

class gradient_command_test : public session {
protected:
  /// `fpcheck grad` of a kernel in softmax.cu.
  outcome softmax(const std::string& kernel, std::vector<std::string> more) const {
    std::vector<std::string> words{"grad", kernels("corpus_gradients/softmax.cu:") + kernel, "<<<1, 32>>>", "z=randn:mxn", "g=randn:mxn", "dz=grad(z)", "m=3", "n=33", "--failing", path("failing")};
    words.insert(words.end(), more.begin(), more.end());
    return call(words);
  }
};

TEST_F(gradient_command_test, a_right_kernel_passes_and_says_what_was_tried) {
  const outcome o = softmax("softmax_backward", {"--forward", "softmax(z, 1)"});
  EXPECT_EQ(o.code, exit_code::passed) << o.out << o.err;
  EXPECT_NE(o.out.find("sweep: "), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("grad(softmax(z, 1), z)"), std::string::npos) << o.out;
  EXPECT_FALSE(std::filesystem::exists(path("failing")));
}

/// The value that follows `word` in `text`, to the end of its line.
std::string line_after(const std::string& text, const std::string& word) {
  const std::size_t at = text.find(word);
  return at == std::string::npos ? "" : text.substr(at + word.size(), text.find('\n', at) - at - word.size());
}

TEST_F(gradient_command_test, failing_inputs_are_shrunk_saved_and_replayed) {
  const outcome o = softmax("softmax_m17", {"--forward", "softmax(z, 1)"});
  ASSERT_EQ(o.code, exit_code::findings) << o.out << o.err;
  EXPECT_NE(o.out.find("[mismatch]"), std::string::npos) << o.out;
  const auto z = tensor::load(path("failing/softmax_m17/z.npy"));
  ASSERT_TRUE(z) << o.out;
  // The mutant adds up every 16th element: two columns and one row show it.
  EXPECT_EQ(z->shape, (tensor::shape{1, 2})) << o.out;
  const std::string replay = line_after(o.out, "replay: fpcheck ");
  ASSERT_FALSE(replay.empty()) << o.out;
  std::vector<std::string> words;
  for (std::size_t at = 0; at < replay.size();) { // as a shell would split it
    std::string w;
    bool quoted = false;
    for (; at < replay.size() && (quoted || replay[at] != ' '); ++at)
      if (replay[at] == '\'') quoted = !quoted;
      else w += replay[at];
    words.push_back(w), ++at;
  }
  const outcome again = call(words);
  EXPECT_EQ(again.code, exit_code::findings) << again.out << again.err;
}

TEST_F(gradient_command_test, what_has_no_verdict_on_the_inputs_given_is_incomplete_whatever_the_sweep_passed) {
  // Every difference is above delta: the gradient is one number everywhere, and a constant output cannot be told from it.
  const outcome o = call({"grad", kernels("corpus_backward/operators.cu:huber_backward"), "<<<1, 64>>>", "x=uniform(5,6):n", "y=zeros:n", "dx=grad(x)", "n=20", "--forward", "huber_loss(x, y, 0.5)", "--failing", "none"});
  EXPECT_EQ(o.code, exit_code::incomplete) << o.out << o.err;
  EXPECT_EQ(o.out.find(", 0 passed"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("dx: these inputs cannot tell"), std::string::npos) << o.out;
}

TEST_F(gradient_command_test, a_sweep_that_was_asked_for_must_be_decided) {
  // log(p) of negative numbers is no number: nothing is known there. By itself the sweep names it; asked for, it is exit code 3.
  const auto entropy = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"grad", kernels("corpus_backward/operators.cu:entropy_backward"), "<<<1, 64>>>", "p=uniform(0.1,0.9):n", "dp=grad(p)", "n=40", "--forward", "-sum(p * log(p))", "--failing", "none"};
    words.insert(words.end(), more.begin(), more.end());
    return call(words);
  };
  const outcome tacit = entropy({}), asked = entropy({"--sweep", "values"});
  EXPECT_EQ(tacit.code, exit_code::passed) << tacit.out << tacit.err;
  EXPECT_NE(tacit.out.find("not checked with p low (-150)"), std::string::npos) << tacit.out;
  EXPECT_EQ(asked.code, exit_code::incomplete) << asked.out << asked.err;
  EXPECT_NE(asked.out.find("the sweep has no verdict with p low (-150)"), std::string::npos) << asked.out;
}

TEST_F(gradient_command_test, a_mask_stays_a_mask_and_weak_forms_serve_where_strong_ones_have_no_bound) {
  const auto dropout = [&](const std::string& kernel) {
    return call({"grad", kernels("corpus_gradients/pointwise.cu:") + kernel, "<<<cdiv(n,32), 32>>>", "x=randn:n", "mask=randint(0,2):n:f32", "g=randn:n", "dx=grad(x)", "n=100", "--upstream", "g",
                 "--forward", "dropout(x, mask, 0.25)", "--sweep", "values", "--failing", "none"});
  };
  const outcome right = dropout("dropout_backward"), wrong = dropout("dropout_m47b");
  EXPECT_EQ(right.code, exit_code::passed) << right.out << right.err;
  EXPECT_NE(right.out.find(", 0 failed, 0 without a verdict"), std::string::npos) << right.out;
  EXPECT_EQ(wrong.code, exit_code::findings) << wrong.out << wrong.err;
  const outcome attention = call({"grad", kernels("corpus_gradients/attention.cu:attention"), "<<<1, 64>>>", "q=randn:headsxtxd", "k=randn:groupsxtxd", "v=randn:groupsxtxd", "g=randn:headsxtxd", "dq=grad(q)",
                                  "dk=grad(k)", "dv=grad(v)", "heads=4", "groups=2", "t=9", "d=5", "--upstream", "g", "--forward", "attention(q, k, v, causal=1)", "--failing", "none"});
  EXPECT_EQ(attention.code, exit_code::passed) << attention.out << attention.err;
  EXPECT_NE(attention.out.find("checked in a weaker form instead"), std::string::npos) << attention.out;
}

TEST_F(gradient_command_test, without_a_reference_failing_inputs_are_shrunk_and_saved_too) {
  const std::string file = kernels("corpus_backward/layers.cu:");
  const outcome o = call({"grad", file + "groupnorm_wrong", "<<<1, 32>>>", "x=randn:nxgroupsxk", "w=uniform(0.5,1.5):groupsxk", "dy=randn:nxgroupsxk", "dx=grad(x)", "dw=grad(w)", "n=4", "groups=2", "k=6",
                          "--forward-kernel", file + "groupnorm_forward", "--sweep", "none", "--failing", path("failing")});
  ASSERT_EQ(o.code, exit_code::findings) << o.out << o.err;
  EXPECT_EQ(o.out.find("meaning unchecked"), std::string::npos) << o.out;
  const auto x = tensor::load(path("failing/groupnorm_wrong/x.npy"));
  ASSERT_TRUE(x) << o.out;
  EXPECT_LT(x->size(), 4u * 2 * 6) << tensor::text(x->shape);
  EXPECT_NE(o.out.find("replay: fpcheck grad "), std::string::npos) << o.out;
  // The words of the forward launch hold quotes of their own: a shell must give them back.
  const outcome own = call({"grad", file + "gqa_wrong", "<<<cdiv(groups*t,32), 32>>>", "q=randn:headsxtxd", "k=randn:groupsxtxd", "v=randn:groupsxtxd", "p=zeros:headsxtxt", "g=randn:headsxtxd", "dk=grad(k)", "dv=grad(v)",
                            "heads=4", "groups=2", "t=3", "d=2", "--upstream", "g", "--forward-kernel", file + "gqa_forward", "--forward-launch", "'<<<cdiv(heads*t,32), 32>>>' o=empty:headsxtxd p=empty:headsxtxt", "--sweep", "none",
                            "--failing", path("failing")});
  ASSERT_EQ(own.code, exit_code::findings) << own.out << own.err;
  EXPECT_NE(own.out.find("--forward-launch ''\\''<<<cdiv(heads*t,32), 32>>>'\\'' o=empty"), std::string::npos) << own.out;
  EXPECT_NE(own.out.find("layers.cu:125"), std::string::npos) << own.out; // the store of dv
}

TEST_F(gradient_command_test, misuse_is_one_clear_line) {
  EXPECT_EQ(softmax("softmax_backward", {}).code, exit_code::usage);
  EXPECT_NE(softmax("softmax_backward", {}).out.find("--forward"), std::string::npos);
  EXPECT_EQ(softmax("softmax_backward", {"--forward", "softmax(z, 1)", "--sweep", "some"}).code, exit_code::usage);
  EXPECT_EQ(softmax("softmax_backward", {"--forward", "softmax(z, 1)", "--upstream", "dg"}).code, exit_code::usage);
  EXPECT_EQ(softmax("softmax_backward", {"--forward", "softmax(zz, 1)"}).code, exit_code::usage);
  EXPECT_EQ(softmax("softmax_backward", {"--forward", "softmax(z"}).code, exit_code::usage);
  const auto words = [](const std::string& gradient) {
    return call({"grad", kernels("corpus_gradients/softmax.cu:softmax_backward"), "<<<1, 32>>>", "z=randn:mxn", "g=randn:mxn", gradient, "m=3", "n=9", "--forward", "softmax(z, 1)"});
  };
  EXPECT_EQ(words("dz=grad(zs)").code, exit_code::usage);
  EXPECT_NE(words("dz=grad(zs)").err.find("did you mean 'z'?"), std::string::npos) << words("dz=grad(zs)").err;
  EXPECT_EQ(words("dz=grad(z").code, exit_code::usage);
  EXPECT_EQ(words("dz=empty:mxn").code, exit_code::usage);
  EXPECT_NE(words("dz=empty:mxn").err.find("dx=grad(x)"), std::string::npos);
}

TEST_F(gradient_command_test, the_compiled_forward_kernel_is_enough) {
  const auto groupnorm = [&](const std::string& kernel) {
    const std::string file = kernels("corpus_backward/layers.cu:");
    return call({"grad", file + kernel, "<<<1, 32>>>", "x=randn:nxgroupsxk", "w=uniform(0.5,1.5):groupsxk", "dy=randn:nxgroupsxk", "dx=grad(x)", "dw=grad(w)", "n=3", "groups=2", "k=5", "--forward-kernel",
                 file + "groupnorm_forward", "--sweep", "shapes", "--failing", "none"});
  };
  const outcome right = groupnorm("groupnorm_backward"), wrong = groupnorm("groupnorm_wrong");
  EXPECT_EQ(right.code, exit_code::passed) << right.out << right.err;
  EXPECT_NE(right.out.find("Taylor remainder of order 2"), std::string::npos) << right.out;
  EXPECT_NE(right.out.find("missed with chance at most 1e-6"), std::string::npos) << right.out;
  EXPECT_EQ(wrong.code, exit_code::findings) << wrong.out << wrong.err;
  EXPECT_NE(wrong.out.find("dx is not the forward kernel's gradient in x"), std::string::npos) << wrong.out;
  EXPECT_NE(wrong.out.find("where the forward kernel's derivative is"), std::string::npos) << wrong.out;
  EXPECT_EQ(wrong.out.find("dw is not"), std::string::npos) << wrong.out;
}

TEST_F(gradient_command_test, the_dual_shadow_gives_the_derivative_of_the_kernel) {
  ASSERT_EQ(call({"eval", "z + 0", "z=randn:3x9", "--save", path("z.npy"), "--seed", "3"}).code, exit_code::passed);
  tensor::array z(tensor::dtype::f32, {3, 9}), v(tensor::dtype::f64, {3, 9});
  const auto given = tensor::load(path("z.npy"));
  for (std::uint64_t i = 0; i < 27; ++i) z.set(i, given->value(i)), v.set(i, std::sin(static_cast<double>(i)));
  ASSERT_TRUE(tensor::save(path("z.npy"), z) && tensor::save(path("v.npy"), v));
  const outcome o = call({"run", kernels("corpus_gradients/softmax.cu:softmax_forward"), "-l", "<<<1, 32>>>", "z=@" + path("z.npy"), "p=empty:3x9", "m=3", "n=9", "--shadow", "dual", "--along",
                          "z=@" + path("v.npy"), "--save-derivative", "p=" + path("jv.npy")});
  ASSERT_EQ(o.code, exit_code::passed) << o.out << o.err;
  EXPECT_NE(o.out.find("J v of p along z"), std::string::npos) << o.out;
  ASSERT_EQ(call({"eval", "let p = softmax(z, 1); p * (v - sum(p * v, 1, keepdims=1))", "z=@" + path("z.npy"), "v=@" + path("v.npy"), "--save", path("want.npy")}).code, exit_code::passed);
  const auto got = tensor::load(path("jv.npy")), want = tensor::load(path("want.npy"));
  ASSERT_TRUE(got && want);
  for (std::uint64_t i = 0; i < 27; ++i) EXPECT_NEAR(got->value(i), want->value(i), 1e-13) << i; // the shadow's own radius
  // Another direction is another derivative, and integers do not move.
  EXPECT_EQ(call({"run", kernels("corpus_gradients/softmax.cu:softmax_forward"), "-l", "<<<1, 32>>>", "z=@" + path("z.npy"), "p=empty:3x9", "m=3", "n=9", "--shadow", "dual", "--along", "q"}).code, exit_code::usage);
}

} // namespace
} // namespace fpcheck::cli
