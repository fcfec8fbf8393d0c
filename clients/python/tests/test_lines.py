"""Live collections, line by line."""

import tempfile
import unittest
from pathlib import Path

import adobest


class Lines(unittest.TestCase):
    def test_a_collection_is_asked_answered_and_continued(self):
        with tempfile.TemporaryDirectory() as folder:
            state = Path(folder) / "live.json"
            options = {"categories": 3, "epsilon": 2, "strategy": "srr", "draws": 20, "state": state, "progress": False}
            with adobest.Collection(**options) as c, adobest.Respondent(categories=3, epsilon=2, progress=False) as people:
                for person in range(30):
                    asked = c.request()
                    response = people.respond(asked["request"], 0 if person < 25 else 1)
                    self.assertEqual(c.observe(response, asked["id"], key=f"person {person}")["answers"], person + 1)
                self.assertTrue(c.observe(0, asked["id"], key="person 0")["repeated"])
                mean = c.estimate()["mean"]
                self.assertEqual(max(mean), mean[0])
                self.assertEqual(c.changes()["changes"], [])
            with adobest.Collection(**options) as c:
                self.assertEqual(c.status(), {"answers": 30})

    def test_answers_have_design_weights(self):
        with adobest.Collection(categories=3, epsilon=2, strategy="srr", weighted=True, draws=20, progress=False) as c:
            asked = c.request()
            c.observe(0, asked["id"], weight=3)
            c.observe(1, asked["id"])
            self.assertEqual(c.estimate()["effective"], 1.6)

    def test_groups_name_whom_is_asked(self):
        with adobest.Collection(categories=3, epsilon=1, by=["north", "south"], draws=20, progress=False) as c:
            asked = c.request("north")
            c.observe([0], asked["id"], group="north") if asked["request"]["mechanism"] != "srr" else c.observe(0, asked["id"], group="north")
            with self.assertRaisesRegex(adobest.UsageError, "group must be one of the groups"):
                c.request("east")

    def test_the_same_seed_gives_the_same_answers_and_no_request_above_epsilon_is_answered(self):
        request = {"mechanism": "srr", "categories": 3, "epsilon": 1}
        said = []
        for seed in (1, 1, 2):
            with adobest.Respondent(categories=3, epsilon=1, seed=seed, progress=False) as people:
                said.append([people.respond(request, i % 3) for i in range(40)])
        self.assertEqual(said[0], said[1])
        self.assertNotEqual(said[0], said[2])
        with adobest.Respondent(categories=3, epsilon=0.5, progress=False) as people:
            with self.assertRaisesRegex(adobest.UsageError, "epsilon") as caught:
                people.respond(request, 2)
        self.assertNotIn("held", str(caught.exception))

    def test_a_refused_option_is_an_error_at_the_first_line(self):
        with self.assertRaisesRegex(adobest.UsageError, "epsilon must be a number above 0"):
            with adobest.Collection(categories=3, epsilon=-1, progress=False) as c:
                c.status()
