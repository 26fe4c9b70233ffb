#pragma once

#include "cut_bytes.hpp"

#include "transport/http/http1_codec.hpp"

#include <string>
#include <string_view>

namespace test {

/// Everything that a codec reports of the bytes of one answer, as text. Neighbouring pieces of the body are
/// joined.
class codec_transcript final : private coinformer::detail::codec_sink {
public:
    enum class end_of_input { stays_open, closes };

    static std::string of(std::string_view method, std::string_view bytes, cutting how, end_of_input end)
    {
        codec_transcript t;
        auto const codec = coinformer::detail::make_http1_codec();
        codec->open({method, "api:6443", "/api/v1/pods", {}, {}});
        codec->written(codec->output().size());
        how.apply(bytes, [&](std::string_view piece) {
            codec->feed(piece, t);
            return true;
        });
        if (end == end_of_input::closes) codec->close(t);
        return t.said_ + (codec->spent() ? "spent" : "") + (codec->draining() ? " draining" : "") + " room " +
               std::to_string(codec->room());
    }

private:
    void head(coinformer::detail::stream_id, int status,
              std::span<coinformer::detail::header_field const> fields) override
    {
        said_ += "status " + std::to_string(status) + '\n';
        for (auto const& f : fields) said_ += std::string(f.name) + '=' + std::string(f.value) + '\n';
    }
    void data(coinformer::detail::stream_id, std::string_view bytes) override { said_ += bytes; }
    void done(coinformer::detail::stream_id, coinformer::error_code why, std::string_view detail) override
    {
        said_ += "\nend: " + why.message() + ' ' + std::string(detail) + '\n';
    }

    std::string said_;
};

} // namespace test
