// Finds requests and answers in the bytes of an HTTP/1.1 connection, one after the other.
#include "exchange_recorder.hpp"
#include "wire_reader.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace simulation {

namespace {

/// Reads the lines "Name: value" after the first line of a header.
wire_fields read_fields(std::string_view head)
{
    wire_fields all;
    for (auto at = head.find("\r\n"); at != head.npos;) {
        auto const end = head.find("\r\n", at + 2);
        auto const line = head.substr(at + 2, (end == head.npos ? head.size() : end) - at - 2);
        at = end;
        auto const colon = line.find(": ");
        if (colon == line.npos) continue;
        std::string name(line.substr(0, colon));
        std::ranges::transform(name, name.begin(), [](char c) {
            return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        });
        all[name] = line.substr(colon + 2);
    }
    return all;
}

class http1_wire final : public wire_reader {
public:
    explicit http1_wire(wire_log& log) : log_(log) {}

    void sent(std::string_view bytes) override;
    void received(std::string_view bytes) override;
    void waits() override
    {
        if (current_) current_->waits();
    }
    void write_failed() override { end(exchange::end::broken); }
    void end(exchange::end how) noexcept override
    {
        if (auto const ending = std::move(current_)) ending->end(how);
    }

private:
    enum class part { head, sized, chunk_size, chunk, chunk_end };

    void head(std::string_view text);
    void answer_ends()
    {
        part_ = part::head;
        end(exchange::end::complete);
    }

    wire_log& log_;
    bool used_ = false;
    std::unique_ptr<exchange_recorder> current_;
    std::string out_; // request bytes, until the head is whole
    std::string in_;  // answer bytes that have not been parsed
    part part_ = part::head;
    std::size_t left_ = 0;
};

void http1_wire::sent(std::string_view bytes)
{
    out_.append(bytes);
    auto const end = out_.find("\r\n\r\n");
    if (end == out_.npos) return;
    auto const first = std::string_view(out_).substr(0, out_.find("\r\n"));
    auto const from = first.find(' ') + 1;
    wire_request r;
    r.target = first.substr(from, first.find(' ', from) - from);
    r.accept = read_fields(std::string_view(out_).substr(0, end))["accept"];
    r.reused = std::exchange(used_, true);
    out_.clear();
    in_.clear();
    part_ = part::head;
    current_ = log_.begin(r);
}

void http1_wire::received(std::string_view bytes)
{
    if (!current_) { // the request is for none of the lanes
        if (!bytes.empty()) log_.note_contact();
        return;
    }
    current_->bytes_came();
    in_.append(bytes);
    while (current_) {
        if (part_ == part::head) {
            auto const end = in_.find("\r\n\r\n");
            if (end == in_.npos) return;
            auto const text = in_.substr(0, end);
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
            current_->body(taken);
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

void http1_wire::head(std::string_view text)
{
    auto const fields = read_fields(text);
    current_->head(static_cast<int>(version_number(std::string(text.substr(9, 3)))), fields);
    part_ = part::chunk_size;
    if (!fields.contains("content-length")) return;
    part_ = part::sized;
    left_ = version_number(fields.at("content-length"));
    if (left_ == 0) answer_ends();
}

} // namespace

std::unique_ptr<wire_reader> read_http1(wire_log& log)
{
    return std::make_unique<http1_wire>(log);
}

} // namespace simulation
