#include "cache/reflector/listing.hpp"

#include <utility>

namespace coinformer::detail {

void listing::begin()
{
    if (store_.size() != 0) seen_.begin(store_.snapshot());
}

void listing::clear()
{
    seen_.clear();
    arriving_.take();
    passed_ = {};
    undecoded_.clear();
    puts_ = 0;
    version_ = {};
}

void listing::put(object_ref object)
{
    ++puts_;
    if (!seen_.mark(object)) arriving_.put(std::move(object));
}

void listing::remove(object_key key)
{
    ++puts_;
    seen_.unmark(key);
    undecoded_.remove(key);
    arriving_.remove(key);
}

void listing::leave_out(object_key key)
{
    passed_.add(key);
    remove(key);
}

void listing::pass_over_foreign(object_key key)
{
    passed_.add(key);
    ++puts_;
}

void listing::put_version(std::string_view version)
{
    if (version_.empty()) version_ = version;
}

complete_list listing::take()
{
    complete_list all;
    all.version = std::move(version_);
    all.undecoded = undecoded_.take();
    all.incomplete = undecoded_.has_nameless();
    all.bytes = arriving_.bytes();
    all.objects = arriving_.take();
    all.unchanged = seen_.take_marks();
    all.before = seen_.take_store();
    clear();
    return all;
}

} // namespace coinformer::detail
