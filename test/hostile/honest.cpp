#include "attack.hpp"
#include "tls_peer.hpp"

namespace hostile {

namespace {

constexpr std::string_view end_of_list = "1000000";

std::string honest_item(std::string const& version)
{
    return R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"honest","namespace":"shop","uid":"h",)"
           R"("resourceVersion":")" +
           version + "\"}}";
}

// Answers each request on a connection. The connection must end: so it leaves out the parts that an answer
// repeats without end, which only keep a watch alive.
void answer_honestly(tls_peer& peer)
{
    peer.shake_hands();
    for (;;) {
        auto const what = honest({peer.read_request()});
        for (auto const& p : what.pieces)
            if (p.times == 1) peer.write(p.bytes.view());
    }
}

} // namespace

answer honest(question const& asked)
{
    if (!asked.is_watch())
        return {{{json(R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":")" +
                       std::string(end_of_list) + R"("},"items":[)" + honest_item(std::string(end_of_list)) +
                       "]}")}},
                ending::close};
    if (asked.text.find("sendInitialEvents") != std::string::npos)
        return {{{json(R"({"kind":"Status","code":400,"reason":"BadRequest"})", "400 Bad Request")}},
                ending::close};
    auto const bookmark = R"({"type":"BOOKMARK","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":)"
                          R"({"resourceVersion":")" +
                          std::string(end_of_list) + "\"}}}\n";
    auto const added = R"({"type":"ADDED","object":)" + honest_item(std::string(end_of_list)) + "}\n";
    return {{{json_until_close()}, {added}, {bookmark, for_ever, 30s}}, ending::close};
}

tls_script honest_tls()
{
    return {&answer_honestly, {authority().server({"127.0.0.1"})}};
}

coinformer::testing::certificate_authority const& authority()
{
    static coinformer::testing::certificate_authority const trusted("hostile-ca");
    return trusted;
}

} // namespace hostile
