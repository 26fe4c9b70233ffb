#pragma once

#include "testing/http/request_target.hpp"

#include <coinformer/core/time_source.hpp>

#include <boost/json/object.hpp>

#include <string>
#include <string_view>

namespace coinformer::testing {

/// In which form a client wants to see objects: whole, their metadata alone (PartialObjectMetadata), or as rows of a
/// Table. What it is of one client's request is told by Accept and by includeObject.
class object_view {
public:
    /// Whole.
    object_view() = default;
    /// Throws refusal: 406, and 400 for an includeObject that is none. `time` tells ages, each
    /// when its row is written.
    object_view(request_target const& target, std::string_view accept, time_source& time);

    bool whole() const noexcept { return shows_ == shown::objects; }

    /// A list around its items; `metadata` is the list's, as JSON text.
    std::string list_opening(served_resource const& of, std::string_view metadata) const;
    std::string_view list_closing() const noexcept { return "]}\n"; }
    void append_item(std::string& out, served_resource const& of, boost::json::object const& body) const;

    /// One object, alone or in an event. A Table's columns are told once only, in the first.
    void append_object(std::string& out, served_resource const& of, boost::json::object const& body);

private:
    enum class shown { objects, metadata, table };
    enum class row_object { none, metadata, whole };

    void append_metadata(std::string& out, boost::json::object const& body) const;

    shown shows_ = shown::objects;
    row_object in_rows_ = row_object::metadata;
    std::string version_;         // of meta.k8s.io
    time_source* time_ = nullptr; // of a table
    bool columns_told_ = false;
};

} // namespace coinformer::testing
