#include <coinformer/api/common_memory.hpp>

#include "api/object/interned_texts.hpp"
#include "api/object/key_sets.hpp"
#include "api/object/zstd_dictionary.hpp"

namespace coinformer {

common_memory measure_common_memory()
{
    return {.interned_texts = detail::interned_text_bytes(),
            .label_keys = detail::shared_key_set_bytes(),
            .dictionaries = detail::dictionary_bytes()};
}

} // namespace coinformer
