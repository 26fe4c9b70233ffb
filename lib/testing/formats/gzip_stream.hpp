#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace coinformer::testing::detail {

/// Compresses text piece by piece to members of a gzip file (RFC 1952).
class gzip_stream {
public:
    gzip_stream();
    ~gzip_stream();

    /// Compresses text, and returns the bytes that are ready. zlib may keep more bytes back until text
    /// follows.
    std::string add(std::string_view text);
    /// Compresses the last text, and returns the rest of the member. The next add() begins a new member.
    std::string finish(std::string_view text);
    /// As add(), but keeps nothing back, so that a reader gets all of the text.
    std::string flush(std::string_view text);

private:
    struct deflater;
    std::unique_ptr<deflater> deflater_;
};

/// Returns the text as a member of its own. As a real server's members, it has a flush before its end. Go's
/// reader returns the text before a flush at once, but keeps the text before the end until it has seen the
/// beginning of the next member.
std::string gzipped(std::string_view text);

} // namespace coinformer::testing::detail
