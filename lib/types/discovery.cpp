// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/discovery/v1/endpoint_slice.hpp>

namespace coinformer::detail {

namespace here = types::discovery;

constexpr member v1_endpoint_conditions_rows[] = {COINFORMER_ROW(v1::endpoint_conditions, ready),
    COINFORMER_ROW(v1::endpoint_conditions, serving), COINFORMER_ROW(v1::endpoint_conditions, terminating)};
constinit member_type const compiled_members<here::v1::endpoint_conditions>::type =
    record_of<here::v1::endpoint_conditions>(v1_endpoint_conditions_rows);
constexpr member v1_for_zone_rows[] = {COINFORMER_ROW(v1::for_zone, name)};
constinit member_type const compiled_members<here::v1::for_zone>::type =
    record_of<here::v1::for_zone>(v1_for_zone_rows);
constexpr member v1_for_node_rows[] = {COINFORMER_ROW(v1::for_node, name)};
constinit member_type const compiled_members<here::v1::for_node>::type =
    record_of<here::v1::for_node>(v1_for_node_rows);
constexpr member v1_endpoint_hints_rows[] = {COINFORMER_ROW(v1::endpoint_hints, forZones),
    COINFORMER_ROW(v1::endpoint_hints, forNodes)};
constinit member_type const compiled_members<here::v1::endpoint_hints>::type =
    record_of<here::v1::endpoint_hints>(v1_endpoint_hints_rows);
constexpr member v1_endpoint_rows[] = {COINFORMER_ROW(v1::endpoint, addresses), COINFORMER_ROW(v1::endpoint,
    conditions), COINFORMER_ROW(v1::endpoint, hostname), COINFORMER_ROW(v1::endpoint, targetRef),
    COINFORMER_ROW(v1::endpoint, deprecatedTopology), COINFORMER_ROW(v1::endpoint, nodeName),
    COINFORMER_ROW(v1::endpoint, zone), COINFORMER_ROW(v1::endpoint, hints)};
constinit member_type const compiled_members<here::v1::endpoint>::type =
    record_of<here::v1::endpoint>(v1_endpoint_rows);
constexpr member v1_endpoint_port_rows[] = {COINFORMER_ROW(v1::endpoint_port, name), COINFORMER_ROW(v1::endpoint_port,
    protocol), COINFORMER_ROW(v1::endpoint_port, port), COINFORMER_ROW(v1::endpoint_port, appProtocol)};
constinit member_type const compiled_members<here::v1::endpoint_port>::type =
    record_of<here::v1::endpoint_port>(v1_endpoint_port_rows);
constexpr member v1_endpoint_slice_rows[] = {COINFORMER_ROW(v1::endpoint_slice, metadata),
    COINFORMER_ROW(v1::endpoint_slice, endpoints), COINFORMER_ROW(v1::endpoint_slice, ports),
    COINFORMER_ROW(v1::endpoint_slice, addressType)};
constinit member_type const compiled_members<here::v1::endpoint_slice>::type =
    record_of<here::v1::endpoint_slice>(v1_endpoint_slice_rows);
constexpr member v1_endpoint_slice_summary_endpoint_port_rows[] =
    {COINFORMER_ROW(v1::endpoint_slice_summary::endpoint_port, name),
    COINFORMER_ROW(v1::endpoint_slice_summary::endpoint_port, protocol),
    COINFORMER_ROW(v1::endpoint_slice_summary::endpoint_port, port)};
constinit member_type const compiled_members<here::v1::endpoint_slice_summary::endpoint_port>::type =
    record_of<here::v1::endpoint_slice_summary::endpoint_port>(v1_endpoint_slice_summary_endpoint_port_rows);
constexpr member v1_endpoint_slice_summary_endpoint_rows[] = {COINFORMER_ROW(v1::endpoint_slice_summary::endpoint,
    addresses)};
constinit member_type const compiled_members<here::v1::endpoint_slice_summary::endpoint>::type =
    record_of<here::v1::endpoint_slice_summary::endpoint>(v1_endpoint_slice_summary_endpoint_rows);
constexpr member v1_endpoint_slice_summary_rows[] = {COINFORMER_ROW(v1::endpoint_slice_summary, metadata),
    COINFORMER_ROW(v1::endpoint_slice_summary, addressType), COINFORMER_ROW(v1::endpoint_slice_summary, ports),
    COINFORMER_ROW(v1::endpoint_slice_summary, endpoints)};
constinit member_type const compiled_members<here::v1::endpoint_slice_summary>::type =
    record_of<here::v1::endpoint_slice_summary>(v1_endpoint_slice_summary_rows);

} // namespace coinformer::detail
