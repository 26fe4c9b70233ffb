#pragma once

#include "api/object/object_share.hpp"
#include "api/stream/list_decoder.hpp"
#include "cache/reflector/delta_fifo.hpp"

#include <coinformer/cache/informer_options.hpp>
#include <coinformer/cache/key_share.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer::detail {

/// The share of its collection that a reflector reads. It counts the objects of other shares, and knows how
/// far a watch has got that brings nothing else.
///
/// States     Between two attempts the share may change, so each attempt begins with begin(). The pointer
/// that
///            wanted() returns is valid until the next one.
/// Threads    the client's strand.
class collection_share {
public:
    /// `from` is null if the informer reads everything. `status` outlives this object.
    collection_share(std::shared_ptr<key_share> from, reflector_status& status)
        : from_(std::move(from)), status_(status)
    {
    }
    collection_share(collection_share const&) = delete;

    /// Asks which share is to be read from now on.
    void begin()
    {
        wanted_.reset();
        passed_.clear();
        if (!from_) return;
        auto held = from_->held();
        if (!held.is_all()) wanted_.emplace(from_->field(), std::move(held));
    }
    /// Returns null if everything is wanted.
    object_share const* wanted() const noexcept { return wanted_ ? &*wanted_ : nullptr; }

    /// A foreign object has come.
    void note_foreign() noexcept { ++status_.foreign; }
    /// A page of a list is complete. The echo in its metadata proves that the server has filtered it. A list
    /// of metadata alone has no echo, so that its absence proves something only if foreign objects come.
    void note_page(list_meta const& page) const
    {
        if (!page.shard_selector.empty())
            status_.server_shards = true;
        else if (status_.foreign != 0)
            status_.server_shards = false;
    }

    /// A watch has brought a change with this version.
    void note_change(bool is_foreign, std::string_view version)
    {
        passed_.clear();
        if (is_foreign) passed_ = version;
    }
    /// Tells the store how far the watch has got, if the last changes were foreign. Called once for all
    /// changes that arrived together, so that foreign ones cost no delta each.
    void queue_progress(delta_fifo& queue, std::string const& ns)
    {
        if (passed_.empty()) return;
        collection_bookmark reached{.version = std::exchange(passed_, {}), .ns = ns};
        queue.push(std::make_unique<collection_bookmark>(std::move(reached)));
    }

private:
    std::shared_ptr<key_share> const from_;
    reflector_status& status_;
    std::optional<object_share> wanted_;
    std::string passed_; // the version of the last change of the watch, if it was foreign
};

} // namespace coinformer::detail
