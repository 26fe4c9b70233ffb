"""Checks that check_includes.py finds forbidden includes, and accepts allowed ones."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "scripts"))
sys.dont_write_bytecode = True
import check_includes  # noqa: E402


def findings(path, include):
    return [message for _, message in check_includes.check(path, f"#pragma once\n#include {include}\n")]


class CheckIncludes(unittest.TestCase):
    def test_arrows_point_one_way(self):
        for path, include in [
            ("include/coinformer/core/a.hpp", "<coinformer/transport/http.hpp>"),
            ("lib/transport/a.cpp", "<coinformer/api/resource.hpp>"),
            ("lib/transport/a.cpp", '"api/stream/status.hpp"'),
            ("lib/api/a.cpp", '"../cache/store.hpp"'),
            ("lib/cache/a.cpp", "<coinformer/testing/virtual_clock.hpp>"),
            ("lib/testing/a.cpp", "<coinformer/prometheus/collector.hpp>"),
            ("lib/prometheus/a.cpp", "<coinformer/api/client.hpp>"),
            ("lib/core/a.cpp", "<prometheus/registry.h>"),
        ]:
            self.assertEqual(len(findings(path, include)), 1, (path, include))

    def test_arrows_between_folders_of_a_room_point_one_way(self):
        for path, include in [
            ("lib/api/json/a.cpp", '"api/stream/status.hpp"'),
            ("lib/api/object/a.cpp", '"api/json/scanner.hpp"'),
            ("lib/transport/stream/a.cpp", '"transport/http/connection.hpp"'),
            ("lib/cache/handlers/a.cpp", '"cache/reflector/recovery.hpp"'),
            ("lib/cache/store/a.cpp", '"cache/informer_core.hpp"'),
            ("lib/testing/store/a.cpp", '"testing/http/fault.hpp"'),
            ("lib/cache/other/a.cpp", '"cache/store/store.hpp"'),
        ]:
            self.assertEqual(len(findings(path, include)), 1, (path, include))
        for path, include in [
            ("lib/api/json/a.cpp", '"api/json/scanner.hpp"'),
            ("lib/api/client/a.cpp", '"api/object/schema.hpp"'),
            ("lib/cache/a.cpp", '"cache/handlers/handler.hpp"'),
            ("lib/cache/a.cpp", '"cache/b.hpp"'),
            ("lib/cache/handlers/a.cpp", '"cache/store/store.hpp"'),
            ("lib/cache/handlers/a.cpp", "<coinformer/cache/snapshot.hpp>"),
            ("test/unit/cache/a_test.cpp", '"cache/store/store.hpp"'),
        ]:
            self.assertEqual(findings(path, include), [], (path, include))

    def test_a_header_includes_the_standard_headers_that_it_needs(self):
        def messages(path, text):
            return [message for _, message in check_includes.check(path, text)]

        needs = "std::shared_ptr<int> p;\n"
        self.assertEqual(messages("lib/core/a.hpp", needs), ["this header needs #include <memory>"])
        self.assertEqual(messages("include/coinformer/core/a.hpp", "std::string_view s;\nint i;\n"),
                         ["this header needs #include <string_view>"])
        self.assertEqual(messages("lib/core/a.hpp", "#include <memory>\n" + needs), [])
        self.assertEqual(messages("lib/core/a.hpp", "int i; // a std::shared_ptr<int>\n"), [])
        self.assertEqual(messages("lib/core/a.cpp", needs), [])

    def test_private_names_are_in_detail(self):
        def messages(path, namespace):
            return [message for _, message in check_includes.check(path, f"namespace {namespace} {{\n")]

        self.assertEqual(len(messages("lib/core/a.hpp", "coinformer")), 1)
        self.assertEqual(len(messages("lib/testing/http/a.hpp", "coinformer::testing")), 1)
        self.assertEqual(messages("lib/core/a.hpp", "coinformer::detail"), [])
        self.assertEqual(messages("lib/core/a.cpp", "coinformer"), [])
        self.assertEqual(messages("include/coinformer/core/a.hpp", "coinformer"), [])

    def test_to_the_right_is_allowed(self):
        for path, include in [
            ("lib/core/a.cpp", "<coinformer/core/error.hpp>"),
            ("lib/cache/a.cpp", '"store.hpp"'),
            ("lib/cache/a.cpp", '"core/b.hpp"'),
            ("lib/controller/a.cpp", "<coinformer/transport/http.hpp>"),
            ("lib/testing/a.cpp", "<coinformer/cache/snapshot.hpp>"),
            ("lib/testing/a.cpp", "<boost/beast/http.hpp>"),
            ("test/unit/core/a_test.cpp", "<coinformer/testing/run.hpp>"),
            ("lib/transport/http/http1_codec.cpp", "<boost/beast/http/parser.hpp>"),
            ("samples/08_http_lister.cpp", "<boost/beast.hpp>"),
        ]:
            self.assertEqual(findings(path, include), [], (path, include))

    def test_heavy_headers_stay_out_of_public_ones(self):
        for include in ["<boost/asio.hpp>", "<boost/asio/ssl.hpp>", "<boost/json.hpp>", "<boost/json/value.hpp>",
                        "<yaml-cpp/yaml.h>", "<openssl/ssl.h>"]:
            self.assertEqual(len(findings("include/coinformer/api/a.hpp", include)), 1, include)
            self.assertEqual(findings("lib/api/a.cpp", include), [], include)
        for include in ["<boost/asio/awaitable.hpp>", "<boost/json/fwd.hpp>", "<boost/describe.hpp>"]:
            self.assertEqual(findings("include/coinformer/api/a.hpp", include), [], include)

    def test_beast_has_one_home(self):
        for path in ["lib/transport/http/http1_codec.hpp", "lib/api/a.cpp", "samples/a.cpp", "test/unit/api/a_test.cpp"]:
            self.assertEqual(len(findings(path, "<boost/beast/http.hpp>")), 1, path)


if __name__ == "__main__":
    unittest.main()
