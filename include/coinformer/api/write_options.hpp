#pragma once

#include <coinformer/core/requirements.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <utility>

namespace coinformer {

/// What the server does about fields that the kind does not have, or that are there twice. By default it
/// drops them, and sends a warning.
enum class field_validation { ignore, warn, strict };

/// How an object is created, replaced or patched. It is a class with a constructor and no aggregate, so that
/// it may stand beside a co_await (docs/compilers.md).
class write_options {
public:
    write_options() = default;

    /// Writes the subresource "status" or "scale" instead of the object. Not for create().
    write_options& subresource(std::string name) { return set(subresource_, std::move(name)); }
    /// The server checks and answers everything, but stores nothing.
    write_options& dry_run() { return set(dry_run_, true); }
    /// The name that managedFields show as the writer. The default is the user agent.
    write_options& field_manager(std::string name) { return set(manager_, std::move(name)); }
    write_options& validation(field_validation v) { return set(validation_, std::optional(v)); }

    std::string const& subresource() const noexcept { return subresource_; }
    /// Returns the query of the URL, percent-encoded: "dryRun=All&fieldManager=shop". Empty if no option is
    /// set.
    std::string query() const;

private:
    template <class T>
    write_options& set(T& member, T value)
    {
        member = std::move(value);
        return *this;
    }

    std::string subresource_, manager_;
    std::optional<field_validation> validation_;
    bool dry_run_ = false;
};

/// What happens to the dependents of a deleted object: the objects whose ownerReferences name it.
enum class propagation {
    background, ///< they are deleted after it
    foreground, ///< they are deleted before it
    orphan,     ///< they stay
};

/// How one object, or many, are deleted. No aggregate, for the same reason.
class remove_options {
public:
    remove_options() = default;

    /// Deletes only this life of the object. If it has another UID, it stays, and the answer is
    /// errc::conflict.
    ///
    /// Errors     errc::bad_request if `uid` is empty.
    remove_options& only_uid(std::string uid);
    /// Deletes the object only if it is still at this version. Otherwise it stays, and the answer is
    /// errc::conflict.
    ///
    /// Errors     errc::bad_request if `version` is empty.
    remove_options& only_version(std::string version);
    remove_options& dependents(propagation p) { return set(propagation_, std::optional(p)); }
    /// The time that the object gets to end, for example the containers of a pod; with 0 the server does not
    /// wait.
    remove_options& grace_period(std::chrono::seconds s) { return set(grace_, std::optional(s)); }
    remove_options& dry_run() { return set(dry_run_, true); }

    /// Returns the body of the request, a DeleteOptions as JSON. Empty if no option is set.
    std::string body() const;

private:
    template <class T>
    remove_options& set(T& member, T value)
    {
        member = std::move(value);
        return *this;
    }

    std::string uid_, version_;
    std::optional<propagation> propagation_;
    std::optional<std::chrono::seconds> grace_;
    bool dry_run_ = false;
};

} // namespace coinformer
