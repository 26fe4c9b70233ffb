#pragma once

#include "api/source/collection_source.hpp"

#include <coinformer/api/transform.hpp>

#include <memory>

namespace coinformer::detail {

/// Reads a collection from another source, and applies a transform to each object that comes. So neither the
/// sources nor the reflector need to know what a transform is, beyond that objects may be left out.
///
/// Lifetime   owns the other source.
class transformed_source final : public collection_source {
public:
    /// `by` has a function.
    transformed_source(std::unique_ptr<collection_source> from, untyped_transform by)
        : from_(std::move(from)), by_(std::move(by))
    {
    }

    std::string name(std::string const& ns) const override { return from_->name(ns); }
    bool streams_lists() const override { return from_->streams_lists(); }
    bool lists_exact_versions() const override { return from_->lists_exact_versions(); }
    [[nodiscard]] task<> ready() override { return from_->ready(); }
    [[nodiscard]] task<> while_open(task<> pause) override { return from_->while_open(std::move(pause)); }
    [[nodiscard]] task<std::unique_ptr<list_reading>> list(page_request what, needed_objects need) override;
    [[nodiscard]] task<std::unique_ptr<watch_reading>> watch(watch_request what,
                                                             needed_objects need) override;
    [[nodiscard]] task<bool> confirm(std::string ns, std::string version) override
    {
        return from_->confirm(std::move(ns), std::move(version));
    }
    [[nodiscard]] task<std::string> server_identity() override { return from_->server_identity(); }
    [[nodiscard]] task<std::unique_ptr<list_reading>> census(census_request what) override
    {
        return from_->census(std::move(what));
    }
    bool may_leave_out() const noexcept override { return true; }

private:
    std::unique_ptr<collection_source> from_;
    untyped_transform by_;
};

} // namespace coinformer::detail
