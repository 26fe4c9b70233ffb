#include "api/object/zstd_dictionary.hpp"
#include "core/process_wide.hpp"

#include <zdict.h>
#include <zstd.h>

#include <array>
#include <atomic>
#include <mutex>
#include <new>
#include <stdexcept>

namespace coinformer::detail {

namespace {

constexpr int level = 1; // the fastest of zstd's usual levels
constexpr std::string_view magic = "\x28\xb5\x2f\xfd";
// An upper bound for what zstd puts in front of the content, in bytes.
constexpr std::size_t statistics = 4096;

/// All dictionaries of the process. The lock guards the making of a new one; reading needs no lock.
struct dictionary_registry {
    dictionary_registry() = default;
    dictionary_registry(dictionary_registry const&) = delete;
    ~dictionary_registry()
    {
        for (auto const& one : by_number) delete one.load();
    }

    std::mutex lock;
    unsigned count = 0; // numbers begin at 1, because 0 means "none" to zstd
    std::array<std::atomic<zstd_dictionary const*>, zstd_dictionary::most> by_number{};
};

dictionary_registry& all_dictionaries()
{
    static auto& one = process_wide<dictionary_registry>();
    return one;
}

struct free_context {
    void operator()(ZSTD_CCtx* c) const noexcept { ZSTD_freeCCtx(c); }
    void operator()(ZSTD_DCtx* c) const noexcept { ZSTD_freeDCtx(c); }
};

template <class Context>
Context* made(Context* c)
{
    if (!c) throw std::bad_alloc();
    return c;
}

ZSTD_CCtx* compressing()
{
    thread_local std::unique_ptr<ZSTD_CCtx, free_context> const one(made(ZSTD_createCCtx()));
    return one.get();
}

ZSTD_DCtx* decompressing()
{
    thread_local std::unique_ptr<ZSTD_DCtx, free_context> const one(made(ZSTD_createDCtx()));
    return one.get();
}

// Returns the dictionary, or an empty text if zstd cannot make one of the samples.
std::string bytes_of_dictionary(std::vector<std::string> const& samples, unsigned number)
{
    std::string content, others; // samples go to them by turns, because neighbours are alike
    std::vector<std::size_t> sizes;
    for (std::size_t i = 0; i != samples.size(); ++i) {
        (i % 2 == 0 ? content : others) += samples[i];
        if (i % 2 != 0) sizes.push_back(samples[i].size());
    }
    std::string bytes(statistics + content.size(), '\0');
    ZDICT_params_t const how{.compressionLevel = level, .notificationLevel = 0, .dictID = number};
    auto const size =
        ZDICT_finalizeDictionary(bytes.data(), bytes.size(), content.data(), content.size(), others.data(),
                                 sizes.data(), static_cast<unsigned>(sizes.size()), how);
    bytes.resize(ZDICT_isError(size) ? 0 : size);
    return bytes;
}

[[noreturn]] void damaged()
{
    throw std::logic_error("a compressed object in memory is damaged");
}

} // namespace

zstd_dictionary::zstd_dictionary(std::string const& bytes)
    : to_compress_(made(ZSTD_createCDict(bytes.data(), bytes.size(), level))),
      to_decompress_(made(ZSTD_createDDict(bytes.data(), bytes.size())))
{
}

zstd_dictionary const* zstd_dictionary::make(std::vector<std::string> const& samples)
{
    auto& r = all_dictionaries();
    std::lock_guard const hold(r.lock);
    if (r.count == most) return nullptr;
    auto const bytes = bytes_of_dictionary(samples, r.count + 1);
    if (bytes.empty()) return nullptr;
    auto const* const one = new zstd_dictionary(bytes);
    r.by_number[r.count++].store(one, std::memory_order_release);
    return one;
}

std::size_t dictionary_bytes()
{
    std::size_t all = 0;
    for (auto const& one : all_dictionaries().by_number)
        if (auto const* const d = one.load(std::memory_order_acquire))
            all += ZSTD_sizeof_CDict(d->to_compress()) + ZSTD_sizeof_DDict(d->to_decompress());
    return all;
}

std::string zstd_compress(std::string_view plain, zstd_dictionary const* with)
{
    std::string frame(ZSTD_compressBound(plain.size()), '\0');
    auto* const in = compressing();
    auto const size =
        with ? ZSTD_compress_usingCDict(in, frame.data(), frame.size(), plain.data(), plain.size(),
                                        with->to_compress())
             : ZSTD_compressCCtx(in, frame.data(), frame.size(), plain.data(), plain.size(), level);
    // The frame has room enough, so nothing but memory can be missing.
    if (ZSTD_isError(size)) throw std::bad_alloc();
    frame.resize(size);
    return frame;
}

bool is_zstd(std::string_view kept) noexcept
{
    return kept.starts_with(magic);
}

std::string zstd_decompress(std::string_view frame)
{
    auto const size = ZSTD_getFrameContentSize(frame.data(), frame.size());
    if (size >= ZSTD_CONTENTSIZE_ERROR) damaged(); // the size is an error, or not known
    auto const number = ZSTD_getDictID_fromFrame(frame.data(), frame.size());
    ZSTD_DDict const* with = nullptr;
    if (number != 0) {
        auto const* const known =
            number <= zstd_dictionary::most
                ? all_dictionaries().by_number[number - 1].load(std::memory_order_acquire)
                : nullptr;
        if (!known) damaged();
        with = known->to_decompress();
    }
    std::string plain(size, '\0');
    auto const written = ZSTD_decompress_usingDDict(decompressing(), plain.data(), plain.size(), frame.data(),
                                                    frame.size(), with);
    if (written != plain.size()) damaged();
    return plain;
}

} // namespace coinformer::detail
