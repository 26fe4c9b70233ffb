#include "cache/reflector/collection_position.hpp"

#include "api/client/watch_rules.hpp"

#include <coinformer/core/error.hpp>

#include <utility>

namespace coinformer::detail {

bool collection_position::take_list_version(std::string const& version)
{
    bool const may_be_new_history = std::exchange(perhaps_replaced_, false) || goes_back(version, version_);
    version_ = version;
    has_begun_ = true;
    list_has_version_ = !version_.empty();
    return may_be_new_history;
}

bool collection_position::advance(std::string_view version)
{
    bool const is_new = version_ != version;
    version_ = version;
    return is_new;
}

bool collection_position::is_older(std::string_view version) const
{
    return list_has_version_ && goes_back(version, version_);
}

void collection_position::check_goes_forward(std::string_view version) const
{
    if (!is_older(version)) return;
    throw api_error(errc::history_replaced, "",
                    "the server is at version " + std::string(version) + ", before the known version " +
                        version_);
}

} // namespace coinformer::detail
