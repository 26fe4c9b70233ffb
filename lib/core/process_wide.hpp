#pragma once

namespace coinformer::detail {

/// The base of what process_wide() makes. A new object enters a list of all of them, which
/// release_for_unload() destroys.
///
/// Threads    any.
class process_wide_object {
public:
    process_wide_object(process_wide_object const&) = delete;

    /// Destroys all of them, the newest first, because a newer one may refer to older ones.
    static void destroy_all() noexcept;

protected:
    process_wide_object() noexcept;
    virtual ~process_wide_object() = default;

private:
    process_wide_object* older_;
};

/// An object that process_wide() has made.
template <class T>
class process_wide_value final : public process_wide_object {
public:
    template <class... Args>
    explicit process_wide_value(Args const&... args) : value(args...)
    {
    }

    T value;
};

/// Makes an object that belongs to the process, at the first use of the static variable which refers to it:
///
///     static auto& table = process_wide<key_set_table>();
///
/// The object is not destroyed when the program ends, because objects with static storage, and threads that
/// still run, may use it later than a destructor would run. A plugin that is unloaded earlier calls
/// release_for_unload().
template <class T, class... Args>
T& process_wide(Args const&... args)
{
    return (new process_wide_value<T>(args...))->value;
}

} // namespace coinformer::detail
