#include "api/object/zstd_dictionary.hpp"
#include "core/process_wide.hpp"
#include "core/spare_pool.hpp"

#include <zdict.h>
#include <zstd.h>

#include <array>
#include <atomic>
#include <mutex>
#include <new>
#include <stdexcept>
#include <utility>

namespace coinformer::detail {

namespace {

constexpr int level = 1; // the fastest of zstd's usual levels
constexpr std::string_view magic = "\x28\xb5\x2f\xfd";
constexpr std::string_view dictionary_magic = "\x37\xa4\x30\xec";
constexpr std::size_t start_of_dictionary = 8; // behind the magic and the number
// An upper bound for what zstd puts in front of the content, in bytes.
constexpr std::size_t statistics = 4096;

struct free_context {
    void operator()(ZSTD_CCtx* c) const noexcept { ZSTD_freeCCtx(c); }
    void operator()(ZSTD_DCtx* c) const noexcept { ZSTD_freeDCtx(c); }
};

template <class Context>
using contexts = spare_pool<Context, free_context>;

template <class Context>
typename contexts<Context>::owner made(Context* c)
{
    if (!c) throw std::bad_alloc();
    return typename contexts<Context>::owner(c);
}

contexts<ZSTD_CCtx>::loan compressing()
{
    static auto& all = process_wide<contexts<ZSTD_CCtx>>();
    return {all, [] { return made(ZSTD_createCCtx()); }};
}

contexts<ZSTD_DCtx>::loan decompressing()
{
    static auto& all = process_wide<contexts<ZSTD_DCtx>>();
    return {all, [] { return made(ZSTD_createDCtx()); }};
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

// Writes a number of zstd: the low bytes come first.
void put_number(char* to, unsigned number, unsigned bytes) noexcept
{
    for (unsigned i = 0; i != bytes; ++i) to[i] = static_cast<char>(number >> 8 * i & 0xff);
}

} // namespace

/// All dictionaries of the process. The lock guards the making of a new one; reading needs no lock.
struct zstd_dictionary::registry {
    registry() = default;
    registry(registry const&) = delete;
    ~registry()
    {
        for (auto const& one : by_number) delete one.load();
    }
    // Call it with the lock. Returns nullptr if zstd refuses the bytes.
    zstd_dictionary const* add(std::string bytes)
    {
        std::unique_ptr<zstd_dictionary> made(new zstd_dictionary(std::move(bytes), first_number + count));
        if (!made->to_compress_ || !made->to_decompress_) return nullptr;
        by_number[count].store(made.get(), std::memory_order_release);
        ++count;
        return made.release();
    }

    std::mutex lock;
    unsigned count = 0;
    std::array<std::atomic<zstd_dictionary const*>, most> by_number{};
};

zstd_dictionary::registry& zstd_dictionary::all()
{
    static auto& one = process_wide<registry>();
    return one;
}

zstd_dictionary::zstd_dictionary(std::string bytes, unsigned number)
    : bytes_(std::move(bytes)), number_(number),
      to_compress_(ZSTD_createCDict(bytes_.data(), bytes_.size(), level)),
      to_decompress_(ZSTD_createDDict(bytes_.data(), bytes_.size()))
{
}

zstd_dictionary::~zstd_dictionary()
{
    ZSTD_freeCDict(to_compress_);
    ZSTD_freeDDict(to_decompress_);
}

zstd_dictionary const* zstd_dictionary::make(std::vector<std::string> const& samples)
{
    auto& r = all();
    std::lock_guard const hold(r.lock);
    if (r.count == most) return nullptr;
    auto bytes = bytes_of_dictionary(samples, first_number + r.count);
    return bytes.empty() ? nullptr : r.add(std::move(bytes));
}

zstd_dictionary const* zstd_dictionary::adopt(std::string bytes)
{
    if (bytes.size() <= start_of_dictionary || bytes.size() > most_bytes) return nullptr;
    if (!bytes.starts_with(dictionary_magic)) return nullptr; // zstd would take it for a text
    auto& r = all();
    std::lock_guard const hold(r.lock);
    for (unsigned i = 0; i != r.count; ++i) {
        auto const* const known = r.by_number[i].load(std::memory_order_relaxed);
        if (known->bytes().substr(start_of_dictionary) == std::string_view(bytes).substr(start_of_dictionary))
            return known;
    }
    if (r.count == most) return nullptr;
    put_number(bytes.data() + dictionary_magic.size(), first_number + r.count, 4);
    return r.add(std::move(bytes));
}

bool zstd_dictionary::is_full()
{
    return numbered(first_number + most - 1) != nullptr;
}

zstd_dictionary const* zstd_dictionary::numbered(unsigned number) noexcept
{
    if (number < first_number || number - first_number >= most) return nullptr;
    return all().by_number[number - first_number].load(std::memory_order_acquire);
}

std::size_t dictionary_bytes()
{
    std::size_t bytes = 0;
    for (unsigned i = 0; i != zstd_dictionary::most; ++i)
        if (auto const* const d = zstd_dictionary::numbered(zstd_dictionary::first_number + i))
            bytes += ZSTD_sizeof_CDict(d->to_compress()) + ZSTD_sizeof_DDict(d->to_decompress()) +
                     d->bytes().size();
    return bytes;
}

bool has_zstd() noexcept
{
    return true;
}

std::string zstd_compress(std::string_view plain, zstd_dictionary const* with)
{
    std::string frame(ZSTD_compressBound(plain.size()), '\0');
    auto const in = compressing();
    auto const size =
        with ? ZSTD_compress_usingCDict(in.get(), frame.data(), frame.size(), plain.data(), plain.size(),
                                        with->to_compress())
             : ZSTD_compressCCtx(in.get(), frame.data(), frame.size(), plain.data(), plain.size(), level);
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
    std::string plain;
    if (!try_zstd_decompress(frame, plain, plain.max_size()))
        throw std::logic_error("a compressed object in memory is damaged");
    return plain;
}

bool try_zstd_decompress(std::string_view frame, std::string& plain, std::size_t most)
{
    auto const size = ZSTD_getFrameContentSize(frame.data(), frame.size());
    if (size >= ZSTD_CONTENTSIZE_ERROR || size > most) return false; // an error, or not known
    if (ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size()) return false;
    auto const number = dictionary_of(frame);
    auto const* const with = zstd_dictionary::numbered(number);
    if (number != 0 && !with) return false;
    plain.resize(size);
    auto const in = decompressing();
    return ZSTD_decompress_usingDDict(in.get(), plain.data(), plain.size(), frame.data(), frame.size(),
                                      with ? with->to_decompress() : nullptr) == plain.size();
}

unsigned dictionary_of(std::string_view frame) noexcept
{
    return ZSTD_getDictID_fromFrame(frame.data(), frame.size());
}

// A frame begins with the magic and a byte, whose lowest two bits say in how many bytes the number stands: in
// none, one, two or four. Its bit 5 says that the byte for the window's size is not there.
bool set_dictionary(char* frame, std::size_t size, unsigned number) noexcept
{
    auto const* const bits = frame + magic.size();
    if (size <= magic.size() || (*bits & 3) != 2) return false;
    auto const at = magic.size() + ((*bits & 0x20) ? 1U : 2U);
    if (size < at + 2) return false;
    put_number(frame + at, number, 2);
    return true;
}

std::size_t decompressed_bytes(std::string_view frame) noexcept
{
    auto const size = ZSTD_getFrameContentSize(frame.data(), frame.size());
    return size >= ZSTD_CONTENTSIZE_ERROR ? 0 : size;
}

} // namespace coinformer::detail
