// Contract: if the bytes of a list or a watch are damaged on their way, no error, log or status shows what
// is in the objects, which may be secrets.

#include "world.hpp"

namespace {

// A map whose value is behind a damaged byte, and an undamaged one.
std::string const damaged_map =
    "{\"metadata\":{\"name\":\"b\",\"namespace\":\"shop\"},\"data\":{\"v\":\x01\"c3VwZXItc2VjcmV0\"}}";
std::string const sound_map =
    R"({"metadata":{"name":"a","namespace":"shop","uid":"u","resourceVersion":"5"},"data":{"v":"1"}})";

std::string damaged_answer_to(std::string const& verb)
{
    if (verb == "list")
        return R"({"kind":"ConfigMapList","metadata":{"resourceVersion":"9"},"items":[)" + sound_map + ',' +
               damaged_map + "]}";
    return R"({"type":"ADDED","object":)" + sound_map +
           "}\n"
           R"({"type":"ADDED","object":)" +
           damaged_map + "}\n";
}

} // namespace

TEST_CASE_METHOD(world, "the contents of an object that is damaged on its way are shown nowhere")
{
    auto const verb = GENERATE(as<std::string>(), "list", "watch");
    server.intercept([&](testing::action const& a) -> std::optional<testing::canned_answer> {
        if (a.verb != verb) return std::nullopt;
        return testing::canned_answer{.body = damaged_answer_to(verb)};
    });
    shared_informer<config_map> informer(api, listing());
    background const running(io, informer.run());
    background waiting(io, informer.at_least("18446744073709551615"));
    std::string seen;
    for (int i = 0; i != 60; ++i) {
        time.run_for(10s);
        seen += testing::run(io, time, informer.status()).reflector.last_failure;
    }
    auto const said = log_text.str() + waiting.what() + seen;
    INFO(said);
    CHECK(said.find("at byte ") != said.npos);
    CHECK(said.find("c3Vw") == said.npos);
    server.intercept(nullptr);
}
