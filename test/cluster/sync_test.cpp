// Tests against a real kube-apiserver: ten thousand objects, streamed and in pages, over TLS, for each sort
// of user.

#include "cluster.hpp"

TEST_CASE_METHOD(
    cluster, "10,000 ConfigMaps are streamed, with a token, and listed in pages, with a client certificate")
{
    client admin(env, at("kubeconfig"));
    auto const ns = fresh_namespace(admin, "sync");
    constexpr int count = 10'000;
    testing::run(io, create_many(admin, ns, count, "1"));

    for (auto const& [user, fetch] :
         {std::pair("kubeconfig", fetch_mode::stream), std::pair("kubeconfig-cert", fetch_mode::list)}) {
        INFO(user);
        client api(env, at(user));
        informer_options options;
        options.namespaces = {ns};
        options.fetch = fetch;
        shared_informer<config_map> informer(api, options);
        std::size_t added = 0, initial = 0, others = 0;
        informer.on_change({
            .added =
                [&](config_map const&, initial_list i) {
                    ++added;
                    initial += i == initial_list::yes;
                },
            .updated = [&](config_map const&, config_map const&) { ++others; },
            .deleted = [&](config_map const&) { ++others; },
        });
        running work(*this, informer.run());
        testing::run(io, with_timeout(system_time(), 60s, informer.synced()));

        // A controller would add kube-root-ca.crt, but none runs here.
        CHECK(informer.snapshot().size() == count);
        CHECK(added == count);
        CHECK(initial == count);
        CHECK(others == 0);
        auto const status = get(informer.status());
        CHECK(status.reflector.lists == (fetch == fetch_mode::list ? 1 : 0));
        CHECK(status.reflector.streams == (fetch == fetch_mode::list ? 0 : 1));
        CHECK(status.reflector.why_not_streamed.empty());
        CHECK(status.reflector.faults == 0);

        auto const name = std::string("news-") + (user[10] ? "cert" : "token");
        get(admin.create(config_maps, ns, R"({"metadata":{"name":")" + name + R"("},"data":{"v":"2"}})"));
        CHECK(until([&] { return informer.lister().get(ns, name); }));
        get(admin.remove(config_maps, ns, name));
        CHECK(until([&] { return !informer.lister().get(ns, name); }));
        CHECK(initial == count);
        CHECK(added == count + 1);
    }
}

TEST_CASE_METHOD(
    cluster, "a wrong token is unauthorized, and a user without rights is forbidden, in the server's words")
{
    auto wrong = at("kubeconfig");
    wrong.user = {.token = secret("not-the-token")};
    for (auto const& [server, expected] : {std::pair(wrong, condition::unauthorized),
                                           std::pair(at("kubeconfig-nobody"), condition::forbidden)}) {
        client api(env, server);
        shared_informer<config_map> informer(api);
        running work(*this, informer.run());
        std::exception_ptr failure;
        try {
            testing::run(io, with_timeout(system_time(), 20s, informer.synced()));
        } catch (...) {
            failure = std::current_exception();
        }
        INFO(what(failure));
        try {
            REQUIRE(failure);
            std::rethrow_exception(failure);
        } catch (api_error const& e) {
            CHECK(e.code() == expected);
            CHECK(e.path() == "/api/v1/configmaps");
            CHECK(e.status().code == (expected == condition::forbidden ? 403 : 401));
            CHECK(std::string(e.what()).find("not-the-token") == std::string::npos);
        }
        CHECK_FALSE(work.ended()); // the informer goes on trying
    }
}
