// Contract: a server that answers 406 to one form of a list is asked for the next simpler one, until there is
// none.

#include "tapped_network.hpp"
#include "world.hpp"

namespace {

struct refusing_forms : world {
    refusing_forms()
    {
        client_options options;
        options.encoding = encoding::protobuf;
        asking.emplace(env, endpoint{.server = "http://in-memory"}, options,
                       std::make_unique<tapped_dialer>(network.dialer(), said));
        put("a", "1");
    }
    ~refusing_forms() { asking->close(); }

    void refuse_forms(std::size_t times)
    {
        server.inject(
            faults::answer(
                {.status = 406,
                 .body = R"({"kind":"Status","status":"Failure","reason":"NotAcceptable","code":406})"})
                .on("list")
                .times(times));
    }
    /// Returns the forms that were asked for, in order.
    lines accepted() const
    {
        lines found;
        std::istringstream all(said.sent);
        for (std::string line; std::getline(all, line);)
            if (line.starts_with("Accept: ")) found.push_back(line.substr(8, line.find('\r') - 8));
        return found;
    }

    conversation said;
    std::optional<client> asking;
};

std::string const partial_json = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
                  partial_protobuf =
                      "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
                  first_form = partial_protobuf + ',' + partial_json +
                               ",application/vnd.kubernetes.protobuf,application/json",
                  second_form = partial_json + ",application/json";

} // namespace

TEST_CASE_METHOD(refusing_forms, "if protobuf is refused, and then metadata alone, whole objects are listed")
{
    refuse_forms(2);
    auto const all = testing::run(io, time, asking->list<object_metadata>("shop", {}, config_maps));
    REQUIRE(all.objects.size() == 1);
    CHECK(all.objects[0]->metadata.name == "a");
    CHECK(accepted() == lines{first_form, second_form, "application/json"});
}

TEST_CASE_METHOD(refusing_forms, "if every form is refused, the refusal is thrown")
{
    refuse_forms(fault::always);
    try {
        testing::run(io, time, asking->list<object_metadata>("shop", {}, config_maps));
        FAIL("nothing was thrown");
    } catch (api_error const& e) {
        CHECK(e.status().code == 406);
        CHECK(e.verb() + ' ' + e.path() == "list /api/v1/namespaces/shop/configmaps");
    }
    CHECK(accepted() == lines{first_form, second_form, "application/json"});
}
