// The kind of a bookmark is compared with the one that the program says. The log has no credentials of the
// request, even if the server repeats them there.

#include "no_limit.hpp"
#include "proto_encoder.hpp"

#include "api/stream/json_watch_decoder.hpp"
#include "api/stream/kind_check.hpp"
#include "api/stream/proto_watch_decoder.hpp"

#include <coinformer/api/object_meta.hpp>

#include "catch.hpp"

#include <memory>
#include <sstream>

using namespace coinformer;
using namespace coinformer::detail;
namespace pb = test::pb;

namespace {

struct kind_checked {
    object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(kind_checked, (), (metadata))

// Returns what a watch logs about these bytes, which are a bookmark.
std::string logged_of(std::unique_ptr<watch_decoder> decoder, std::string const& bookmark)
{
    std::ostringstream out;
    stream_log log(out);
    kind_check check("/api/v1/pods", "Pod", log);
    decoder->check_kind(check);
    decoder->hide(credential_mask(secret("hunter2secret")));
    decoder->feed(bookmark);
    CHECK(decoder->next() == watch_decoder::step::bookmark);
    decoder.reset();
    return out.str();
}

std::string logged_of_json(std::string const& kind)
{
    return logged_of(std::make_unique<json_watch_decoder>(object_type_of<kind_checked>(), no_limit),
                     R"({"type":"BOOKMARK","object":{"kind":")" + kind +
                         R"(","metadata":{"resourceVersion":"7"}}})");
}

std::string logged_of_protobuf(std::string const& kind)
{
    std::string reason;
    auto const& type = object_type_of<kind_checked>();
    auto const* const fields = proto_schema::find(*type.fields, {"v1", "Pod"}, reason);
    REQUIRE(fields);
    return logged_of(std::make_unique<proto_watch_decoder>(type, *fields, no_limit),
                     pb::event("BOOKMARK", pb::envelope("v1", kind, pb::bytes(1, pb::bytes(6, "7")))));
}

} // namespace

TEST_CASE("a bookmark of another kind is a warning, which shows the kind without credentials and in part")
{
    for (auto const logged : {logged_of_json, logged_of_protobuf}) {
        CHECK(logged("Pod").empty());
        CHECK(logged("Node").ends_with(" collection=/api/v1/pods kind=Pod received=Node\n"));
        CHECK(logged("my-hunter2secret").ends_with(" received=my-***\n"));
        CHECK(logged(std::string(95, 'K') + "hunter2secret")
                  .ends_with(" received=" + std::string(95, 'K') + "***\n"));
        CHECK(logged(std::string(101, 'K')).ends_with(" received=" + std::string(100, 'K') + "\n"));
    }
}
