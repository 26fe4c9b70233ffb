#include "api/stream/list_decoder.hpp"

#include "api/json/object_reader.hpp"
#include "api/object/builder.hpp"
#include "core/process_wide.hpp"

#include <boost/describe/class.hpp>

namespace coinformer::detail {

namespace {

// By which shard the server has filtered a list (KEP-5866).
struct page_shard {
    std::string selector;
};
BOOST_DESCRIBE_STRUCT(page_shard, (), (selector))

// The part of ListMeta that is read.
struct page_meta {
    std::string resourceVersion;
    std::string continue_;
    std::optional<std::uint64_t> remainingItemCount;
    page_shard shardInfo;
};
BOOST_DESCRIBE_STRUCT(page_meta, (), (resourceVersion, continue_, remainingItemCount, shardInfo))

} // namespace

detail::schema const& list_decoder::meta_fields()
{
    static auto const& fields =
        process_wide<detail::schema>(detail::member_type_of<page_meta>, detail::schema::kind::plain);
    return fields;
}

void list_decoder::set_meta(detail::scanned_object const& found)
{
    page_meta read;
    detail::object_builder().fill(meta_fields().root(), &read, found.entries());
    meta_ = {std::move(read.resourceVersion), std::move(read.continue_), read.remainingItemCount,
             std::move(read.shardInfo.selector)};
}

std::string list_decoder::meta_mistake(decode_fault fault) const
{
    auto const f = without_credentials(std::move(fault), mask_);
    return "metadata: " + (f.path.empty() ? "" : f.path + ": ") + "expected " + f.expected + ", found " +
           f.found;
}

} // namespace coinformer::detail
