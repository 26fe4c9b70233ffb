#pragma once

#include <coinformer/api/compact.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace coinformer {

/// A whole object except metadata.managedFields (the record of which manager set which field when, often a
/// third of all bytes), in the form in which it came: JSON or, with encoding::protobuf, a form that takes
/// about half of the bytes. It is a member of a projection's root, where other members may stand beside it;
/// the member's own name means nothing.
///
/// Fields     In protobuf, an object of a built-in kind has the fields that the kind has in Kubernetes 1.37.
///            In a list, neither form has `kind` and `apiVersion`; in a watch, JSON has them.
class whole_object {
public:
    /// Returns the value to which a JSON pointer (RFC 6901) such as "/spec/containers/0/image" leads, with
    /// the names of the API: a string without quotes and escapes, anything else as JSON. Returns an empty
    /// string for null, and if there is nothing.
    ///
    /// Time       50 to 200 ns for most fields of a pod. An index, which takes less than 4 % of the object's
    ///            bytes, leads to the members of the outer containers. What lies deeper, or has no room in
    ///            the index, takes one pass over its own container.
    /// Errors     errc::bad_request if the pointer is not empty and does not begin with '/'.
    std::string text_at(std::string_view pointer) const;
    /// Returns the same as a view, so that nothing is allocated for most values. It is a view of the object
    /// or of `room`, to which values are written that are not in the object as such: strings with escapes,
    /// numbers of protobuf, everything in a compressed_object. It is valid while the object exists and `room`
    /// is not changed.
    std::string_view text_at(std::string_view pointer, std::string& room) const;
    /// Returns the same value as JSON, also if it is a string; for an empty pointer, the JSON of the whole
    /// object. Returns an empty string if there is nothing.
    std::string json_at(std::string_view pointer) const;

    /// Return the text of a label or an annotation, by its name, or nullopt if the object lacks it. This is
    /// the quickest way to read one. `room` is used as by text_at().
    ///
    ///     std::string room;
    ///     if (auto const port = whole.annotation("prometheus.io/port", room)) std::cout << *port << '\n';
    ///
    /// Time       30 ns, if the index has room for all labels or annotations.
    std::optional<std::string_view> label(std::string_view name, std::string& room) const;
    std::optional<std::string_view> annotation(std::string_view name, std::string& room) const;

    /// Returns the number of bytes that are kept, without the index.
    std::size_t size_bytes() const noexcept { return ref_.size; }

private:
    detail::block_ref ref_; // an index lies behind the bytes: lib/api/object/whole_index.hpp
};

/// The same, compressed with zstd where that takes less: a tenth to a quarter of the bytes. The dictionary is
/// made from earlier objects. Use it for objects that are kept for a rare question, and declare members
/// beside it for values that are often asked for.
///
/// It is compressed only if the library was built with zstd (COINFORMER_WITH_ZSTD). Otherwise it is kept as a
/// whole_object.
///
/// Time       some microseconds more for each object that is decoded, and for each read, which decompresses
///            all of it.
/// Memory     beside the objects: up to four dictionaries of 180 KB for each projection and form (in
///            protobuf, also for each kind), the first after 256 KB of objects; they are never freed. A
///            thread that decodes keeps some 100 KB (600 KB for a while after objects of 1 MB), and a thread
///            that reads keeps 93 KB. A projection that is used for one kind alone compresses best.
class compressed_object : public whole_object {};

} // namespace coinformer
