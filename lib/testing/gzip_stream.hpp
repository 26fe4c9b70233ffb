#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace coinformer::testing {

/// Compresses text to one member of a gzip file, piece by piece.
class gzip_stream {
public:
    gzip_stream();
    ~gzip_stream();

    /// Bytes that are ready; more wait for what follows.
    std::string add(std::string_view text);
    /// The last bytes; `text` is the end of what is compressed. The next add() begins a new member.
    std::string finish(std::string_view text);

private:
    struct deflater;
    std::unique_ptr<deflater> deflater_;
};

std::string gzipped(std::string_view text);

} // namespace coinformer::testing
