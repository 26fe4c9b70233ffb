#pragma once

#include "api/client/source_context.hpp"
#include "api/source/collection_source.hpp"

#include <memory>

namespace coinformer::detail {

/// Reads a collection from a list_watch of the user's. Exceptions of the user's code become errors that the
/// reflector can act on, and answers are reported to the record of outages. The list_watch need not know of
/// shares: foreign objects are sorted out here.
class own_source final : public collection_source {
public:
    /// `context` outlives this object.
    own_source(std::unique_ptr<untyped_list_watch> from, source_context& context);

    std::string name(std::string const& ns) const override;
    bool streams_lists() const override { return from_->streams_lists(); }
    [[nodiscard]] task<std::unique_ptr<list_reading>> list(page_request what, needed_objects need) override;
    [[nodiscard]] task<std::unique_ptr<watch_reading>> watch(watch_request what,
                                                             needed_objects need) override;
    [[nodiscard]] task<bool> confirm(std::string ns, std::string version) override;
    [[nodiscard]] task<std::string> server_identity() override { co_return "source " + name_; }

private:
    std::unique_ptr<untyped_list_watch> from_;
    std::string name_;
    source_context& context_;
};

} // namespace coinformer::detail
