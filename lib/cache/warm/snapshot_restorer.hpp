#pragma once

#include "cache/warm/snapshot_reader.hpp"
#include "cache/warm/snapshot_saver.hpp"
#include "cache/warm/warm_facts.hpp"
#include "core/permits.hpp"

#include <coinformer/cache/delta.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace coinformer::detail {

/// Reads an informer's snapshot once, and gives each reflector the objects of its namespace.
///
/// States     Not read; read: the parts that nobody has taken are in `parts_`, which is empty if the snapshot
///            was refused.
/// Threads    the client's strand. The snapshot is read on a thread of its own, unless its storage does not
///            block.
/// Lifetime   It belongs to the informer, as does what `facts` refers to.
class snapshot_restorer {
public:
    snapshot_restorer(warm_facts const& facts, snapshot_saver& saver) noexcept : facts_(facts), saver_(saver)
    {
    }

    /// Returns the objects of a namespace as a list at the snapshot's version, or nothing if there is no
    /// snapshot that fits. complete_list::share is the share that the snapshot is of, and all hashes if the
    /// informer has no share; there may be objects of other shares, too. The first call reads the snapshot,
    /// and the log says what became of it.
    ///
    /// Cancel     At any time; a thread that reads is told to stop, and is waited for.
    /// Errors     those of collection_source::server_identity(); std::bad_alloc.
    [[nodiscard]] task<std::optional<complete_list>> take(std::string ns) &;
    /// A reflector goes on from its part.
    void note_accepted() const;
    /// A reflector reads its collection, because this process holds nothing of the share of its part.
    void note_other_share() const;
    /// A reflector reads its collection instead of going on from its part, because the server has answered
    /// so.
    void note_refused(std::string const& ns, error_code why) const;

private:
    [[nodiscard]] task<> read() &;
    [[nodiscard]] task<> load(std::function<void(snapshot_storage&)> work) &;
    void note_slow() const;
    void refuse(snapshot_refusal why, std::string const& details) const;

    warm_facts const& facts_;
    snapshot_saver& saver_; // knows from here on what is stored already
    permits one_{1};        // one reflector reads, and the others wait
    bool is_read_ = false;
    std::map<std::string, complete_list> parts_; // by namespace
};

} // namespace coinformer::detail
