"""Arguments as they are typed."""

import unittest

from adobest._data import Workspace


class Words(unittest.TestCase):
    def words(self, **options):
        with Workspace() as place:
            return place.words(options)

    def test_every_option_has_the_name_of_the_command(self):
        for options, words in [
            ({"sort_by": "Sales"}, ["--sort-by=Sales"]),
            ({"from_": -5, "to": 1.5, "bins": None}, ["--from=-5", "--to=1.5"]),
            ({"json": True, "trim": False, "header": False, "count_column": False}, ["--json", "--no-header", "--no-count-column"]),
            ({"show": ["mean(a, b)", "median"]}, ["--show=mean(a, b)", "--show=median"]),
            ({"columns": ["a", "b, c", 'd"e']}, ['--columns=a,"b, c","d""e"']),
            ({"epsilon": [0.5, 1]}, ["--epsilon=0.5,1"]),
            ({"shares": {"north": 0.4, "south": 0.6}}, ["--shares=north=0.4,south=0.6"]),
            ({"request": {"mechanism": "srr"}}, ['--request={"mechanism": "srr"}']),
            ({"truth": [0.5, 0.5]}, ["--truth=[0.5, 0.5]"]),
        ]:
            with self.subTest(options):
                self.assertEqual(self.words(**options), words)

    def test_what_is_no_table_is_refused(self):
        with Workspace() as place:
            for data, message in [(3, "got int"), ([1, 2], "list of mappings"), ({"a": [1], "b": []}, "one length; got 1, 0")]:
                with self.subTest(data), self.assertRaisesRegex((TypeError, ValueError), message):
                    place.file(data, "data")
