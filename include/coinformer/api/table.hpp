#pragma once

#include <coinformer/api/client.hpp>
#include <coinformer/api/object_meta.hpp>

#include <string>

namespace coinformer {

/// The part of a table's metadata that a reader of several pages needs.
struct table_metadata {
    text continue_; ///< for list_options::continue_token(); empty after the last page
};
BOOST_DESCRIBE_STRUCT(table_metadata, (), (continue_))

/// One column, as the server declares it.
struct table_column {
    text name;
    std::int32_t priority = 0; ///< kubectl shows columns above 0 only with `-o wide`
};
BOOST_DESCRIBE_STRUCT(table_column, (), (name, priority))

/// One row: what the columns show of one object.
struct table_row {
    list<raw_json> cells;   ///< one for each column: strings (also for ages), numbers, or null
    object_metadata object; ///< the metadata of the object in this row
};
BOOST_DESCRIBE_STRUCT(table_row, (), (cells, object))

/// What kubectl prints about objects of any kind: the server decides which columns there are, and what they
/// show. For list_table(), and for `watcher<table>`, whose events have one row each. An informer cannot keep
/// a table, because a table has no name.
struct table {
    table_metadata metadata;
    list<table_column> columnDefinitions; ///< in a watch, only in the first event of a connection
    list<table_row> rows;
};
BOOST_DESCRIBE_STRUCT(table, (), (metadata, columnDefinitions, rows))

namespace detail {

template <>
inline constexpr bool is_table<table> = true;

} // namespace detail

/// Reads a collection, or one namespace of it, as a table: one page of list_options::limit() rows, or
/// everything if that is 0. A watch may begin at the resource_version() of the result.
///
/// Errors     those of client::request(); errc::unexpected_content if the server makes no tables of this
///            kind, or if the answer is no JSON object, as the page of a proxy.
/// Cancel     at any time.
[[nodiscard]] task<object_ptr<table>> list_table(client api, resource of, std::string ns = {},
                                                 list_options which = {});

} // namespace coinformer
