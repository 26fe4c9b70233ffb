#pragma once

#include "testing/http/request_target.hpp"

#include <coinformer/core/time_source.hpp>

#include <boost/json/object.hpp>

#include <string>
#include <string_view>

namespace coinformer::testing::detail {

/// The form in which one request wants objects: whole, their metadata alone (PartialObjectMetadata), or as
/// rows of a Table. The header Accept and the parameter includeObject say which. Used on the server's serial
/// executor, by the answer that it belongs to.
class object_view {
public:
    /// Whole objects.
    object_view() = default;
    /// Throws refusal: 406, and 400 for an unknown includeObject. `time` is needed for ages, which count when
    /// a row is written.
    object_view(request_target const& target, std::string_view accept, time_source& time);

    bool whole() const noexcept { return shows_ == shown::objects; }

    /// The text before the items of a list; `metadata` is that of the list, as JSON text.
    std::string list_opening(served_resource const& of, std::string_view metadata) const;
    std::string_view list_closing() const noexcept { return "]}\n"; }
    void append_item(std::string& out, served_resource const& of, boost::json::object const& body) const;

    /// Appends one object, alone or in an event. Only the first Table of a watch has the columns, as in a
    /// real server.
    void append_object(std::string& out, served_resource const& of, boost::json::object const& body);

private:
    enum class shown { objects, metadata, table };
    enum class row_object { none, metadata, whole };

    void append_metadata(std::string& out, boost::json::object const& body) const;

    shown shows_ = shown::objects;
    row_object in_rows_ = row_object::metadata;
    std::string version_;           // the version of meta.k8s.io that the client has named
    time_source* time_ = nullptr;   // for the ages in a table
    bool has_sent_columns_ = false; // true if a Table with the columns has been written
};

} // namespace coinformer::testing::detail
