// A program as users have it: it knows only the installed headers and the target coinformer::coinformer.
#include <coinformer/api/object_meta.hpp>
#include <coinformer/cache/informer_factory.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/describe.hpp>

#include <iostream>

struct service_spec {
    coinformer::text type;
};
struct service {
    coinformer::object_meta metadata;
    service_spec spec;
};
BOOST_DESCRIBE_STRUCT(service_spec, (), (type))
BOOST_DESCRIBE_STRUCT(service, (), (metadata, spec))
template <>
inline constexpr coinformer::resource coinformer::resource_of<service>{
    .version = "v1", .plural = "services", .kind = "Service"};

int main()
{
    boost::asio::io_context io(1);
    coinformer::endpoint server;
    server.server = "https://127.0.0.1:1";
    coinformer::client api({.ex = io.get_executor()}, server);
    coinformer::informer_factory factory(api);
    auto const nothing_yet = factory.of<service>().snapshot();

    auto const one = coinformer::decode_object<service>(
        R"({"metadata":{"name":"web","namespace":"shop","labels":{"app":"web"}},"spec":{"type":"ClusterIP"}})");
    std::cout << to_string(one.key()) << ' ' << one->spec.type << '\n';
    return nothing_yet.size() == 0 && coinformer::label_selector("app=web").matches(one->metadata.labels) ? 0
                                                                                                          : 1;
}
