#include "attack.hpp"

#include "counted_memory.hpp"
#include "end_report.hpp"
#include "sanitizers.hpp"
#include "stepped_clock.hpp"
#include "tls_server.hpp"

#include <coinformer/api/discovery.hpp>
#include <coinformer/api/object_list.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/watcher.hpp>
#include <coinformer/cache/shared_informer.hpp>
#include <coinformer/testing/memory_network.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/describe.hpp>

#include <algorithm>
#include <deque>
#include <iostream>
#include <optional>
#include <sstream>

#include "catch.hpp"

namespace asio = boost::asio;
using namespace coinformer;

struct config_map {
    object_meta metadata;
    std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(config_map, (), (metadata, data))
template <>
inline constexpr resource coinformer::resource_of<config_map>{
    .group = "", .version = "v1", .plural = "configmaps", .kind = "ConfigMap"};

namespace hostile {

namespace {

constexpr std::string_view token = "battery-staple";
constexpr int slowness = is_sanitized ? 10 : 1;
// the sum of a pause of five minutes that the server asked for, its tenth, and a slow watch that is cut
constexpr auto recovery_limit = 16min;
// The wall clock's time for an attack over TLS, which may wait for its server's threads without CPU time.
// Under a sanitizer it ends before the 580 s of the whole case, so that the attack is named.
constexpr auto wall_limit = is_sanitized ? 300s : 60s;

std::chrono::milliseconds most_cpu(attack const& row)
{
    std::chrono::milliseconds const least = row.tls.play ? 5s : 0s;
    return slowness * std::max(row.most.cpu, least);
}

// Returns the CPU time after which an attack is given up. It is greater than the bound, so that an attack
// that ends in time shows how much it cost, and it includes the recovery from the attack.
std::chrono::milliseconds budget(attack const& row)
{
    return 2 * most_cpu(row);
}

struct task_outcome {
    asio::cancellation_signal stop;
    std::exception_ptr failure;
    bool has_ended = false;

    void start(asio::io_context& io, task<> body)
    {
        asio::co_spawn(io, std::move(body),
                       asio::bind_cancellation_slot(stop.slot(), [this](std::exception_ptr e) {
                           failure = e;
                           has_ended = true;
                       }));
    }
    std::optional<api_error> error() const
    {
        if (!failure) return std::nullopt;
        try {
            std::rethrow_exception(failure);
        } catch (api_error const& e) {
            return e;
        } catch (std::exception const& e) {
            return api_error(errc::stopped, "another exception than api_error", e.what());
        }
    }
};

task<> get_one(client api)
{
    (void)co_await api.get<config_map>("shop", "a");
}

task<> create_large(client api)
{
    auto json =
        R"({"kind":"ConfigMap","metadata":{"name":"a"},"data":{"v":")" + std::string(8'000'000, 'x') + "\"}}";
    (void)co_await api.create<config_map>("shop", std::move(json));
}

task<> list_all(client api)
{
    (void)co_await api.list<config_map>("shop");
}

task<> take_event(watcher<config_map>& events)
{
    (void)co_await events.next();
}

task<> find_kind(discovery& kinds)
{
    (void)co_await kinds.find("widgets");
}

task<> find_kind_again(discovery& kinds)
{
    (void)co_await kinds.find("known");
    co_await kinds.refresh();
    (void)co_await kinds.find("widgets");
}

/// A client in virtual time, and the server that attacks it. It runs one row of the table.
class world {
public:
    explicit world(attack const& row) : row_(row)
    {
        endpoint there{.server = "http://in-memory"};
        there.user.token = secret(std::string(token));
        if (row.tls.play) {
            tls_.emplace(row.tls, honest_tls());
            time_.share_with(tls_->outside());
            there.server = "https://127.0.0.1:" + std::to_string(tls_->port());
            there.tls.ca.data = authority().certificate();
        }
        api_.emplace(env_, there, row.options, tls_ ? nullptr : network_.dialer());
        serving_.start(io_, accept());
    }
    ~world()
    {
        for (auto* t : {&asking_, &running_}) t->stop.emit(asio::cancellation_type::terminal);
        settle();
        events_.reset();
        kinds_.reset();
        api_->close();
        serving_.stop.emit(asio::cancellation_type::terminal);
        for (auto& s : sessions_) s.stop.emit(asio::cancellation_type::terminal);
        settle();
        informer_.reset();
        settle();
    }

    void begin();
    /// Returns false if the attack has used up its budget of CPU time.
    bool attack_to_the_end();
    void check_what_was_told() const;
    void check_costs(counted_memory const& at_rest) const;
    void check_log() const;
    void check_recovery();

private:
    task<> accept();
    task<> serve(std::unique_ptr<testing::memory_stream> stream);
    task<> serve_one(testing::memory_stream& stream);
    task<> say(testing::memory_stream& stream, answer what);
    void settle()
    {
        time_.run_until([] { return false; }, duration::zero());
    }
    std::size_t requests() const { return tls_ ? tls_->connections() : requests_; }
    std::uint64_t bytes() const { return tls_ ? tls_->bytes() : bytes_; }
    bool runs_informer() const { return informer_.has_value(); }
    bool is_told() const { return asking_.has_ended; }

    attack const& row_;
    std::ostringstream log_text_;
    stream_log log_{log_text_, log_level::info};
    asio::io_context io_;
    stepped_clock time_{io_, budget(row_)};
    environment env_{.ex = io_.get_executor(), .time = &time_, .log = &log_, .seed = 1};
    testing::memory_network network_{env_};
    std::deque<task_outcome> sessions_;
    task_outcome serving_, asking_, running_;
    std::optional<client> api_;
    std::optional<shared_informer<config_map>> informer_;
    std::optional<watcher<config_map>> events_;
    std::optional<discovery> kinds_;
    std::size_t requests_ = 0;
    std::uint64_t bytes_ = 0; // bytes of answers that the client took
    bool is_honest_ = false;
    std::optional<tls_server> tls_; // set if the attack uses TLS, in place of the network in memory
    time_point began_{};
    std::optional<time_point> told_at_;
};

task<> world::accept()
{
    for (;;) {
        auto stream = co_await network_.accept();
        auto& session = sessions_.emplace_back();
        session.start(io_, serve(std::move(stream)));
    }
}

task<> world::serve(std::unique_ptr<testing::memory_stream> stream)
{
    try {
        co_await serve_one(*stream);
    } catch (api_error const& e) {
        if (e.code() == condition::cancelled) throw; // after any other error the client has heard enough
    }
}

task<> world::serve_one(testing::memory_stream& stream)
{
    std::string request;
    char buffer[4096];
    while (request.find("\r\n\r\n") == std::string::npos) {
        auto const n = co_await stream.read_some(buffer);
        if (n == 0) co_return;
        request.append(buffer, n);
    }
    question const asked{std::move(request), requests_++};
    bool const is_list = row_.what == client_does::follow && !asked.is_watch();
    answer what = is_honest_ || is_list ? honest(asked) : row_.says(asked);
    auto const then = what.then;
    co_await say(stream, std::move(what));
    if (then == ending::reset) stream.reset();
    if (then == ending::close) stream.close();
    while (then == ending::keep_open) {
        auto const n = co_await stream.read_some(buffer);
        if (n == 0) break;
    }
}

task<> world::say(testing::memory_stream& stream, answer what)
{
    bool const was_honest = is_honest_;
    for (auto const& p : what.pieces) {
        for (std::uint64_t i = 0; i != p.times && was_honest == is_honest_; ++i) {
            for (std::string_view rest = p.bytes.view(); !rest.empty();) {
                auto const part = rest.substr(0, 16 * 1024);
                co_await stream.write(part);
                rest.remove_prefix(part.size());
                bytes_ += part.size();
            }
            if (p.pause != duration::zero()) co_await time_.sleep_for(p.pause);
        }
    }
}

void world::begin()
{
    auto const inform = [this](fetch_mode how) {
        informer_options options;
        options.fetch = how;
        informer_.emplace(*api_, std::move(options));
        running_.start(io_, informer_->run());
    };
    began_ = time_.now();
    switch (row_.what) {
    case client_does::get: asking_.start(io_, get_one(api_->without_retries())); break;
    case client_does::create: asking_.start(io_, create_large(api_->without_retries())); break;
    case client_does::list: asking_.start(io_, list_all(api_->without_retries())); break;
    case client_does::inform:
    case client_does::stream:
        inform(row_.what == client_does::inform ? fetch_mode::list : fetch_mode::stream);
        asking_.start(io_, informer_->synced());
        break;
    case client_does::follow:
        inform(fetch_mode::list);
        asking_.start(io_, informer_->at_least("18446744073709551615"));
        break;
    case client_does::watch:
        events_.emplace(*api_, "1");
        asking_.start(io_, take_event(*events_));
        break;
    case client_does::discover:
        kinds_.emplace(*api_);
        asking_.start(io_, find_kind(*kinds_));
        break;
    case client_does::rediscover:
        kinds_.emplace(*api_);
        asking_.start(io_, find_kind_again(*kinds_));
        break;
    }
}

bool world::attack_to_the_end()
{
    auto const limit = row_.told.empty() ? row_.most.lasts : std::max(row_.most.lasts, row_.most.told_within);
    auto const finished = [this] {
        if (is_told() && !told_at_) told_at_ = time_.now();
        return is_told() && !runs_informer(); // an informer is attacked for the whole time
    };
    return time_.run_until(finished, limit);
}

void world::check_what_was_told() const
{
    auto const error = asking_.error();
    INFO("told: " << (error ? error->what() : "no error"));
    if (told_at_) {
        auto const took = std::chrono::duration_cast<std::chrono::milliseconds>(*told_at_ - began_);
        CHECK(took <= std::chrono::duration_cast<std::chrono::milliseconds>(row_.most.told_within));
    }
    if (row_.told.empty()) {
        CHECK_FALSE(error);
        CHECK((asking_.has_ended || row_.what == client_does::follow || row_.what == client_does::watch));
        return;
    }
    REQUIRE(error);
    CHECK(std::ranges::any_of(row_.told, [&](errc wanted) { return error->code() == wanted; }));
    CHECK(std::string_view(error->what()).size() <= row_.most.said);
    CHECK(std::string_view(error->what()).find(token) == std::string_view::npos);
}

void world::check_costs(counted_memory const& at_rest) const
{
    auto const memory = counted_memory::now().highest - std::min(counted_memory::now().highest, at_rest.held);
    auto const ms = [](auto t) { return std::chrono::duration_cast<std::chrono::milliseconds>(t); };
    CHECK(memory <= row_.most.memory);
    CHECK(bytes() <= row_.most.bytes);
    CHECK(requests() <= row_.most.requests);
    CHECK(ms(time_.cpu()) <= most_cpu(row_));
    CHECK(ms(time_.longest_turn()) <= slowness * row_.most.turn);
    if (std::getenv("HOSTILE_COSTS") == nullptr) return;
    auto const told = told_at_ ? ms(*told_at_ - began_).count() : -1;
    std::cout << memory / 1024 << " KB\t" << bytes() / 1024 << " KB read\t" << requests() << " requests\t"
              << told << " ms until told\t" << ms(time_.cpu()).count() << " ms CPU\t"
              << ms(time_.longest_turn()).count() << " ms turn\t" << row_.name << std::endl;
}

// Each line of the log is one of the library's, is harmless to a terminal, and is of bounded length.
void world::check_log() const
{
    std::istringstream all(log_text_.str());
    for (std::string line; std::getline(all, line);) {
        bool const begins_well = line.starts_with("WARNING ") || line.starts_with("INFO ");
        bool const harmless =
            std::ranges::none_of(line, [](unsigned char c) { return c < ' ' || c == 0x7f; });
        if (begins_well && harmless && line.size() <= row_.most.said && line.find(token) == line.npos)
            continue;
        FAIL_CHECK("a line of the log: " << line.substr(0, 1000));
    }
}

void world::check_recovery()
{
    if (!runs_informer()) return;
    is_honest_ = true;
    if (tls_) tls_->turn_honest();
    auto const recovered = [this] { return bool(informer_->snapshot().get("shop", "honest")); };
    (void)time_.run_until(recovered, recovery_limit);
    CHECK(recovered());
    CHECK_FALSE(time_.is_exhausted());
}

} // namespace

void run(attack const& row)
{
    namespace end_report = test::end_report;
    end_report::named_part const named("attack: " + row.name);
    // A handler that does not return is ended here. The server's threads count as well, hence the minute.
    end_report::time_limit const cpu(end_report::limited::cpu_time,
                                     std::chrono::ceil<std::chrono::seconds>(budget(row)) + 60s);
    std::optional<end_report::time_limit> wall;
    if (row.tls.play) wall.emplace(end_report::limited::real_time, wall_limit);
    INFO("attack: " << row.name);
    auto const at_rest = counted_memory::now();
    counted_memory::forget_highest();
    world w(row);
    w.begin();
    if (!w.attack_to_the_end())
        FAIL_CHECK("the attack does not come to an end: its budget of CPU time is used up");
    w.check_costs(at_rest);
    w.check_log();
    w.check_what_was_told();
    w.check_recovery();
}

} // namespace hostile
