#include <coinformer/api/decode_fault.hpp>

#include <coinformer/api/resource.hpp>

namespace coinformer {

std::string decode_fault::message() const
{
    std::string text = name.empty() ? "object without a known name" : to_string(object_key{ns, name});
    text += ": ";
    if (!path.empty()) text += path + ": ";
    if (expected.empty()) return text + make_error_code(code).message();
    return text + "expected " + expected + ", found " + found;
}

} // namespace coinformer
