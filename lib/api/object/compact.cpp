#include <coinformer/api/compact.hpp>

#include <coinformer/api/json_types.hpp>
#include <coinformer/api/labels.hpp>

#include <ostream>

namespace coinformer {

std::ostream& operator<<(std::ostream& out, text const& t)
{
    return out << t.view();
}

std::ostream& operator<<(std::ostream& out, int_or_string const& v)
{
    return v.is_int() ? out << v.as_int() : out << v.as_string();
}

std::map<std::string, std::string> labels::to_owned() const
{
    std::map<std::string, std::string> copy;
    for (auto const [key, value] : *this) copy.try_emplace(std::string(key), value);
    return copy;
}

} // namespace coinformer
