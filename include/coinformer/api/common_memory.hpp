#pragma once

#include <cstddef>

namespace coinformer {

/// The memory of texts that all collections of the process have in common, in bytes as glibc's allocator
/// hands them out. It cannot be shared out among the collections: a text in two of them would be gone only
/// when both had dropped it.
struct common_memory {
    /// The characters of all interned_text, and the table in which they are found. They go with the last
    /// object that has them.
    std::size_t interned_texts = 0;
    /// The sets of label keys that many objects have in common. They stay as long as the process, and take 1
    /// MB at most.
    std::size_t label_keys = 0;
    /// The dictionaries of compressed objects, about 180 KB each. They stay as long as the process: four of
    /// them at most for each projection that has a compressed_object.
    std::size_t dictionaries = 0;

    std::size_t total() const noexcept { return interned_texts + label_keys + dictionaries; }
};

/// Returns what such texts take now.
///
///     auto const common = measure_common_memory();
///     std::cout << common.interned_texts << " bytes of interned texts\n";
///
/// Threads    any. It takes the locks of the tables, one after the other, each for a moment.
common_memory measure_common_memory();

} // namespace coinformer
