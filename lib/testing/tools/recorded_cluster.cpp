#include <coinformer/testing/recorded_cluster.hpp>

#include "api/client/client_impl.hpp"
#include "testing/http/recorded_questions.hpp"
#include "testing/http/recorded_server.hpp"

#include <coinformer/testing/memory_storage.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>
#include <system_error>
#include <utility>

namespace coinformer::testing {

namespace {

// The server of a recording knows when an answer was too late for the recorded informer.
constexpr std::chrono::hours no_limit{24 * 365};

// Returns the options of the program's client, apart from what the recorded server does not have.
client_options options_for(coinformer::detail::flight_recording const& what, client_options options)
{
    auto const is_protobuf = [](auto const& one) {
        return one.media_type.find("protobuf") != std::string::npos;
    };
    bool const any = std::ranges::any_of(what.answers, is_protobuf);
    options.encoding = any ? encoding::protobuf : encoding::json;
    options.requests_per_second = 0;
    options.http.version = http_version::http1;
    options.http.header_timeout = no_limit;
    return options;
}

/// Gives an informer the objects with which the recording begins, and keeps no snapshot of it.
class base_storage final : public snapshot_storage {
public:
    explicit base_storage(std::string base) { from_.bytes = std::move(base); }

    std::string name() const override { return "the recording"; }
    bool blocks() const noexcept override { return false; }
    std::unique_ptr<snapshot_source> open() override { return from_.open(); }
    std::unique_ptr<snapshot_sink> create() override { return std::make_unique<nothing>(); }

private:
    struct nothing final : snapshot_sink {
        void append(std::string_view) override {}
        void commit() override {}
    };

    memory_storage from_;
};

} // namespace

std::string read_recording(std::string const& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::system_error(errno, std::generic_category(), "cannot open the recording " + path);
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (file.bad())
        throw std::system_error(errno, std::generic_category(), "cannot read the recording " + path);
    return bytes;
}

recorded_cluster::recorded_cluster(std::string_view recording, client_options options, environment base)
    : what_(std::make_unique<coinformer::detail::flight_recording>(
          coinformer::detail::decoded_recording(recording))),
      time(io, what_->began), env{io.get_executor(), &time, base.log, base.seed, base.metrics},
      api(env, {.server = "http://recording"}, options_for(*what_, std::move(options)), network.dialer()),
      questions_(std::make_shared<detail::recorded_questions>(time, *what_)),
      server_(std::make_unique<detail::recorded_server>(env, *what_, *questions_)),
      serving_(io, time, server_->run(network))
{
    api.internals().context().follow(questions_);
    network.agree_on(""); // the recording has no frames of HTTP/2
}

recorded_cluster::~recorded_cluster() = default;

void recorded_cluster::play()
{
    time.run_for(std::max(what_->length - time.now().time_since_epoch(), duration::zero()));
    questions_->check_all_asked();
}

void recorded_cluster::play_until(wall_time when)
{
    time.run_for(std::max<duration>(when - time.wall_now() - duration(1), duration::zero()));
    questions_->check_all_asked();
}

bool recorded_cluster::begins_with_list() const noexcept
{
    return what_->base.empty();
}

informer_options recorded_cluster::replayed(informer_options of_program) const
{
    of_program.recorder = {};
    of_program.audit = {};
    of_program.start_spread = duration::zero();
    of_program.silence = no_limit;
    of_program.slow_list_limit = no_limit;
    auto& warm = of_program.warm_start;
    warm.file.clear();
    warm.storage = {};
    if (what_->base.empty()) return of_program;
    warm.storage = std::make_shared<base_storage>(what_->base);
    warm.secrets = true;
    warm.interval = no_limit;
    warm.changed_bytes = std::numeric_limits<std::size_t>::max();
    return of_program;
}

std::string const& recorded_cluster::resource() const noexcept
{
    return what_->resource;
}

wall_time recorded_cluster::began() const noexcept
{
    return what_->began;
}

duration recorded_cluster::length() const noexcept
{
    return what_->length;
}

std::string const& recorded_cluster::difference() const noexcept
{
    return questions_->difference();
}

} // namespace coinformer::testing
