#include <coinformer/api/decode_fault.hpp>

#include "core/printable.hpp"

#include <coinformer/api/resource.hpp>

namespace coinformer {

using namespace detail;

namespace {

// Returns a part of the message, which may come from the server, in one line and with a bounded length.
std::string shown(std::string const& text)
{
    constexpr std::size_t longest = 300; // Kubernetes has no names of more than 253 characters
    return text.size() <= longest ? printable(text) : printable(text.substr(0, longest)) + "...";
}

} // namespace

std::string decode_fault::message() const
{
    std::string text =
        name.empty() ? "object without a known name" : to_string(object_key{shown(ns), shown(name)});
    text += ": ";
    if (!path.empty()) text += shown(path) + ": ";
    if (expected.empty()) return text + make_error_code(code).message();
    return text + "expected " + shown(expected) + ", found " + shown(found);
}

} // namespace coinformer
