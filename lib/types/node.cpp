// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/node/v1/runtime_class.hpp>

namespace coinformer::detail {

namespace here = types::node;

constexpr member v1_overhead_rows[] = {COINFORMER_ROW(v1::overhead, podFixed)};
constinit member_type const compiled_members<here::v1::overhead>::type =
    record_of<here::v1::overhead>(v1_overhead_rows);
constexpr member v1_scheduling_rows[] = {COINFORMER_ROW(v1::scheduling, nodeSelector), COINFORMER_ROW(v1::scheduling,
    tolerations)};
constinit member_type const compiled_members<here::v1::scheduling>::type =
    record_of<here::v1::scheduling>(v1_scheduling_rows);
constexpr member v1_runtime_class_rows[] = {COINFORMER_ROW(v1::runtime_class, metadata),
    COINFORMER_ROW(v1::runtime_class, handler), COINFORMER_ROW(v1::runtime_class, overhead),
    COINFORMER_ROW(v1::runtime_class, scheduling)};
constinit member_type const compiled_members<here::v1::runtime_class>::type =
    record_of<here::v1::runtime_class>(v1_runtime_class_rows);
constexpr member v1_runtime_class_summary_rows[] = {COINFORMER_ROW(v1::runtime_class_summary, metadata),
    COINFORMER_ROW(v1::runtime_class_summary, handler)};
constinit member_type const compiled_members<here::v1::runtime_class_summary>::type =
    record_of<here::v1::runtime_class_summary>(v1_runtime_class_summary_rows);

} // namespace coinformer::detail
