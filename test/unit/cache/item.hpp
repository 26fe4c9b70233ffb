#pragma once

#include <coinformer/api/projection.hpp>

#include <boost/describe.hpp>

#include <string>

/// A small object to put into queues and stores.
struct item {
    int value = 0;
    coinformer::text group;
};
BOOST_DESCRIBE_STRUCT(item, (), (value, group))

/// make("shop/web", "5", 42) has the UID "uid-web" unless another one is given.
inline coinformer::detail::object_ref make(std::string const& key, std::string const& version, int value = 0,
                                           std::string const& group = "g", std::string uid = {})
{
    auto const slash = key.find('/');
    auto const name = key.substr(slash + 1);
    if (uid.empty()) uid = "uid-" + name;
    auto const json = R"({"metadata":{"namespace":")" + key.substr(0, slash) + R"(","name":")" + name +
                      R"(","uid":")" + uid + R"(","resourceVersion":")" + version + R"("},"value":)" +
                      std::to_string(value) + R"(,"group":")" + group + R"("})";
    return coinformer::decode_object<item>(json).ref();
}

inline item const& item_of(coinformer::detail::object_ref const& object)
{
    return *static_cast<item const*>(object->object());
}

inline std::string key_of(coinformer::detail::object_ref const& object)
{
    return to_string(object->key());
}
