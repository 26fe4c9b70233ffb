// Contract: further code of the user's may throw anything, as in any_exception_test.cpp: transforms,
// mappings, hooks, audits, credentials, sources of one's own, and connections.

#include "audited_world.hpp"
#include "controlled.hpp"
#include "parts_world.hpp"

#include <coinformer/transport/token_source.hpp>

namespace {

constexpr int thrown_number = 42; // it is no std::exception, so that it has no text
constexpr auto unknown_text = "an exception of unknown type";

task<> ask_for_a(client c)
{
    (void)co_await c.get(config_maps, "shop", "a");
}

/// A source that throws in place of an answer while it is told to. Its functions are no coroutines, so they
/// throw before there is a task.
struct rude_source final : list_watch<config_map> {
    std::string name() const override { return "a rude source"; }
    task<list_part<config_map>> list(list_request what) override
    {
        if (throws) throw thrown_number;
        return inner.list(std::move(what));
    }
    task<std::unique_ptr<event_stream<config_map>>> watch(watch_request what) override
    {
        if (throws) throw thrown_number;
        return inner.watch(std::move(what));
    }
    task<> confirm(std::string version) override
    {
        ++questions;
        if (throws) throw thrown_number;
        return inner.confirm(std::move(version));
    }

    testing::manual_source<config_map> inner;
    bool throws = false;
    int questions = 0;
};

/// Issues a credential, unless it is told to throw.
struct rude_vault final : token_source {
    task<issued_credential> issue(environment const&, duration) override
    {
        if (throws) throw thrown_number;
        co_return issued_credential(secret("token"));
    }
    bool throws = true;
};

enum class rude_part { none, dial, write, read };

/// A connection that throws when it is used as `now` says.
class rude_stream final : public byte_stream {
public:
    rude_stream(std::unique_ptr<byte_stream> inner, rude_part const& now)
        : inner_(std::move(inner)), now_(now)
    {
    }
    task<std::size_t> read_some(std::span<char> into) override
    {
        if (now_ == rude_part::read) throw thrown_number;
        return inner_->read_some(into);
    }
    task<> write(std::span<char const> bytes) override
    {
        if (now_ == rude_part::write) throw thrown_number;
        return inner_->write(bytes);
    }
    void close() noexcept override { inner_->close(); }
    std::string_view protocol() const noexcept override { return inner_->protocol(); }

private:
    std::unique_ptr<byte_stream> inner_;
    rude_part const& now_;
};

class rude_dialer final : public dialer {
public:
    rude_dialer(std::unique_ptr<dialer> inner, rude_part const& now) : inner_(std::move(inner)), now_(now) {}
    task<std::unique_ptr<byte_stream>> dial() override
    {
        if (now_ == rude_part::dial) throw thrown_number;
        auto stream = co_await inner_->dial();
        co_return std::make_unique<rude_stream>(std::move(stream), now_);
    }

private:
    std::unique_ptr<dialer> inner_;
    rude_part const& now_;
};

} // namespace

TEST_CASE_METHOD(world, "a transform may throw anything: the object counts as one that cannot be decoded")
{
    put("a", "1");
    put("bad", "1");
    lines faults;
    auto const keep = transform<config_map>().keep([](config_map const& m) -> bool {
        if (m.metadata.name == "bad") throw thrown_number;
        return true;
    });
    informer_options options = listing();
    options.on_fault = [&](decode_fault const& f) { faults.push_back(f.message()); };
    shared_informer<config_map> informer(api, keep, options);
    background running(io, informer.run());
    time.run_for(1s);
    CHECK(listed(informer) == lines{"a=1"});
    CHECK(faults == lines{"shop/bad: expected a result of the informer's transform, found the exception "
                          "\"an exception of unknown type\""});
    set("a", "2");
    time.run_for(1s);
    CHECK(listed(informer) == lines{"a=2"});
    CHECK_FALSE(running.ended);
}

TEST_CASE_METHOD(controlled, "a mapping may throw anything, which loses only its own event")
{
    tested.watches(informer, [](object_ptr<config_map> const& o) {
        if (o.key().name == "bad") throw thrown_number;
        return object_name(o.key());
    });
    put("a", "1");
    put("bad", "1");
    put("c", "1");
    start_controller();
    CHECK(take() == lines{"a", "c"});
    CHECK(testing::run(io, time, informer.status()).handler_failures == 1);
    CHECK(times_logged(unknown_text) == 1);
    set("a", "2");
    time.run_for(1s);
    CHECK(take() == lines{"a"});
    CHECK_FALSE(running.ended);
}

TEST_CASE_METHOD(world,
                 "on_request may throw anything, which fails the request, and what on_response throws is "
                 "logged")
{
    put("a", "1");
    bool refuses = true;
    client_options hooks;
    hooks.on_request = [&](std::string_view, http_request&) {
        if (refuses) throw thrown_number;
    };
    hooks.on_response = [](request_report const&) { throw thrown_number; };
    client hooked(env, endpoint{.server = "http://in-memory"}, hooks, network.dialer());
    background asking(io, ask_for_a(hooked));
    time.settle();
    CHECK(asking.code() == errc::bad_request);
    CHECK_THAT(asking.what(),
               Catch::Contains("client_options::on_request threw: an exception of unknown type"));
    CHECK(server.requests("get", config_maps) == 0);

    refuses = false;
    asking.start(io, ask_for_a(hooked));
    time.run_for(1s);
    CHECK(asking.ended);
    CHECK_FALSE(asking.failure);
    CHECK(times_logged("client_options::on_response threw") == 1);
    CHECK(times_logged(unknown_text) == 1);
    hooked.close();
    time.settle();
}

TEST_CASE_METHOD(world, "a source of credentials may throw anything: informers wait until it issues one")
{
    put("a", "1");
    auto const vault = std::make_shared<rude_vault>();
    endpoint there{.server = "http://in-memory"};
    there.user.source = vault;
    client logged_in(env, there, {}, network.dialer());
    {
        shared_informer<config_map> informer(logged_in, listing());
        background running(io, informer.run());
        background synced(io, informer.synced());
        background asking(io, ask_for_a(logged_in));
        time.run_for(10s);
        for (auto const* const waiter : {&synced, &asking}) {
            CHECK(waiter->code() == errc::credentials_not_issued);
            CHECK_THAT(waiter->what(),
                       Catch::Contains("no credential was issued") && Catch::Contains(unknown_text));
        }
        CHECK_FALSE(running.ended);
        vault->throws = false;
        time.run_for(5min);
        CHECK(listed(informer) == lines{"a=1"});
    }
    logged_in.close();
    time.settle();
}

TEST_CASE_METHOD(world, "on_failure may throw anything, which is logged, and the informer goes on")
{
    put("a", "1");
    server.inject(faults::forbidden().on("list").times(2));
    informer_options options = listing();
    options.on_failure = [](api_error const&) { throw thrown_number; };
    shared_informer<config_map> informer(api, options);
    background running(io, informer.run());
    time.run_for(1min);
    CHECK(listed(informer) == lines{"a=1"});
    CHECK(times_logged("informer_options::on_failure has thrown an exception") == 1);
    CHECK(times_logged(unknown_text) == 1);
    CHECK_FALSE(running.ended);
}

TEST_CASE_METHOD(audited_world, "on_difference may throw anything, which is logged, and the copy is repaired")
{
    auto options = auditing(1h);
    options.audit.on_difference = [](audit_report const&) { throw thrown_number; };
    options.warm_start.storage = snapshot_of_another_server();
    for (auto const* const name : {"a", "b", "only-here"}) put(name, "1");
    bool by_list = false;
    SECTION("by a list behind the audit")
    {
        options.audit.interval = 1min;
    }
    SECTION("by the list that the copy was compared with")
    {
        by_list = true;
    }
    recorded_informer mine(io, api, options);
    time.run_for(30s);
    REQUIRE(listed(mine.informer) == lines{"a=1", "b=1", "only-there=1"});
    if (by_list)
        make_it_list();
    else
        time.run_for(40s); // the first audit comes after 66 s at the latest
    CHECK(times_logged("audit_options::on_difference has thrown an exception") == 1);
    CHECK(times_logged(unknown_text) == 1);
    CHECK(listed(mine.informer) == lines{"a=1", "b=1", "only-here=1"});
    CHECK_FALSE(mine.running.ended);
}

TEST_CASE_METHOD(parts_world, "the function of on_cause() may throw anything, and the reflector goes on")
{
    std::ostringstream text;
    stream_log log(text, log_level::info);
    env.log = &log;
    auto const source = std::make_shared<testing::manual_source<config_map>>();
    source->put(object_text("a", "1"));
    parts::delta_fifo<config_map> queue(env);
    parts::reflector<config_map> from(env, source, queue);
    from.on_cause([](std::exception_ptr) -> bool { throw thrown_number; });
    source->fail(api_error(errc::forbidden, "manual source"), 2);
    background const reading(io, from.run());
    time.run_for(5min);
    CHECK_THAT(text.str(), Catch::Contains("the function of reflector::on_cause() has thrown an exception") &&
                               Catch::Contains(unknown_text));
    auto const deltas = run(queue.pop(1));
    REQUIRE(deltas.size() == 1);
    CHECK(word_of(deltas.front()) == "all 1");
    CHECK_FALSE(reading.ended);
}

TEST_CASE_METHOD(parts_world, "a source of one's own may throw anything, and its informer goes on")
{
    auto const source = std::make_shared<rude_source>();
    auto const put = [&](char const* name) { source->inner.put(object_text(name, "1")); };
    auto const why = "the source failed: an exception of unknown type";
    put("a");
    source->throws = true;
    shared_informer<config_map> informer(env, source);
    background const running(io, informer.run());
    time.run_for(10s);
    CHECK_THAT(run(informer.status()).reflector.last_failure,
               Catch::Contains("list a rude source") && Catch::Contains(why));
    source->throws = false;
    time.run_for(5min);
    CHECK(informer.snapshot().size() == 1);

    source->throws = true; // the watch is quiet, so that the source is asked
    auto const before = source->questions;
    time.run_for(10min);
    CHECK(source->questions > before);
    CHECK_THAT(run(informer.status()).reflector.last_failure, Catch::Contains(why));
    put("b");
    source->throws = false;
    time.run_for(10min);
    CHECK(informer.snapshot().size() == 2);

    source->inner.end_watches(std::make_exception_ptr(thrown_number));
    put("c");
    time.run_for(5min);
    CHECK(informer.snapshot().size() == 3);
    CHECK_FALSE(running.ended);
}

TEST_CASE_METHOD(world,
                 "a dialer and a stream of the user's may throw anything: only what needs them fails, and "
                 "it is tried again")
{
    auto const part = GENERATE(rude_part::dial, rude_part::write, rude_part::read);
    auto const code = part == rude_part::dial ? errc::connect_failed : errc::connection_closed;
    CAPTURE(static_cast<int>(part));
    put("a", "1");
    auto now = part;
    client connected(env, endpoint{.server = "http://in-memory"}, {},
                     std::make_unique<rude_dialer>(network.dialer(), now));
    {
        background asking(io, ask_for_a(connected.without_retries()));
        time.run_for(1s);
        CHECK(asking.code() == code);
        CHECK_THAT(asking.what(), Catch::Contains("get /api/v1/namespaces/shop/configmaps/a: ") &&
                                      Catch::Contains(unknown_text));
        shared_informer<config_map> informer(connected, listing());
        background running(io, informer.run());
        time.run_for(10s);
        CHECK_FALSE(running.ended);
        CHECK_THAT(run(informer.status()).reflector.last_failure, Catch::Contains(unknown_text));
        now = rude_part::none;
        time.run_for(5min);
        CHECK(listed(informer) == lines{"a=1"});

        now = part; // in the middle of a watch
        set("a", "2");
        time.run_for(1min);
        network.reset();
        time.run_for(1min);
        CHECK_FALSE(running.ended);
        now = rude_part::none;
        set("a", "3");
        time.run_for(5min);
        CHECK(listed(informer) == lines{"a=3"});
    }
    connected.close();
    time.settle();
}
