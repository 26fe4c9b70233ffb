// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::scheduling::v1beta1 {

struct single_disruption_mode {
};

struct all_disruption_mode {
};

struct disruption_mode {
    boxed<single_disruption_mode> single;
    boxed<all_disruption_mode> all;
};

} // namespace coinformer::types::scheduling::v1beta1

namespace coinformer::detail {

template <> struct compiled_members<types::scheduling::v1beta1::single_disruption_mode> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1beta1::all_disruption_mode> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1beta1::disruption_mode> { static member_type const type; };

} // namespace coinformer::detail
