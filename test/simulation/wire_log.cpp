#include "wire_log.hpp"
#include "exchange_recorder.hpp"
#include "query.hpp"
#include "wire_reader.hpp"

#include <coinformer/core/error.hpp>

#include <utility>

namespace simulation {

using coinformer::task;

std::string path_of(std::string const& plural, std::string const& ns)
{
    auto const base = plural == "widgets" ? std::string("/apis/sim.example/v1") : std::string("/api/v1");
    return base + (ns.empty() ? "" : "/namespaces/" + ns) + "/" + plural;
}

std::string wire_log::route_name(scope const& s)
{
    return path_of(s.plural, s.namespaces.empty() ? std::string() : s.a_namespace()) + "?" +
           (s.tier.empty() ? "" : "tier=" + s.tier);
}

std::unique_ptr<exchange_recorder> wire_log::begin(wire_request const& r)
{
    auto const mark = std::min(r.target.find('?'), r.target.size());
    auto query = read_query(std::string_view(r.target).substr(std::min(mark + 1, r.target.size())));
    auto const to = routes_.find(r.target.substr(0, mark) + "?" + query["labelSelector"]);
    hash_.mix(r.target);
    to_.say("wire: " + r.target + (r.reused ? " (reused)" : "") + (r.http2 ? " over HTTP/2" : ""));
    // An audit reads beside the informer, and the informer's rules are not for it. Nobody else asks for a
    // state at exactly one version, and no collection here needs a second page of an audit.
    bool const is_audit = query["resourceVersionMatch"] == "Exact";
    if (to == routes_.end() || is_audit) return nullptr;
    auto& all = *to->second;
    if (!all.empty() && all.back().cannot_be_ended()) all.back().given_up_unheard = true;
    auto& x = all.emplace_back();
    x.asked_ns = x.last_byte_ns = now();
    x.client_answered_ns = being_read_ != 0 ? now() : last_answer_ns_;
    x.epoch = to_.epoch();
    hash_.mix(static_cast<std::uint64_t>(x.asked_ns));
    x.watch = query["watch"] == "true";
    x.stream = query["sendInitialEvents"] == "true";
    x.asked_protobuf = r.accept.starts_with("application/vnd.kubernetes.protobuf");
    x.reused = r.reused;
    x.http2 = r.http2;
    x.writes = r.writes;
    x.asked_version = query["resourceVersion"];
    x.match = query["resourceVersionMatch"];
    x.token = query["continue"];
    x.limit = query["limit"];
    x.first_page = x.stream || (!x.watch && x.token.empty());
    to_.told(x.first_page || !x.watch ? moment::list_asked : moment::watch_asked);
    return std::make_unique<exchange_recorder>(*this, x);
}

/// A stream that shows its bytes to a wire_reader.
class wire_log::stream final : public coinformer::byte_stream {
public:
    stream(wire_log& log, std::unique_ptr<byte_stream> inner)
        : log_(log), inner_(std::move(inner)),
          reader_(inner_->protocol() == "h2" ? read_http2(log, writes_) : read_http1(log))
    {
        ++log_.open_;
    }
    ~stream() override { close(); }

    task<std::size_t> read_some(std::span<char> into) override
    {
        std::exception_ptr failure;
        std::size_t n = 0;
        try {
            reader_->waits();
            n = co_await inner_->read_some(into);
        } catch (boost::system::system_error const& e) {
            failure = std::current_exception();
            if (e.code() == coinformer::condition::cancelled) std::rethrow_exception(failure);
        }
        if (n == 0) reader_->end(exchange::end::broken);
        if (failure) std::rethrow_exception(failure);
        reader_->received({into.data(), n});
        co_return n;
    }

    task<> write(std::span<char const> bytes) override
    {
        reader_->sent({bytes.data(), bytes.size()});
        auto const began = log_.now();
        std::exception_ptr failure;
        try {
            writes_->waits = true;
            co_await inner_->write(bytes);
        } catch (boost::system::system_error const& e) {
            failure = std::current_exception();
            if (e.code() != coinformer::condition::cancelled) reader_->write_failed();
        }
        if (!failure) writes_->waits = false;
        if (log_.now() != began) writes_->waited_until_ns = log_.now();
        if (failure) std::rethrow_exception(failure);
    }

    void close() noexcept override
    {
        reader_->end(exchange::end::dropped);
        if (!std::exchange(closed_, true)) --log_.open_;
        inner_->close();
    }

    bool reads_resume() const noexcept override { return inner_->reads_resume(); }
    std::string_view protocol() const noexcept override { return inner_->protocol(); }

private:
    wire_log& log_;
    std::unique_ptr<byte_stream> inner_;
    std::shared_ptr<write_state> writes_ = std::make_shared<write_state>();
    std::unique_ptr<wire_reader> reader_;
    bool closed_ = false;
};

class wire_log::listening_dialer final : public coinformer::dialer {
public:
    listening_dialer(wire_log& log, std::unique_ptr<coinformer::dialer> inner)
        : log_(log), inner_(std::move(inner))
    {
    }

    task<std::unique_ptr<coinformer::byte_stream>> dial() override
    {
        log_.dials_.push_back(log_.now());
        log_.to_.say("wire: dial");
        auto opened = co_await inner_->dial();
        auto listened = std::make_unique<stream>(log_, std::move(opened));
        co_return std::unique_ptr<coinformer::byte_stream>(std::move(listened));
    }

private:
    wire_log& log_;
    std::unique_ptr<coinformer::dialer> inner_;
};

std::unique_ptr<coinformer::dialer> wire_log::listen(std::unique_ptr<coinformer::dialer> inner)
{
    return std::make_unique<listening_dialer>(*this, std::move(inner));
}

} // namespace simulation
