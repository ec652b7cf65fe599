"""The convolution: against SciPy and PyTorch, its inputs, and the words of its mistakes."""

import random
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader.course import load_course, load_reference
from grader.model.course import Case, CaseKind
from grader.model.errors import CourseError
from grader.model.reference import Reference

ROOT = Path(__file__).parents[2]


def reference(**choices: str | int) -> Reference:
    """The reference in a variant."""
    return load_reference(load_course(ROOT), "convolution", tuple(sorted(choices.items())))


def made(size: int, kind: CaseKind, seed: int = 0, **choices: str | int) -> tuple[Any, Any]:
    """The inputs of a case."""
    image, kernel = reference(**choices).inputs(Case(size=size, kind=kind), random.Random(seed))
    return image, kernel


@pytest.mark.parametrize("kind", CaseKind)
@pytest.mark.parametrize("size", [3, 4, 6, 7, 16])
def test_it_is_scipys_valid_correlation(size: int, kind: CaseKind) -> None:
    """Without choices it is correlate2d with mode valid; whole numbers stay whole."""
    signal = pytest.importorskip("scipy.signal")
    image, kernel = made(size, kind)
    answer = reference().expected(image, kernel)
    wanted = signal.correlate2d(image, kernel, mode="valid")
    assert answer.shape == (size - 2, size - 2)
    if kind is CaseKind.FLOATS:
        np.testing.assert_allclose(answer, wanted, rtol=1e-13, atol=1e-13)
    else:
        assert answer.dtype == np.int64
        assert (answer == wanted).all()


@pytest.mark.parametrize(
    ("ours", "scipys"), [("zeros", "fill"), ("circular", "wrap"), ("symmetric", "symm")]
)
def test_same_is_scipys(ours: str, scipys: str) -> None:
    """The paddings that both have are the same."""
    signal = pytest.importorskip("scipy.signal")
    image, kernel = made(7, CaseKind.INTEGERS)
    wanted = signal.correlate2d(image, kernel, mode="same", boundary=scipys)
    assert (reference(padding="same", mode=ours).expected(image, kernel) == wanted).all()


VARIANTS = [
    *({"padding": padding} for padding in ("valid", "full")),
    *(
        {"padding": "same", "mode": mode, "dilation": dilation}
        for mode, dilation in product(("zeros", "reflect", "replicate", "circular"), (1, 2))
    ),
    *({"stride": stride, "dilation": dilation} for stride, dilation in product((1, 2, 3), (1, 2))),
    {"in_channels": 3},
    {"out_channels": 2},
    {"in_channels": 3, "out_channels": 4, "padding": "same", "mode": "reflect"},
    {"images": "any", "stride": 2},
]


@pytest.mark.parametrize("choices", VARIANTS)
def test_numpy_and_torch_agree(choices: dict[str, Any]) -> None:
    """Both implementations give the same, for every form that the slides teach."""
    torch = pytest.importorskip("torch")
    from reference.parts import on_torch

    for size in (7, 10):
        image, kernel = made(size, CaseKind.FLOATS, **choices)
        form: Any = {
            key: value
            for key, value in choices.items()
            if key in {"padding", "mode", "stride", "dilation"}
        }
        theirs = on_torch.convolution(torch.tensor(image), torch.tensor(kernel), **form)
        ours = reference(**choices).expected(image, kernel)
        np.testing.assert_allclose(ours, theirs.numpy(), rtol=1e-12, atol=1e-12)


def test_numpys_and_torchs_products_agree() -> None:
    """The matrix product has two implementations, too."""
    torch = pytest.importorskip("torch")
    from reference.parts import on_torch

    matmul = load_reference(load_course(ROOT), "matmul")
    a, b = matmul.inputs(Case(size=33, kind=CaseKind.FLOATS), random.Random(0))
    theirs = on_torch.matmul(torch.tensor(a), torch.tensor(b)).numpy()
    np.testing.assert_allclose(matmul.expected(a, b), theirs, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("size", [3, 5, 7, 33])
def test_odd_sizes_show_a_flip(size: int) -> None:
    """Their kernels are asymmetric in every way, without 0 and ±1."""
    for kind in CaseKind:
        image, kernel = made(size, kind)
        assert image.shape == (size, size)
        assert len(set(kernel.ravel().tolist())) == 9
        if kind is not CaseKind.FLOATS:
            assert abs(kernel).min() >= 2


@pytest.mark.parametrize(("size", "sign"), [(4, 1), (8, 1), (6, -1), (10, -1)])
def test_even_sizes_have_the_slides_kernels(size: int, sign: int) -> None:
    """Turned by 180° they stay the same, Sobel's but for the sign."""
    for seed in range(8):
        _, kernel = made(size, CaseKind.INTEGERS, seed)
        assert (kernel[::-1, ::-1] == sign * kernel).all()


def test_images_may_be_longer_than_wide() -> None:
    """Where the exercise says so, but for the smallest."""
    shapes = [made(size, CaseKind.FLOATS, images="any")[0].shape for size in (3, 5, 6)]
    assert shapes == [(3, 3), (5, 7), (8, 6)]


def test_floats_need_double_precision() -> None:
    """No element is a float32."""
    for matrix in made(7, CaseKind.FLOATS):
        assert (matrix != matrix.astype(np.float32)).all()


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"padding": "some"}, "padding is one of valid, same, full"),
        ({"mode": "reflekt"}, "mode is one of zeros, reflect, .*, got reflekt"),
        ({"stride": 0}, "at least 1"),
        ({"stride": "2"}, "whole numbers"),
        ({"padding": "same", "stride": 2}, "padding same needs stride 1"),
        ({"colour": 3}, "variant.colour: reference/convolution.py has no such choice; available"),
    ],
)
def test_a_choice_that_there_is_not_is_told(choices: dict[str, Any], said: str) -> None:
    """The sentence names the reference and what is wrong."""
    with pytest.raises(CourseError, match=said):
        reference(**choices)


@pytest.mark.parametrize("choices", VARIANTS)
def test_mistakes_have_words_and_are_none_by_right(choices: dict[str, Any]) -> None:
    """Each has both languages, and none is the right answer of the variant."""
    for name, lookalike in reference(**choices).lookalikes.items():
        for texts in (lookalike.name, lookalike.lesson):
            assert set(texts) == {"ja", "en"}
            assert all(texts.values())
            assert not any("{" in text for text in texts.values()), name
    image, kernel = inputs = made(11, CaseKind.FLOATS, **choices)
    right = reference(**choices).expected(image, kernel)
    for name, lookalike in reference(**choices).lookalikes.items():
        wrong = lookalike.compute(inputs, ())
        assert wrong is None or wrong.shape != right.shape or (wrong != right).any(), name


def test_only_what_keeps_the_size_can_be_excused() -> None:
    """Same in every mode, and a frame of zeros; a flipped kernel never."""
    excused = {key for key, one in reference().lookalikes.items() if one.excusable}
    modes = {f"same-{mode}" for mode in ("zeros", "reflect", "replicate", "circular")}
    assert excused == {*modes, "framed-with-zeros"}
    assert not any(one.excusable for one in reference(padding="same").lookalikes.values())


def test_programs_belong_to_the_plain_form() -> None:
    """They are right for it alone, with its choices written out or not."""
    plain = load_reference(load_course(ROOT), "convolution").programs
    assert reference(padding="valid", stride=1).programs == plain
    assert reference(padding="same").programs == {}
