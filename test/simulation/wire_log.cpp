#include "wire_log.hpp"
#include "gunzip.hpp"
#include "query.hpp"
#include "wire_form.hpp"

#include <coinformer/core/error.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <charconv>
#include <utility>

namespace simulation {

namespace json = boost::json;
using coinformer::task;

namespace {

version number(std::string_view s)
{
    version v = 0;
    std::from_chars(s.data(), s.data() + s.size(), v);
    return v;
}

} // namespace

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

/// A stream that reads along: requests on their way out, answers on their way in, one exchange after the
/// other.
class wire_log::stream final : public coinformer::byte_stream {
public:
    stream(wire_log& log, std::unique_ptr<byte_stream> inner) : log_(log), inner_(std::move(inner))
    {
        ++log_.open_;
    }
    ~stream() override { close(); }

    task<std::size_t> read_some(std::span<char> into) override
    {
        std::exception_ptr failure;
        std::size_t n = 0;
        try {
            reading(true);
            n = co_await inner_->read_some(into);
            reading(false);
        } catch (boost::system::system_error const& e) {
            failure = std::current_exception();
            if (e.code() == coinformer::condition::cancelled) std::rethrow_exception(failure);
        }
        if (n == 0) finish(exchange::end::broken);
        if (failure) std::rethrow_exception(failure);
        take({into.data(), n});
        co_return n;
    }

    task<> write(std::span<char const> bytes) override
    {
        sent({bytes.data(), bytes.size()});
        std::exception_ptr failure;
        try {
            co_await inner_->write(bytes);
        } catch (boost::system::system_error const& e) {
            failure = std::current_exception();
            if (e.code() != coinformer::condition::cancelled) finish(exchange::end::broken);
        }
        if (failure) std::rethrow_exception(failure);
    }

    void close() noexcept override
    {
        finish(exchange::end::dropped);
        if (!std::exchange(closed_, true)) --log_.open_;
        inner_->close();
    }

private:
    enum class part { head, sized, chunk_size, chunk, chunk_end };

    void reading(bool now)
    {
        if (!current_) return;
        current_->reading_since_ns.reset();
        if (now) current_->reading_since_ns = log_.now();
    }
    void sent(std::string_view bytes);
    void take(std::string_view bytes);
    void head(std::string_view text);
    void body(std::string_view bytes);
    void whole_event(told_event e);
    void take_initial(told_event const& e);
    void whole_page();
    void answer_ends();
    void finish(exchange::end how) noexcept
    {
        if (current_ && current_->how == exchange::end::open) {
            current_->how = how;
            current_->ended_ns = log_.now();
            if (current_->status == 200) log_.last_answer_ns_ = log_.now();
            if (current_->status == 200) --log_.being_read_;
            static constexpr char const* words[] = {"open", "complete", "broken", "dropped"};
            log_.hash_.mix(static_cast<std::uint64_t>(how) + static_cast<std::uint64_t>(log_.now()));
            log_.to_.say("wire: " + std::string(current_->watch ? "watch" : "list") +
                         (current_->stream ? " that streams" : "") + " ends " + words[static_cast<int>(how)] +
                         ", status " + std::to_string(current_->status) + ", " +
                         std::to_string(current_->lines.size()) + " lines");
        }
        current_ = nullptr;
    }

    wire_log& log_;
    std::unique_ptr<byte_stream> inner_;
    bool closed_ = false;
    bool used_ = false;
    exchange* current_ = nullptr;
    std::string out_;                    // request bytes, until the head is whole
    std::string in_;                     // answer bytes that have not been parsed
    std::string body_;                   // the body of a list, or the last line of a watch
    std::unique_ptr<gunzip> compressed_; // null if the answer is not compressed
    part part_ = part::head;
    std::size_t left_ = 0;
};

void wire_log::stream::sent(std::string_view bytes)
{
    out_.append(bytes);
    auto const end = out_.find("\r\n\r\n");
    if (end == out_.npos) return;
    auto const first = std::string_view(out_).substr(0, out_.find("\r\n"));
    auto const from = first.find(' ') + 1;
    auto const target = first.substr(from, first.find(' ', from) - from);
    auto const mark = std::min(target.find('?'), target.size());
    auto query = read_query(target.substr(std::min(mark + 1, target.size())));
    auto const name = std::string(target.substr(0, mark)) + "?" + query["labelSelector"];
    auto const to = log_.routes_.find(name);
    auto const asked = std::string(target);
    bool const asked_protobuf = out_.find("\r\nAccept: application/vnd.kubernetes.protobuf") != out_.npos;
    out_.clear();
    bool const reused = std::exchange(used_, true);
    log_.hash_.mix(asked);
    log_.to_.say("wire: " + asked + (reused ? " (reused)" : ""));
    if (to == log_.routes_.end()) return;
    auto& x = to->second->emplace_back();
    current_ = &x;
    x.asked_ns = x.last_byte_ns = log_.now();
    x.client_answered_ns = log_.being_read_ != 0 ? log_.now() : log_.last_answer_ns_;
    x.epoch = log_.to_.epoch();
    log_.hash_.mix(static_cast<std::uint64_t>(x.asked_ns));
    x.watch = query["watch"] == "true";
    x.stream = query["sendInitialEvents"] == "true";
    x.asked_protobuf = asked_protobuf;
    x.reused = reused;
    x.asked_version = query["resourceVersion"];
    x.match = query["resourceVersionMatch"];
    x.token = query["continue"];
    x.limit = query["limit"];
    x.first_page = x.stream || (!x.watch && x.token.empty());
    part_ = part::head;
    body_.clear();
    compressed_.reset();
    in_.clear();
    log_.to_.told(x.first_page || !x.watch ? moment::list_asked : moment::watch_asked);
}

void wire_log::stream::take(std::string_view bytes)
{
    if (!current_) { // the request is for none of the lanes
        if (!bytes.empty()) log_.last_answer_ns_ = log_.now();
        return;
    }
    current_->last_byte_ns = log_.now();
    in_.append(bytes);
    while (current_) {
        if (part_ == part::head) {
            auto const end = in_.find("\r\n\r\n");
            if (end == in_.npos) return;
            auto const text = in_.substr(0, end + 2);
            in_.erase(0, end + 4);
            head(text);
        } else if (part_ == part::chunk_size) {
            auto const end = in_.find("\r\n");
            if (end == in_.npos) return;
            left_ = 0;
            std::from_chars(in_.data(), in_.data() + end, left_, 16);
            in_.erase(0, end + 2);
            part_ = left_ == 0 ? part::chunk_end : part::chunk;
        } else if (part_ == part::chunk_end) {
            if (in_.size() < 2) return;
            in_.erase(0, 2);
            part_ = part::chunk_size;
            if (left_ == 0) answer_ends();
        } else {
            auto const n = std::min(left_, in_.size());
            if (n == 0 && left_ != 0) return;
            auto const taken = in_.substr(0, n);
            in_.erase(0, n);
            left_ -= n;
            bool const sized = part_ == part::sized;
            body(taken);
            if (left_ != 0) continue;
            if (sized)
                answer_ends();
            else {
                part_ = part::chunk_end;
                left_ = 1; // anything but 0, which would mean the last chunk
            }
        }
    }
}

void wire_log::stream::head(std::string_view text)
{
    current_->status = static_cast<int>(number(text.substr(9, 3)));
    auto const says = current_->status;
    if (says != 401 && says != 502 && says != 503) log_.last_answer_ns_ = log_.now();
    if (says == 200) ++log_.being_read_;
    current_->newest = log_.to_.newest();
    current_->answered_ns = current_->last_object_ns = log_.now();
    if (current_->epoch != log_.to_.epoch()) current_->epoch = 0;
    log_.hash_.mix(static_cast<std::uint64_t>(current_->status) + static_cast<std::uint64_t>(log_.now()));
    auto const field = [&](std::string_view name) -> std::optional<std::string_view> {
        auto const at = text.find(name);
        if (at == text.npos) return std::nullopt;
        auto const begin = at + name.size();
        return text.substr(begin, text.find("\r\n", begin) - begin);
    };
    if (auto const s = field("Retry-After: "))
        current_->retry_after_s = static_cast<std::int64_t>(number(*s));
    if (auto const t = field("Content-Type: ")) {
        current_->protobuf =
            current_->asked_protobuf && t->starts_with("application/vnd.kubernetes.protobuf");
        current_->understood = current_->protobuf || t->starts_with("application/json");
    }
    if (field("Content-Encoding: ") == "gzip") compressed_ = std::make_unique<gunzip>();
    current_->compressed = compressed_ != nullptr;
    if (auto const n = field("Content-Length: ")) {
        part_ = part::sized;
        left_ = number(*n);
        if (left_ == 0) answer_ends();
    } else {
        part_ = part::chunk_size;
    }
}

void wire_log::stream::body(std::string_view bytes)
{
    body_.append(compressed_ ? compressed_->add(bytes) : std::string(bytes));
    if (!current_->watch || current_->status != 200) return;
    if (current_->protobuf) {
        for (auto e = cut_proto_event(body_); e; e = cut_proto_event(body_)) whole_event(std::move(*e));
        return;
    }
    for (auto end = body_.find('\n'); end != body_.npos; end = body_.find('\n')) {
        auto const text = body_.substr(0, end);
        body_.erase(0, end + 1);
        if (!text.empty()) whole_event(read_json_event(text));
    }
    if (!body_.empty() && body_.front() != '{') { // the client may refuse it before the line is whole
        whole_event(read_json_event(body_));
        body_.clear();
    }
    if (body_.empty() || body_.back() != '}') return;
    boost::system::error_code bad; // an object is whole at its last brace, whenever its newline comes
    json::parse(body_, bad);
    if (!bad) whole_event(read_json_event(std::exchange(body_, {})));
}

void wire_log::stream::whole_event(told_event e)
{
    auto& l = e.is;
    l.time_ns = log_.now();
    l.newest = log_.to_.newest();
    if (l.type == "ERROR") {
        current_->error_line = true;
        current_->error_code = e.error_code;
    }
    log_.hash_.mix(l.is.at + static_cast<std::uint64_t>(l.time_ns));
    l.initial = current_->stream && !current_->readable && !l.odd;
    if (l.initial) take_initial(e);
    bool const listed = l.initial && current_->readable;
    current_->lines.push_back(std::move(l));
    log_.to_.told(listed ? moment::list_arrived : moment::line_arrived);
}

// The beginning of a stream is a list, which its closing bookmark ends.
void wire_log::stream::take_initial(told_event const& e)
{
    auto& x = *current_;
    auto const& l = e.is;
    if (l.type != "BOOKMARK") {
        x.last_object_ns = l.time_ns;
        if (l.type == "DELETED")
            x.items.erase(l.of);
        else if (!l.poisoned)
            x.items[l.of] = l.is;
        x.item_count = x.items.size();
        return;
    }
    if (!e.ends_initial) return;
    x.readable = true;
    x.listed_ns = l.time_ns;
    x.list_version = l.is.at;
}

void wire_log::stream::whole_page()
{
    auto& x = *current_;
    if (x.status != 200) return;
    auto page = x.protobuf ? read_proto_page(body_) : read_json_page(body_);
    if (!page) return;
    x.readable = true;
    x.listed_ns = log_.now();
    x.list_version = page->at;
    x.next_token = std::move(page->token);
    x.remaining = page->remaining;
    for (auto& [k, s, decodes] : page->items) {
        if (!decodes) {
            x.poisoned.push_back(std::move(k));
            continue;
        }
        ++x.item_count;
        x.items[k] = std::move(s);
    }
    log_.to_.told(x.next_token.empty() ? moment::list_arrived : moment::page_arrived);
}

void wire_log::stream::answer_ends()
{
    part_ = part::head;
    if (!current_->watch) whole_page();
    finish(exchange::end::complete);
}

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
