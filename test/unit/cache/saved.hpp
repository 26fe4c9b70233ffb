#pragma once

#include "cache/store/store.hpp"
#include "cache/warm/snapshot_reader.hpp"
#include "cache/warm/snapshot_writer.hpp"
#include "memory_source.hpp"

#include <string>
#include <vector>

namespace test {

/// Keeps the bytes of a snapshot in memory.
class string_sink final : public coinformer::snapshot_sink {
public:
    void append(std::string_view bytes) override { bytes_ += bytes; }
    void commit() override { is_committed = true; }
    std::string const& bytes() const { return bytes_; }
    bool is_committed = false;

private:
    std::string bytes_;
};

inline coinformer::detail::snapshot_origin const usual_origin{"server-1", "v1/items", "all"};

/// Returns a snapshot of these objects, whose keys differ.
inline coinformer::detail::snapshot_ref snapshot_of(std::vector<coinformer::detail::object_ref> objects,
                                                    std::string const& version = "1000")
{
    coinformer::detail::store store;
    coinformer::detail::store::replacement all{.gone = {}, .put = std::move(objects)};
    store.replace(all, version);
    return store.snapshot();
}

/// Returns the bytes of a snapshot file with these objects, which are of the projection T.
template <class T>
std::string saved(std::vector<coinformer::detail::object_ref> objects, std::string const& version = "1000",
                  coinformer::detail::snapshot_origin const& origin = usual_origin)
{
    string_sink sink;
    write_snapshot(snapshot_of(std::move(objects), version), {version},
                   coinformer::detail::object_type_of<T>(), origin, sink);
    return sink.bytes();
}

template <class T>
coinformer::detail::restored_snapshot
restored(std::string_view bytes, coinformer::detail::snapshot_origin const& origin = usual_origin)
{
    memory_source source(bytes);
    return read_snapshot(source, coinformer::detail::object_type_of<T>(), origin);
}

} // namespace test
