#pragma once

#include <coinformer/api/client.hpp>
#include <coinformer/api/object_meta.hpp>

#include <string>

namespace coinformer {

struct table_metadata {
    text continue_; ///< for list_options::continue_token(); empty: the last page
};
BOOST_DESCRIBE_STRUCT(table_metadata, (), (continue_))

struct table_column {
    text name;
    std::int32_t priority = 0; ///< above 0: with `kubectl get -o wide` only
};
BOOST_DESCRIBE_STRUCT(table_column, (), (name, priority))

struct table_row {
    list<raw_json> cells;   ///< strings, ages among them, numbers, or null: one for each column
    object_metadata object; ///< whose row it is
};
BOOST_DESCRIBE_STRUCT(table_row, (), (cells, object))

/// What kubectl prints of objects of any kind: the server says which columns there are, and what is in them. For
/// list_table() and for `watcher<table>`, whose events have a row each. No informer keeps it: it has no name.
struct table {
    table_metadata metadata;
    list<table_column> columnDefinitions; ///< in a watch only of the first event of a connection
    list<table_row> rows;
};
BOOST_DESCRIBE_STRUCT(table, (), (metadata, columnDefinitions, rows))

namespace detail {

template <>
inline constexpr bool is_table<table> = true;

} // namespace detail

/// A collection, or one namespace of it, as a table: one page of list_options::limit() rows, or all (0). Its
/// resource_version() is where a watch begins.
/// Errors     those of client::request(); errc::unexpected_content when the server has no table of this kind.
[[nodiscard]] task<object_ptr<table>> list_table(client api, resource of, std::string ns = {}, list_options which = {});

} // namespace coinformer
