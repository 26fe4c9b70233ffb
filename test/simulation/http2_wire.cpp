// Finds requests and answers in the bytes of an HTTP/2 connection, which carries many at a time. It shares no
// code with the library, but for nghttp2's decompression of headers (HPACK).
#include "exchange_recorder.hpp"
#include "wire_reader.hpp"

#include <nghttp2/nghttp2.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <stdexcept>

namespace simulation {

namespace {

using stream_number = std::uint32_t;

/// A frame, of any type but DATA.
struct wire_frame {
    unsigned type = 0, flags = 0;
    stream_number stream = 0;
    std::string payload;
};

std::uint32_t number_at(std::string_view bytes, std::size_t at, std::size_t size)
{
    std::uint32_t n = 0;
    for (auto const c : bytes.substr(at, size)) n = n << 8 | static_cast<unsigned char>(c);
    return n;
}

/// Cuts one direction of a connection into frames. The bytes of a DATA frame are given as they arrive,
/// because the client reads them so.
class frame_cutter {
public:
    std::function<void(wire_frame const&)> on_frame;
    /// `last` is true with the last bytes of the stream.
    std::function<void(stream_number, std::string_view bytes, bool last)> on_data;

    void feed(std::string_view bytes)
    {
        held_.append(bytes);
        while (step()) {
        }
    }

private:
    static constexpr std::size_t head_bytes = 9;
    static constexpr unsigned end_stream = 1;

    bool step()
    {
        if (in_data_) return step_in_data();
        if (held_.size() < head_bytes) return false;
        auto const size = number_at(held_, 0, 3);
        wire_frame f;
        f.type = number_at(held_, 3, 1);
        f.flags = number_at(held_, 4, 1);
        f.stream = number_at(held_, 5, 4) & 0x7fffffff;
        if (f.type == NGHTTP2_DATA) {
            held_.erase(0, head_bytes);
            in_data_ = true;
            left_ = size;
            stream_ = f.stream;
            last_ = (f.flags & end_stream) != 0;
            return true;
        }
        if (held_.size() < head_bytes + size) return false;
        f.payload = held_.substr(head_bytes, size);
        held_.erase(0, head_bytes + size);
        on_frame(f);
        return true;
    }

    bool step_in_data()
    {
        if (held_.empty() && left_ != 0) return false;
        auto const piece = held_.substr(0, left_);
        held_.erase(0, piece.size());
        left_ -= piece.size();
        in_data_ = left_ != 0;
        on_data(stream_, piece, last_ && left_ == 0);
        return true;
    }

    std::string held_;
    bool in_data_ = false, last_ = false;
    std::size_t left_ = 0; // bytes of the DATA frame that have not come
    stream_number stream_ = 0;
};

/// Joins the frames of a header, and decompresses it. Each header of a direction has to pass through it, in
/// order.
class header_reader {
public:
    header_reader() { nghttp2_hd_inflate_new(&inflater_); }
    header_reader(header_reader const&) = delete;
    ~header_reader() { nghttp2_hd_inflate_del(inflater_); }

    /// Takes a HEADERS or CONTINUATION frame. Returns true when the header is whole, in `fields` and `ends`.
    bool add(wire_frame const& f)
    {
        constexpr unsigned padded = 8, priority = 32, end_headers = 4, end_stream = 1;
        std::string_view block = f.payload;
        if (f.type == NGHTTP2_HEADERS) {
            ends = (f.flags & end_stream) != 0;
            if ((f.flags & padded) != 0) {
                auto const padding = number_at(block, 0, 1);
                block = block.substr(1, block.size() - 1 - padding);
            }
            if ((f.flags & priority) != 0) block.remove_prefix(5);
        }
        block_.append(block);
        if ((f.flags & end_headers) == 0) return false;
        decompress();
        return true;
    }

    wire_fields fields;
    bool ends = false; ///< nothing follows the header

private:
    void decompress()
    {
        fields.clear();
        auto const* in = reinterpret_cast<std::uint8_t const*>(block_.data());
        auto left = block_.size();
        for (int flags = 0; (flags & NGHTTP2_HD_INFLATE_FINAL) == 0;) {
            nghttp2_nv field{};
            flags = 0;
            auto const n = nghttp2_hd_inflate_hd2(inflater_, &field, &flags, in, left, 1);
            if (n < 0) throw std::runtime_error("the oracle cannot read a header");
            in += n;
            left -= static_cast<std::size_t>(n);
            auto const text = [](std::uint8_t const* bytes, std::size_t size) {
                return std::string(reinterpret_cast<char const*>(bytes), size);
            };
            if ((flags & NGHTTP2_HD_INFLATE_EMIT) != 0)
                fields[text(field.name, field.namelen)] = text(field.value, field.valuelen);
        }
        nghttp2_hd_inflate_end_headers(inflater_);
        block_.clear();
    }

    nghttp2_hd_inflater* inflater_ = nullptr;
    std::string block_;
};

class http2_wire final : public wire_reader {
public:
    http2_wire(wire_log& log, std::shared_ptr<write_state const> writes)
        : log_(log), writes_(std::move(writes))
    {
        out_.on_frame = [this](wire_frame const& f) { asked(f); };
        out_.on_data = [](stream_number, std::string_view, bool) {}; // bodies of requests do not matter
        in_.on_frame = [this](wire_frame const& f) { told(f); };
        in_.on_data = [this](stream_number id, std::string_view bytes, bool last) {
            auto* const x = find(id);
            if (!x) return log_.note_contact();
            x->bytes_came();
            x->body(bytes);
            if (last) end(id, exchange::end::complete);
        };
    }

    void sent(std::string_view bytes) override
    {
        if (!std::exchange(greeted_, true)) // the first write has all of the client's greeting
            bytes.remove_prefix(std::string_view(NGHTTP2_CLIENT_MAGIC).size());
        out_.feed(bytes);
        // A request that was cancelled while it waited to be written is ended by the same write. The server
        // is not really asked.
        for (auto const& [id, r] : std::exchange(asked_, {}))
            if (auto begun = log_.begin(r)) open_[id] = std::move(begun);
    }
    void received(std::string_view bytes) override { in_.feed(bytes); }
    void waits() override
    {
        for (auto const& [id, x] : open_) x->waits();
    }
    void write_failed() override {} // reading goes on, and finds the end
    void end(exchange::end how) noexcept override
    {
        for (auto const& [id, x] : std::exchange(open_, {})) x->end(how);
    }

private:
    exchange_recorder* find(stream_number id) const
    {
        auto const found = open_.find(id);
        return found == open_.end() ? nullptr : found->second.get();
    }
    void end(stream_number id, exchange::end how)
    {
        if (auto const ended = open_.extract(id)) ended.mapped()->end(how);
    }

    void asked(wire_frame const& f)
    {
        if (f.type == NGHTTP2_RST_STREAM) {
            asked_.erase(f.stream);
            return end(f.stream, exchange::end::dropped);
        }
        bool const is_header = f.type == NGHTTP2_HEADERS || f.type == NGHTTP2_CONTINUATION;
        if (!is_header || !requests_.add(f)) return;
        wire_request r;
        r.target = requests_.fields[":path"];
        r.accept = requests_.fields["accept"];
        r.http2 = true;
        r.writes = writes_;
        r.reused = std::exchange(used_, true);
        asked_[f.stream] = std::move(r);
    }

    void told(wire_frame const& f)
    {
        bool const is_header = f.type == NGHTTP2_HEADERS || f.type == NGHTTP2_CONTINUATION;
        if (f.type == NGHTTP2_RST_STREAM) return end(f.stream, exchange::end::broken);
        if (f.type == NGHTTP2_GOAWAY) return refuse_above(number_at(f.payload, 0, 4));
        if (!is_header || !answers_.add(f)) return;
        auto* const x = find(f.stream);
        if (!x) return log_.note_contact();
        x->bytes_came();
        auto const status = static_cast<int>(version_number(answers_.fields[":status"]));
        if (status >= 200) x->head(status, answers_.fields);
        if (answers_.ends) end(f.stream, exchange::end::complete);
    }

    // The peer goes away, and has not looked at the requests with higher numbers.
    void refuse_above(stream_number last)
    {
        while (!open_.empty() && open_.rbegin()->first > last)
            end(open_.rbegin()->first, exchange::end::broken);
    }

    wire_log& log_;
    std::shared_ptr<write_state const> writes_;
    bool greeted_ = false, used_ = false;
    frame_cutter out_, in_;
    header_reader requests_, answers_;
    std::map<stream_number, wire_request> asked_; // by the present write
    std::map<stream_number, std::unique_ptr<exchange_recorder>> open_;
};

} // namespace

std::unique_ptr<wire_reader> read_http2(wire_log& log, std::shared_ptr<write_state const> writes)
{
    return std::make_unique<http2_wire>(log, std::move(writes));
}

} // namespace simulation
