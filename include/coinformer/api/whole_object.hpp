#pragma once

#include <coinformer/api/compact.hpp>

#include <string>
#include <string_view>

namespace coinformer {

/// All of an object but metadata.managedFields (who set which field when, often a third of all bytes), in the form in
/// which it came: JSON, or with encoding::protobuf, which takes about half of it. A member of a projection's root,
/// beside others if one likes; the member's own name means nothing.
///
/// Fields    of built-in kinds in protobuf: those that Kubernetes 1.37 has. Neither form has `kind` and `apiVersion` in
/// a
///           list, JSON has them in a watch.
class whole_object {
public:
    /// What a JSON pointer (RFC 6901: "/spec/containers/0/image") leads to, in the names of the API: a string without
    /// quotes and escapes, anything else as JSON; empty for null and where there is nothing.
    /// Time: one pass over what stands before it. Errors: errc::bad_request for a pointer that does not begin with '/'.
    std::string text_at(std::string_view pointer) const;
    /// The same as JSON, strings too; of an empty pointer that of the whole object. Empty: there is nothing.
    std::string json_at(std::string_view pointer) const;
    /// What is kept.
    std::size_t size_bytes() const noexcept { return ref_.size; }

private:
    std::string_view kept() const noexcept { return {ref_.data<char>(), ref_.size}; }
    detail::block_ref ref_;
};

/// The same, compressed (zstd, with a dictionary of objects that came before) where that takes less: a tenth to a
/// quarter of the bytes. For objects that are kept for a rare question. What is often asked for is better declared
/// beside it.
///
/// It is compressed only if the library was built with zstd (COINFORMER_WITH_ZSTD); otherwise it is a whole_object.
///
/// Time       some microseconds more for each object decoded, and for each read: all of it is decompressed.
/// Memory     beside the objects: dictionaries, 140 KB each, up to four for each form and projection (in protobuf also
///            for each kind), the first after 256 KB of objects, never freed; a thread that decodes keeps some 100 KB
///            (600 KB after objects of 1 MB, for a while), one that reads 93 KB. A projection that is used for one
///            kind alone compresses best.
class compressed_object : public whole_object {};

} // namespace coinformer
