#include "exchange_recorder.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <utility>

namespace simulation {

namespace json = boost::json;

void exchange_recorder::head(int status, wire_fields const& fields)
{
    to_.status = status;
    if (status != 401 && status != 502 && status != 503) log_.last_answer_ns_ = log_.now();
    if (status == 200) ++log_.being_read_;
    to_.newest = log_.to_.newest();
    to_.answered_ns = to_.last_object_ns = log_.now();
    if (to_.epoch != log_.to_.epoch()) to_.epoch = 0;
    log_.hash_.mix(static_cast<std::uint64_t>(status) + static_cast<std::uint64_t>(log_.now()));
    auto const field = [&](char const* name) -> std::string const* {
        auto const found = fields.find(name);
        return found == fields.end() ? nullptr : &found->second;
    };
    if (auto const* const s = field("retry-after"))
        to_.retry_after_s = static_cast<std::int64_t>(version_number(*s));
    if (auto const* const t = field("content-type")) {
        to_.protobuf = to_.asked_protobuf && t->starts_with("application/vnd.kubernetes.protobuf");
        to_.understood = to_.protobuf || t->starts_with("application/json");
    }
    auto const* const coding = field("content-encoding");
    if (coding && *coding == "gzip") compressed_ = std::make_unique<gunzip>();
    to_.compressed = compressed_ != nullptr;
}

void exchange_recorder::bytes_came()
{
    to_.last_byte_ns = log_.now();
    to_.reading_since_ns.reset();
}

void exchange_recorder::waits()
{
    if (!to_.reading_since_ns) to_.reading_since_ns = log_.now();
}

void exchange_recorder::body(std::string_view bytes)
{
    body_.append(compressed_ ? compressed_->add(bytes) : std::string(bytes));
    if (!to_.watch || to_.status != 200) return;
    if (to_.protobuf) {
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

void exchange_recorder::whole_event(told_event e)
{
    auto& l = e.is;
    l.time_ns = log_.now();
    l.newest = log_.to_.newest();
    if (l.type == "ERROR") {
        to_.error_line = true;
        to_.error_code = e.error_code;
    }
    log_.hash_.mix(l.is.at + static_cast<std::uint64_t>(l.time_ns));
    l.initial = to_.stream && !to_.readable && !l.odd;
    if (l.initial) take_initial(e);
    bool const listed = l.initial && to_.readable;
    to_.lines.push_back(std::move(l));
    log_.to_.told(listed ? moment::list_arrived : moment::line_arrived);
}

// The beginning of a stream is a list, which its closing bookmark ends.
void exchange_recorder::take_initial(told_event const& e)
{
    auto& x = to_;
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

void exchange_recorder::whole_page()
{
    auto& x = to_;
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

void exchange_recorder::end(exchange::end how) noexcept
{
    auto& x = to_;
    if (x.how != exchange::end::open) return;
    if (how == exchange::end::complete && !x.watch) whole_page();
    // a client that could not write until now may have given it up long ago
    bool const late = x.cannot_be_ended() || (x.writes && x.writes->waited_until_ns == log_.now());
    if (how == exchange::end::dropped && late) x.given_up_unheard = true;
    x.how = how;
    x.ended_ns = log_.now();
    if (x.status == 200) log_.last_answer_ns_ = log_.now();
    if (x.status == 200) --log_.being_read_;
    static constexpr char const* words[] = {"open", "complete", "broken", "dropped"};
    log_.hash_.mix(static_cast<std::uint64_t>(how) + static_cast<std::uint64_t>(log_.now()));
    log_.to_.say("wire: " + std::string(x.watch ? "watch" : "list") + (x.stream ? " that streams" : "") +
                 " ends " + words[static_cast<int>(how)] + ", status " + std::to_string(x.status) + ", " +
                 std::to_string(x.lines.size()) + " lines");
}

} // namespace simulation
