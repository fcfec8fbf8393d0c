"""Calls give what the command gives, to the digit."""

import json
import unittest
import warnings

import adobest
from adobest import _results

from .support import ANSWERS, FEW, PEOPLE, ROOT, by_hand, needs_pandas, pandas


class Calls(unittest.TestCase):
    def setUp(self):
        caught = warnings.catch_warnings()
        caught.__enter__()
        self.addCleanup(caught.__exit__, None, None, None)
        warnings.simplefilter("ignore", adobest.AdobestWarning)

    def assertSame(self, found, expected):
        self.assertEqual({**found.raw, "files": []}, {**expected, "files": []})

    @needs_pandas
    def test_a_frame_gives_the_numbers_of_the_command_on_its_file(self):
        expected = by_hand("estimate", str(PEOPLE), "--column", "job", "--by", "region", "--epsilon", "1", "--draws", "20", "--show", "share(sales)")
        frame = pandas.read_csv(PEOPLE)
        for data in (PEOPLE, frame, frame.to_dict("list"), frame.to_dict("records")):
            self.assertSame(adobest.estimate(data, column="job", by="region", epsilon=1, show=["share(sales)"], **FEW), expected)
        other = adobest.estimate(PEOPLE, column="job", by="region", epsilon=1, show="share(sales)", seed=2, **FEW)
        self.assertNotEqual(other.raw["laws"][0]["estimate"], expected["laws"][0]["estimate"])

    @needs_pandas
    def test_laws_have_one_row_a_cell(self):
        found = adobest.estimate(PEOPLE, columns=["smokes", "overtime"], epsilon=2, **FEW)
        laws = found.laws
        self.assertEqual(len(laws), 2 + 3 + 6)
        row = laws[(laws.about == "smokes:overtime") & (laws.label == "yes") & (laws.label2 == "never")].iloc[0]
        table = found.raw["laws"][2]
        u, v = table["labels"][0].index("yes"), table["labels"][1].index("never")
        self.assertEqual(
            [row["mean"], row["sd"], row["lower"], row["upper"], row["truth"]],
            [table["estimate"][u][v], table["sd"][u][v], table["interval"]["lower"][u][v], table["interval"]["upper"][u][v], table["truth"][u][v]],
        )
        self.assertNotEqual(row["mean"], table["estimate"][1 - u][v])

    def test_queries_and_warnings_are_those_of_the_command(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            found = adobest.estimate(PEOPLE, column="job", epsilon=1, show=["share(sales)", "share(office) - share(sales)"], **FEW)
        queries = found.queries.to_dict("records") if pandas else found.queries
        self.assertEqual([query["query"] for query in queries], ["share(sales)", "share(office) - share(sales)"])
        self.assertEqual(queries[0]["lower"], found.raw["queries"][0]["interval"][0])
        self.assertTrue(found.raw["warnings"])
        self.assertEqual([str(one.message) for one in caught if one.category is adobest.AdobestWarning], found.warnings)

    def test_an_export_of_the_collector_is_decoded(self):
        labels = ["kitchen", "office", "sales", "warehouse"]
        found = adobest.decode(ANSWERS, count_column="count", epsilon=1, labels=labels, **FEW)
        expected = by_hand("decode", str(ANSWERS), "--count-column", "count", "--epsilon", "1", "--draws", "20")
        self.assertEqual(found.raw["estimate"], expected["estimate"])
        self.assertEqual([found.raw["categories"], expected["categories"]], [labels, ["0", "1", "2", "3"]])

    @needs_pandas
    def test_a_regression_has_coefficients_effects_and_predictions(self):
        frame = pandas.read_csv(PEOPLE)
        new = pandas.DataFrame({"age": [20, 60], "region": ["north", "south"]})
        found = adobest.regress("smokes ~ age + (1 | region)", frame, epsilon=2, predict=new, **FEW)
        expected = by_hand("regress", str(PEOPLE), "--formula", "smokes ~ age + (1 | region)", "--epsilon", "2", "--draws", "20")
        self.assertSame(adobest.regress("smokes ~ age + (1 | region)", frame, epsilon=2, **FEW), expected)
        self.assertEqual(list(found.coefficients["mean"]), [one["mean"] for one in expected["coefficients"]])
        self.assertEqual(list(found.effects["name"]), ["age", "age"])
        self.assertEqual(list(found.predictions["row"]), [1, 1, 2, 2])
        self.assertAlmostEqual(sum(found.predictions["mean"]), 2)

    def test_a_survey_says_what_people_hold_and_at_which_level(self):
        questions = {
            "job": {"text": "Job?", "categories": ["kitchen", "office", "sales", "warehouse"]},
            "smokes": {"text": "Smoke?", "categories": ["no", "yes"]},
        }
        survey = {"title": "Work", "epsilon": 2, "questions": questions}
        found = adobest.estimate(PEOPLE, survey=survey, **FEW)
        self.assertEqual((len(found.laws), found.raw["epsilon"]), (4 + 2 + 8, 2))
        with adobest.Collection(survey=survey, progress=False) as c, adobest.Respondent(survey=survey, progress=False) as people:
            asked = c.request()
            response = people.respond(asked["request"], {"job": "sales", "smokes": "no"})
            self.assertEqual(c.observe(response, asked["id"]), {"answers": 1})

    def test_plans_and_comparisons(self):
        plan = adobest.power(truth=[0.5, 0.3, 0.2], people=5000, goal="share(0) > share(1) by .01", progress=False)
        self.assertEqual(plan.raw, by_hand("power", "--truth", "[0.5,0.3,0.2]", "--people", "5000", "--goal", "share(0) > share(1) by .01"))
        self.assertIn(plan.statement, plan._repr_html_())
        found = adobest.compare(categories=4, users=200, epsilon=[0.5, 1], runs=2, strategies=["srr", "subset-selection"], progress=False)
        self.assertEqual(len(found.results), 4)
        self.assertEqual(len(found.differences), 2)

    def test_draws_are_kept_if_they_are_asked_for(self):
        found = adobest.estimate(PEOPLE, column="job", epsilon=1, draws=20, progress=False)
        theta = found.draws["posterior"]["theta"]
        self.assertEqual([len(theta), len(theta[0]), len(theta[0][0])], [4, 20, 4])
        mean = sum(draw[0] for chain in theta for draw in chain) / 80
        self.assertAlmostEqual(mean, found.raw["estimate"][0], 10)
        try:
            import arviz  # noqa: F401
        except ImportError:
            return
        self.assertEqual(dict(found.to_arviz().posterior.sizes), {"chain": 4, "draw": 20, "category": 4})

    def test_without_draws_there_is_nothing_for_arviz(self):
        with self.assertRaisesRegex(ValueError, "draws=True"):
            adobest.estimate(PEOPLE, column="job", epsilon=1, progress=False, budget=0.1).to_arviz()

    @needs_pandas
    def test_missing_values_ordered_and_whole_columns_keep_their_meaning(self):
        frame = pandas.read_csv(PEOPLE)
        frame["code"] = (frame.age % 3).where(frame.age > 20)
        frame["overtime"] = pandas.Categorical(frame.overtime, ["never", "rarely", "often"], ordered=True)
        coded = adobest.estimate(frame, column="code", epsilon=1, **FEW)
        self.assertEqual(coded.raw["categories"], ["0", "1", "2"])
        self.assertEqual(coded.raw["dropped"], int((frame.age <= 20).sum()))
        scale = adobest.estimate(frame, column="overtime", epsilon=1, **FEW)
        self.assertEqual(scale.raw["laws"][0]["labels"], ["never", "rarely", "often"])

    def test_results_are_shown(self):
        found = adobest.Estimate({"users": 3, "auditedEpsilon": 1, "categories": ["<b>", "c"], "estimate": [0.25, 0.75], "sd": [0.1, 0.1], "interval": {"lower": [0, 0.5], "upper": [0.5, 1]}, "warnings": ["few & rough"]})
        self.assertIn("&lt;b&gt;", found._repr_html_())
        self.assertNotIn("<b>", found._repr_html_())
        self.assertIn("few &amp; rough", found._repr_html_())
        self.assertIn("warning: few & rough", repr(found))

    def test_without_pandas_tables_are_lists_of_dictionaries(self):
        import sys
        from unittest import mock

        with mock.patch.dict(sys.modules, {"pandas": None}):
            self.assertEqual(_results.table([{"a": 1}]), [{"a": 1}])

    def test_the_version_is_that_of_the_command(self):
        package = json.loads((ROOT / "package.json").read_text())
        self.assertEqual(adobest.__version__, package["version"])
        self.assertIn(f'version = "{package["version"]}"', (ROOT / "clients/python/pyproject.toml").read_text())


if __name__ == "__main__":
    unittest.main()
