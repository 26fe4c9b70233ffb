#include <coinformer/controller/predicates.hpp>

#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/projection.hpp>

#include <boost/describe.hpp>

#include <map>
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

/// A projection whose labels and annotations are maps of the standard library.
struct metadata_of_maps {
    std::map<std::string, std::string> labels, annotations;
};
BOOST_DESCRIBE_STRUCT(metadata_of_maps, (), (labels, annotations))
struct labelled {
    metadata_of_maps metadata;
};
BOOST_DESCRIBE_STRUCT(labelled, (), (metadata))

object_ptr<labelled> labelled_state(std::string const& label, std::string const& annotation)
{
    return decode_object<labelled>(R"({"metadata":{"name":"a","namespace":"shop","uid":"u","labels":{"l":")" +
                                   label + R"("},"annotations":{"a":")" + annotation + R"("}}})");
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

TEST_CASE("changed::labels and changed::annotations compare the entries of maps")
{
    auto const update = [](object_ptr<labelled> const& old, object_ptr<labelled> const& cur) {
        return event<labelled>{.kind = event_kind::updated, .old = old, .cur = cur};
    };
    auto const one = labelled_state("1", "1");
    auto const same = update(one, labelled_state("1", "1"));
    CHECK_FALSE(changed::labels(same));
    CHECK_FALSE(changed::annotations(same));
    auto const with_other_label = update(one, labelled_state("2", "1"));
    CHECK(changed::labels(with_other_label));
    CHECK_FALSE(changed::annotations(with_other_label));
    auto const with_other_annotation = update(one, labelled_state("1", "2"));
    CHECK_FALSE(changed::labels(with_other_annotation));
    CHECK(changed::annotations(with_other_annotation));
}
