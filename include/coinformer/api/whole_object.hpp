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

} // namespace coinformer
