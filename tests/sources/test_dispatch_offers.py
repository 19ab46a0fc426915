"""What heuristics offer: the tiles that are certainly among the candidates wherever there are any."""

import re
from pathlib import Path

import pytest
from dispatched import CONFIGS, RUNNER, Parts, dispatch, found, names, offered

TILE = {"A": "64x64x64", "B": "64x128x64", "C": "128x64x64", "D": "128x128x64"}


def spelled(heuristic: str) -> str:
    """A heuristic in which A to D stand for tiles; what is in `tiles` behind it, it lists."""
    if "tiles" in heuristic and "found" not in heuristic:
        heuristic += (
            " std::vector<Config> found; for (auto tile : tiles) { found.push_back(Config{tile}); } return found;"
        )
    return re.sub(r"\b[A-D]\b", lambda match: f"Tile::Shape{TILE[match[0]]}", heuristic)


def tiles(letters: str) -> list[str]:
    return sorted(TILE[letter] for letter in letters)


@pytest.mark.parametrize(
    ("heuristic", "certain"),
    [
        ("return {Config{A}, Config{B}};", "AB"),
        ("std::vector<Config> found{Config{A}}; return found;", "A"),
        ("std::vector<Config> found; found.emplace_back(Config{A}); return found;", "A"),
        ("std::vector<Config> found; Config one; one.tile = A; found.push_back(one); return found;", "A"),
        ("std::vector<Tile> tiles{A}; tiles.push_back(B);", "AB"),
        ("Tile const tiles[] = {A, B};", "AB"),
        ("static constexpr Tile tiles[] = {A, B};", "AB"),
        ("std::vector<Tile> tiles; tiles = {A}; tiles = {B};", "B"),
        ("std::vector<Tile> tiles{A}; tiles.clear(); tiles.push_back(B);", "B"),
        ("std::vector<Tile> more{B}, tiles{A}; tiles.insert(tiles.end(), more.begin(), more.end());", "AB"),
        ("std::vector<Tile> const all{A, B}; std::vector<Tile> tiles; tiles.push_back(all[1]);", "B"),
        (
            "std::vector<Tile> tiles; for (auto const& [tile, n] : {std::make_pair(A, 1)}) { tiles.push_back(tile); }",
            "A",
        ),
        ("auto add = [&](Tile tile) { return Config{tile}; }; return {add(A)};", "A"),
        ("Tile tile = A; auto add = [tile] { return Config{tile}; }; tile = B; return {add()};", "A"),
        ("Tile tile = A; auto add = [&] { return Config{tile}; }; tile = B; return {add()};", "B"),
    ],
)
def test_candidates_are_listed_in_many_ways(tmp_path: Path, heuristic: str, certain: str) -> None:
    assert offered(tmp_path, spelled(heuristic)) == tiles(certain)


@pytest.mark.parametrize(
    ("heuristic", "certain"),
    [
        ("if (sm < 120) { return {}; } return {Config{A}};", "A"),
        ("if (sm >= 90 && sm < 100) { return {Config{B}}; } return {Config{A}};", "A"),
        ("switch (sm) { case 90: return {Config{B}}; case 120: return {Config{A}}; default: return {}; }", "A"),
        ("return {Config{sm == 120 ? A : B}};", "A"),
        ("if (flags & Config::FP4) { return {Config{B}}; } return {Config{A}};", "A"),
        ("if (!(flags & Config::BOTH)) return {Config{A}}; else return {Config{B}};", "A"),
        ("std::vector<Tile> tiles{A}; if (flags == Config::FP4) tiles.push_back(B);", "A"),
        (
            "std::vector<Tile> tiles; for (int i = 0; i < 4; ++i) { if (i == 2) break; tiles.push_back(i ? A : B); }",
            "AB",
        ),
    ],
)
def test_conditions_that_are_known_choose(tmp_path: Path, heuristic: str, certain: str) -> None:
    assert offered(tmp_path, spelled(heuristic)) == tiles(certain)


@pytest.mark.parametrize(
    ("heuristic", "certain"),
    [
        ("std::vector<Tile> tiles{A}; if (asked()) { tiles.push_back(B); }", "A"),
        ("std::vector<Tile> tiles{A}; if (asked()) tiles = {A, B}; else tiles = {C, A};", "A"),
        ("if (asked()) { return {Config{A}, Config{B}}; } return {Config{B}};", "B"),
        ("return {Config{asked() ? A : B}};", ""),
        (
            "std::vector<Tile> tiles{A}; switch (asked()) { case 1: tiles.push_back(B); break; case 2: tiles = {A}; }",
            "A",
        ),
        ("auto tile = A; switch (asked()) { case 1: tile = B; } return {Config{tile}, Config{C}};", "C"),
        # An empty list is none that a tile could be missing from.
        ("if (asked()) { return {}; } return {Config{A}};", "A"),
        ("if (asked()) { throw 1; } return {Config{A}};", "A"),
    ],
)
def test_conditions_that_are_not_known_leave_what_all_branches_agree_on(
    tmp_path: Path, heuristic: str, certain: str
) -> None:
    assert offered(tmp_path, spelled(heuristic)) == tiles(certain)


@pytest.mark.parametrize(
    "heuristic",
    [
        "std::vector<Tile> tiles{A}; while (asked()) { tiles.push_back(B); }",
        "std::vector<Tile> tiles{A}; for (int i = 0; i < asked(); ++i) { tiles.push_back(B); }",
        "std::vector<Tile> tiles{A}; for (int i = 0; i >= 0; ++i) { tiles.push_back(B); }",
        "std::vector<Tile> tiles{A}; goto end; end:",
        "std::vector<Tile> tiles{A, B}; tiles.pop_back();",
        "std::vector<Tile> tiles{A}; tiles[0] = B;",
        "std::vector<Tile> tiles{A}; for (auto& tile : tiles) { tile = B; }",
    ],
)
def test_nothing_is_said_of_a_heuristic_that_is_not_followed(tmp_path: Path, heuristic: str) -> None:
    assert offered(tmp_path, spelled(heuristic)) == []


@pytest.mark.parametrize(
    "heuristic",
    [
        "std::vector<Tile> tiles{A}; change(tiles);",
        "std::vector<Tile> tiles{A}; for (auto& tile : tiles) { choose(tile); }",
        "std::vector<Tile> tiles{A}; std::for_each(tiles.begin(), tiles.end(), [](auto& tile) { tile = B; });",
        "std::vector<Tile> tiles{A}; std::replace(tiles.begin(), tiles.end(), A, B);",
        "std::vector<Tile> tiles{A}; run([&] { tiles.clear(); });",
        "Tile tile = A; choose(tile); return {Config{tile}};",
        "Tile tile = A; auto& other = tile; other = B; return {Config{tile}};",
        "Tile tile = A; auto* other = &tile; *other = B; return {Config{tile}};",
        "Config one{A}; one.change(); return {one};",
        "Tile tile = A; if ((tile = B) == asked()) { return {}; } return {Config{tile}};",
        "Tile const all[] = {A, B}; int i = 0; use(i++); return {Config{all[i]}};",
        "std::vector<Tile> tiles{A}; use(tiles = {B});",
        "Config one{A}; auto change = [](Config& it) { it.tile = B; }; change(one); return {one};",
    ],
)
def test_what_something_else_may_have_changed_is_not_certain(tmp_path: Path, heuristic: str) -> None:
    assert offered(tmp_path, spelled(heuristic)) == []


def test_what_a_predicate_takes_out_is_not_offered(tmp_path: Path) -> None:
    heuristic = spelled(
        "std::vector<Tile> tiles{A, B, C, D}; bool const fp4 = flags & Config::FP4; auto goes = [fp4](Tile tile) {"
        " switch (tile) { case B: return true; case C: case D: return fp4; default: return false; } };"
        " tiles.erase(std::remove_if(tiles.begin(), tiles.end(), goes), tiles.end());"
    )
    assert offered(tmp_path, heuristic, runner="half_t") == tiles("ACD")
    assert offered(tmp_path, heuristic, runner="float_e2m1_t") == tiles("A")


def test_what_a_predicate_that_is_not_known_may_take_out_is_not_certain(tmp_path: Path) -> None:
    heuristic = (
        "std::vector<Tile> tiles{A, B}; auto goes = [](Tile tile) { return tile == B && asked(); };"
        " tiles.erase(std::remove_if(tiles.begin(), tiles.end(), goes), tiles.end());"
    )
    assert offered(tmp_path, spelled(heuristic)) == tiles("A")


def test_copies_with_another_member_stand_beside_what_they_were_made_from(tmp_path: Path) -> None:
    heuristic = (
        "std::vector<Config> found{Config{A}}; auto swapped = found; std::transform(swapped.begin(), swapped.end(),"
        " std::back_inserter(found), [](auto& one) { one.tile = B; return one; }); return found;"
    )
    assert offered(tmp_path, spelled(heuristic)) == tiles("AB")


@pytest.mark.parametrize(
    ("condition", "defines", "certain"),
    [
        ("#ifdef FAST_BUILD", (), "B"),
        ("#ifdef FAST_BUILD", ("FAST_BUILD",), "A"),
        ("#ifdef FAST_BUILD", ("FAST_BUILD=1",), "A"),
        ("#ifndef FAST_BUILD", (), "A"),
        ("#if defined(FAST_BUILD) && !defined(ENABLE_MORE)", ("FAST_BUILD",), "A"),
        ("#if defined FAST_BUILD || 1", (), "A"),
        ("#if 0", (), "B"),
        # What such a macro is defined as is not read, nor what headers of libraries define.
        ("#if FAST_BUILD > 1", ("FAST_BUILD=2",), ""),
        ("#if CUDA_VERSION >= 12080", (), ""),
    ],
)
def test_conditions_of_the_preprocessor(tmp_path: Path, condition: str, defines: tuple[str, ...], certain: str) -> None:
    heuristic = f"\n{condition}\n  return {{Config{{A}}}};\n#else\n  return {{Config{{B}}}};\n#endif"
    assert offered(tmp_path, spelled(heuristic), defines=defines) == tiles(certain)


def test_a_macro_that_the_code_defines_itself_is_in_doubt(tmp_path: Path) -> None:
    heuristic = spelled("\n#ifdef CHOSEN\n  return {Config{A}};\n#else\n  return {Config{B}};\n#endif")
    assert offered(tmp_path, heuristic, more="#define CHOSEN") == []
    assert offered(tmp_path, heuristic) == tiles("B")


def test_the_place_of_an_offer_is_where_the_heuristic_names_the_tile(tmp_path: Path) -> None:
    heuristic = spelled("  std::vector<Tile> tiles = {\n      A,\n      B};\n")
    places = {offer.tile: offer.location for offer in found(tmp_path, Parts(heuristic)).offers}
    lines = (tmp_path / "heuristic.cpp").read_text().splitlines()
    assert len(places) == 2
    for tile, place in places.items():
        assert place.file == str(tmp_path / "heuristic.cpp")
        assert lines[place.line - 1][place.column - 1 :].startswith(tile)


def test_constants_and_other_members_of_the_class_are_followed(tmp_path: Path) -> None:
    runner = RUNNER.replace(
        "cutlass::sizeof_bits<T>::value == 4 ? Config::FP4 : Config::NONE);\n  }",
        "flags());\n  }\n"
        "  static constexpr bool is_fp4 = cutlass::sizeof_bits<T>::value == 4;\n"
        "  static Config::Flags flags() { return is_fp4 ? Config::FP4 : Config::NONE; }",
    )
    heuristic = spelled("if (flags & Config::FP4) return {Config{B}}; return {Config{A}};")
    assert offered(tmp_path, heuristic, runner="half_t", code=runner) == tiles("A")
    assert offered(tmp_path, heuristic, runner="float_e2m1_t", code=runner) == tiles("B")


def test_each_device_of_a_module_has_its_own_offers(tmp_path: Path) -> None:
    parts = Parts(spelled("return {Config{sm == 120 ? A : B}};"), devices=("120", "90"))
    offers = found(tmp_path, parts).offers
    assert {(offer.device, *names([offer])) for offer in offers} == {("120", TILE["A"]), ("90", TILE["B"])}


def test_an_alias_with_several_meanings_is_told_by_its_name(tmp_path: Path) -> None:
    aliases = "#if CUDA_VERSION > 12000\nusing E = cutlass::float_e2m1_t;\n#else\nusing E = cutlass::half_t;\n#endif\n"
    heuristic = spelled("if (flags & Config::FP4) return {Config{B}, Config{C}}; return {Config{A}, Config{C}};")
    offers = found(tmp_path, Parts(heuristic, configs=CONFIGS + aliases, types=("E",))).offers
    assert {(offer.runner, *names([offer])) for offer in offers} == {("Runner<E>", TILE["C"])}


@pytest.mark.parametrize(
    "heuristic",
    [
        "return " + "(" * 5000 + "Config{}" + ")" * 5000 + ";",
        "if (asked()) {" * 2000 + "}" * 2000,
        "\n".join(f"if (asked({number})) {{ return {{}}; }}" for number in range(4000)),
    ],
)
def test_code_that_nobody_writes_breaks_nothing(tmp_path: Path, heuristic: str) -> None:
    read = dispatch(tmp_path, Parts(heuristic))
    assert read is None or read.offers == ()


def test_macros_that_lead_to_ever_more_others_are_given_up(tmp_path: Path) -> None:
    macros = "#define M0()\n" + "".join(f"#define M{level + 1}() {f'M{level}() ' * 10}\n" for level in range(8))
    read = dispatch(tmp_path, Parts(spelled("M8() return {Config{A}};"), more=macros))
    assert read is None or read.offers == ()
