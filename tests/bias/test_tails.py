"""P-values and incomplete gamma functions agree with scipy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from service.bias.reports import (
    incomplete_gamma,
    two_sided_p_chi_square,
    two_sided_p_normal,
)
from tests.tables import for_each

DEGREES = [1, 2, 3, 9, 81, 2601, 10_000, 511**2]


@given(st.floats(-37, 37))
def test_p_values_of_the_normal_distribution_agree_with_scipy(z: float) -> None:
    p = 2 * stats.norm.sf(abs(z))
    assert two_sided_p_normal(z) == pytest.approx(p, rel=1e-12, abs=0)


@for_each("degrees", DEGREES)
@for_each("z", [-8, -4, -2, -1, -0.1, 0, 0.1, 1, 2, 4, 8, 20])
def test_p_values_of_the_chi_square_distribution_agree_with_scipy(
    degrees: int, z: float
) -> None:
    x = max(degrees + z * (2 * degrees) ** 0.5, 1e-3)
    p = 2 * min(stats.chi2.sf(x, degrees), stats.chi2.cdf(x, degrees))
    result = two_sided_p_chi_square(x, degrees)
    assert result == pytest.approx(p, rel=1e-9, abs=1e-300)


@given(st.floats(0.5, 2_000), st.floats(0, 4_000))
def test_the_incomplete_gamma_functions_agree_with_scipy(a: float, x: float) -> None:
    lower, upper = incomplete_gamma(a, x)
    assert lower == pytest.approx(special.gammainc(a, x), rel=1e-9, abs=1e-300)
    assert upper == pytest.approx(special.gammaincc(a, x), rel=1e-9, abs=1e-300)


@for_each("degrees", DEGREES)
def test_extreme_values_of_chi_square_have_a_p_value_of_zero(degrees: int) -> None:
    assert two_sided_p_chi_square(0, degrees) == 0
    assert two_sided_p_chi_square(1e7, degrees) == 0
