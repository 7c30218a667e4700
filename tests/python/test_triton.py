"""Triton functions and torch tensors through the package, without a card; where there is one, its bits beside ours."""
import pathlib
import sys

import pytest

torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton")
import triton.language as tl  # noqa: E402

import fpcheck  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import triton_kernels as kernels  # noqa: E402

has_card = torch.cuda.is_available() and torch.cuda.get_device_capability() == (9, 0)


def line_of(comment):
    return next(n for n, text in enumerate((HERE / "triton_kernels.py").read_text().splitlines(), 1) if text.endswith("# " + comment))


def on_card(kernel, grid, *arguments, **named):
    moved = [a.cuda() if isinstance(a, torch.Tensor) else a for a in arguments]
    kernel[grid](*moved, **named)
    torch.cuda.synchronize()
    return [a.cpu() if isinstance(a, torch.Tensor) else a for a in moved]


def codes(t):
    return t.contiguous().view({1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[t.element_size()])


@pytest.mark.parametrize("n", [1000, 77, 1])
def test_softmax_passes_and_has_the_cards_bits(n):
    x, y = torch.randn(6, n), torch.empty(6, n)
    r = fpcheck.run(kernels.softmax, 6, x, fpcheck.out(y), n, BLOCK=1024)
    assert r, str(r)
    assert torch.allclose(y, torch.softmax(x, 1), rtol=1e-5, atol=1e-7)
    if has_card:
        theirs = on_card(kernels.softmax, (6,), x, torch.empty(6, n), n, BLOCK=1024)[1]
        assert torch.equal(codes(theirs), codes(y))


def test_an_overflow_is_told_at_its_line_of_python():
    x, y = 100 + torch.rand(2, 64), torch.empty(2, 64)
    r = fpcheck.run(kernels.softmax_unshifted, 2, x, fpcheck.out(y), 64, BLOCK=64)
    assert not r
    places = [(pathlib.Path(f.file).name, f.line) for f in r.findings]
    assert ("triton_kernels.py", line_of("overflows")) in places, (places, str(r))


def test_a_cancellation_is_told_at_its_line_of_python():
    x, y = 1000 + torch.rand(3, 256), torch.empty(3)
    r = fpcheck.run(kernels.variance_one_pass, 3, x, fpcheck.out(y), 256, BLOCK=256)
    assert not r
    places = [(pathlib.Path(f.file).name, f.line) for f in r.findings]
    assert ("triton_kernels.py", line_of("cancels")) in places, (places, str(r))


CASES = [(torch.float16, tl.float16), (torch.bfloat16, tl.bfloat16), (torch.float32, tl.float32), (torch.float8_e5m2, tl.float16), (torch.float8_e4m3fn, tl.float16)]


@pytest.mark.parametrize("warps", [1, 4])
@pytest.mark.parametrize("type_, out", CASES, ids=[str(t) for t, _ in CASES])
@pytest.mark.parametrize("shape", [(64, 64, 64), (50, 70, 90), (128, 32, 256)], ids=str)
def test_matrix_products_have_the_cards_bits(type_, out, shape, warps):
    m, n, k = shape
    torch.manual_seed(m + n + k)
    a, b = torch.randn(m, k).to(type_), torch.randn(k, n).to(type_)
    c = torch.empty(m, n, dtype=torch.float32 if type_ == torch.float32 else torch.bfloat16 if type_ == torch.bfloat16 else torch.float16)
    blocks = dict(BM=64, BN=32, BK=32, OUT=out)
    grid = ((m + 63) // 64, (n + 31) // 32)
    r = fpcheck.run(kernels.matmul, grid, a, b, fpcheck.out(c), m, n, k, warps=warps, **blocks)
    assert r.code in (0, 1), str(r)
    exact = a.double() @ b.double()
    assert (c.double() - exact).abs().max() < 0.02 * exact.abs().max()
    if has_card:
        theirs = on_card(kernels.matmul, grid, a, b, torch.empty_like(c), m, n, k, num_warps=warps, **blocks)[2]
        assert torch.equal(codes(theirs), codes(c)), f"{int((codes(theirs) != codes(c)).sum())} of {c.numel()} differ"
    if type_ == torch.float32:  # tl.dot takes tf32: 13 bits of each operand are lost where the source says float32
        assert [(f.rule, f.line) for f in r.findings] == [("narrowing", line_of("tf32, of float32 operands"))], str(r)
    else:
        assert r, str(r)


def test_torch_tensors_of_narrow_formats_are_lent_as_they_are():
    for type_ in (torch.bfloat16, torch.float16, torch.float8_e4m3fn, torch.float8_e5m2):
        x = torch.linspace(-2, 2, 33).to(type_)
        assert fpcheck.diff(x, x)
        y = x.clone()
        codes(y)[4] += 1
        assert not fpcheck.diff(y, x)


def test_the_triple_of_practice():
    x = torch.randn(64, 100)
    assert fpcheck.check(lambda t: torch.softmax(t, 1), [x], golden=lambda t: torch.softmax(t, 1))
    assert not fpcheck.check(lambda t: torch.softmax(t.bfloat16(), 1).float(), [x], golden=lambda t: torch.softmax(t, 1), eager=lambda t: torch.softmax(t, 1))
