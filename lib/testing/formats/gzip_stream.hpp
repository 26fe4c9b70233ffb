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
    /// As add(), but nothing waits: a reader gets all of it.
    std::string flush(std::string_view text);

private:
    struct deflater;
    std::unique_ptr<deflater> deflater_;
};

/// A member of its own. As a real server's, it has a flush before its end: Go's reader gives out what came before a
/// flush at once, but keeps what came with the end until it has seen the next member's beginning.
std::string gzipped(std::string_view text);

} // namespace coinformer::testing
