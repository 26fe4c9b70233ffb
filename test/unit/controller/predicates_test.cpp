#include <coinformer/controller/predicates.hpp>

#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/projection.hpp>

#include <boost/describe.hpp>

#include <string>

#include "catch.hpp"

using namespace coinformer;

namespace {

struct metrics {
    object_meta metadata;
    int usage = 0;
};
BOOST_DESCRIBE_STRUCT(metrics, (), (metadata, usage))

object_ptr<metrics> state(std::string const& version, int usage)
{
    auto const known = version.empty() ? "" : R"(,"resourceVersion":")" + version + '"';
    return decode_object<metrics>(R"({"metadata":{"name":"a","namespace":"shop","uid":"u")" + known +
                                  R"(},"usage":)" + std::to_string(usage) + "}");
}

bool accepts(object_ptr<metrics> const& old, object_ptr<metrics> const& cur)
{
    return changed::resource_version(event<metrics>{.kind = event_kind::updated, .old = old, .cur = cur});
}

} // namespace

TEST_CASE("changed::resource_version accepts another state of an object, and no resync")
{
    auto const one = state("1", 5), two = state("2", 6);
    CHECK(accepts(one, two));
    CHECK_FALSE(accepts(two, two));
    CHECK_FALSE(accepts(two, state("2", 6)));
}

TEST_CASE(
    "changed::resource_version accepts changes of objects without versions, such as those of metrics.k8s.io")
{
    auto const one = state("", 5), two = state("", 6);
    CHECK(accepts(one, two));
    CHECK_FALSE(accepts(two, two));
    CHECK(accepts(one, state("1", 5)));
}
