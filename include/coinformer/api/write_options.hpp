#pragma once

#include <coinformer/core/requirements.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <utility>

namespace coinformer {

/// What the server does about fields that the kind does not have, and about fields that are there twice. Unless one
/// says, it drops them and warns.
enum class field_validation { ignore, warn, strict };

/// How an object is created, replaced or patched. Not an aggregate, so that it may stand beside a co_await
/// (docs/compilers.md).
class write_options {
public:
    write_options() = default;

    /// "status" or "scale" in place of the object. Not of create().
    write_options& subresource(std::string name) { return set(subresource_, std::move(name)); }
    /// Everything is checked and answered, nothing is stored.
    write_options& dry_run() { return set(dry_run_, true); }
    /// Who is noted in managedFields; unless one says, it is the user agent.
    write_options& field_manager(std::string name) { return set(manager_, std::move(name)); }
    write_options& validation(field_validation v) { return set(validation_, std::optional(v)); }

    std::string const& subresource() const noexcept { return subresource_; }
    /// "dryRun=All&fieldManager=shop", percent-encoded; empty when nothing is asked for.
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

/// What becomes of an object's dependents: those whose ownerReferences name it.
enum class propagation {
    background, ///< they go after it
    foreground, ///< they go before it
    orphan,     ///< they stay
};

/// How an object, or many, are deleted. Not an aggregate, for the same reason.
class remove_options {
public:
    remove_options() = default;

    /// Only this life of the object. Another one is errc::conflict, and stays. Errors: errc::bad_request when empty.
    remove_options& only_uid(std::string uid);
    /// Only as it is at this version. A newer one is errc::conflict, and stays. Errors: errc::bad_request when empty.
    remove_options& only_version(std::string version);
    remove_options& dependents(propagation p) { return set(propagation_, std::optional(p)); }
    /// How long what runs may take to end; 0: it is not waited for.
    remove_options& grace_period(std::chrono::seconds s) { return set(grace_, std::optional(s)); }
    remove_options& dry_run() { return set(dry_run_, true); }

    /// A DeleteOptions as JSON; empty when nothing is asked for.
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
