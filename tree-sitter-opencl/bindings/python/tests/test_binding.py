from unittest import TestCase

from tree_sitter import Language, Parser, Query
import tree_sitter_opencl_c


class TestLanguage(TestCase):
    def setUp(self):
        self.language = Language(tree_sitter_opencl_c.language())

    def test_can_load_grammar(self):
        tree = Parser(self.language).parse(b"kernel void f(global float4 *a) { *a = (float4)(1); }")
        self.assertFalse(tree.root_node.has_error)

    def test_can_load_queries(self):
        for name in ["HIGHLIGHTS_QUERY", "INJECTIONS_QUERY", "LOCALS_QUERY", "TAGS_QUERY"]:
            text = getattr(tree_sitter_opencl_c, name)
            self.assertTrue(text, name)
            Query(self.language, text)
